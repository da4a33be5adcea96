import type { output, ZodType } from 'zod'
import type { Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import type { Noun } from '~/domain/activity/sentences'
import { applyPatch, type Change, type FieldDescriptions, runInTransaction } from '~/domain/change.server'
import { orNotFound, Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import { eraseWithin } from '~db/erase'
import type { Database, NewRow, Row, Tables } from '~db/schema'

type RecordTable = {
  [Name in keyof Tables]: Row<Name> extends { id: number; version: number } ? Name : never
}[keyof Tables]

interface RecordOptions<Table extends RecordTable, Rules extends ZodType, Typed, Shown> {
  /** The activity log's noun for these records. */
  noun: Noun
  /** The rules of a whole record, as an API call sends it. */
  rules: Rules
  /** The fields with labels, for the notice of an edit conflict. */
  labels: FieldDescriptions<output<Rules>>
  /** The activity log's title of a record. */
  getTitle: (record: Shown) => string
  /** The student, if the record belongs to one. */
  getStudentId?: (record: Shown) => number | null
  toRecord: (row: Row<Table>) => Typed
  /** Renders a record's formatted texts as HTML. */
  show?: (typed: Typed) => Shown
  /** The columns of its fields; `before` is the record before a change. */
  toRow: (fields: output<Rules>, before?: Typed) => Partial<NewRow<Table>>
  /** Checks the fields against other tables before the row is written. Throws Refused. */
  requireValid?: (db: Database, fields: output<Rules>) => Promise<void>
  /** Writes a record's rows in other tables, within the same transaction. */
  writeRelated?: (db: Database, id: number, fields: output<Rules>) => Promise<void>
  /** The columns of a new record that are not fields. */
  getInitialColumns?: () => Partial<NewRow<Table>>
  /** Finds a record that needs more than its row. */
  find?: (db: Database, id: number) => Promise<Typed | null>
}

interface Named {
  id: number
  name: string
}

/** Throws Refused, invalid, if another of `records` has the same name as this one, or if there are more than `max` with it. */
export function requireFreeName(
  records: Named[],
  { id, name }: Named,
  { one, several, field, max }: { one: string; several: string; field: string; max: number },
): void {
  const isTaken = records.some((other) => other.id !== id && foldForSearch(other.name) === foldForSearch(name))
  if (isTaken)
    throw new Refused('invalid', `There is already ${one} ‘${name}’. Please choose another ${field}.`, { field })
  if (records.length > max)
    throw new Refused('invalid', `There are already ${max} ${several}. Please delete one first.`, { field })
}

/**
 * The shared functions of records that are rows with a version. They throw Refused, notFound, and `change` throws what applyPatch
 * throws.
 */
export function createRepository<
  Table extends RecordTable,
  Rules extends ZodType,
  Typed extends { id: number; version: number },
  Shown extends { id: number; version: number } = Typed,
>(
  table: Table,
  {
    noun,
    rules,
    labels,
    getTitle,
    getStudentId,
    toRecord,
    show = (typed) => typed as unknown as Shown,
    toRow,
    requireValid,
    writeRelated,
    getInitialColumns,
    find: findWhole,
  }: RecordOptions<Table, Rules, Typed, Shown>,
) {
  // Kysely can't type a generic table; NewRow and Row type the input and output.
  const name = table as 'notices'
  const logChange = createActivityLogger(noun)
  const log = (db: Database, tutor: Tutor, action: 'added' | 'changed' | 'deleted', record: Shown) =>
    logChange(db, tutor, action, { id: record.id, title: getTitle(record), studentId: getStudentId?.(record) })

  async function findTyped(db: Database, id: number): Promise<Typed | null> {
    if (findWhole) return findWhole(db, id)
    const row = await db.selectFrom(name).selectAll().where('id', '=', id).executeTakeFirst()
    return row ? toRecord(row as unknown as Row<Table>) : null
  }

  async function find(db: Database, id: number): Promise<Shown | null> {
    const typed = await findTyped(db, id)
    return typed && show(typed)
  }

  return {
    /** Finds a record for a tutor, who may see all of them. */
    find: (db: Database, _tutor: Tutor, id: number) => find(db, id),
    /** The same with its formatted texts as typed, for its form. */
    findTyped: (db: Database, _tutor: Tutor, id: number) => findTyped(db, id),
    /** The record of a row. */
    show: (row: Row<Table>): Shown => show(toRecord(row)),
    descriptions: labels,

    add: (db: Database, tutor: Tutor, fields: output<Rules>): Promise<Shown> =>
      runInTransaction(db, async (change) => {
        await requireValid?.(change, fields)
        const row = { ...getInitialColumns?.(), ...toRow(fields) } as NewRow<'notices'>
        const { id } = await change.insertInto(name).values(row).returning('id').executeTakeFirstOrThrow()
        await writeRelated?.(change, id, fields)
        const added = orNotFound(await find(change, id))
        await log(change, tutor, 'added', added)
        return added
      }),

    change: (db: Database, tutor: Tutor, id: number, change: Change<output<Rules>>): Promise<Shown> =>
      runInTransaction(db, async (transaction) => {
        const typed = orNotFound(await findTyped(transaction, id))
        const fields = await applyPatch(transaction, noun, show(typed), change, rules, id, typed)
        await requireValid?.(transaction, fields)
        const row = toRow(fields, typed) as NewRow<'notices'>
        const update = transaction.updateTable(name).set({ ...row, version: typed.version + 1 })
        await update.where('id', '=', id).execute()
        await writeRelated?.(transaction, id, fields)
        const changed = orNotFound(await find(transaction, id))
        await log(transaction, tutor, 'changed', changed)
        return changed
      }),

    /** Deletes a record and returns it. */
    remove: (db: Database, tutor: Tutor, id: number): Promise<Shown> => {
      const remove = async (change: Database) => {
        const removed = orNotFound(await find(change, id))
        await change.deleteFrom(name).where('id', '=', id).execute()
        await log(change, tutor, 'deleted', removed)
        return removed
      }
      return db.isTransaction ? remove(db) : eraseWithin(db, remove)
    },
  }
}
