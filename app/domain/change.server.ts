import type { output, ZodType } from 'zod'
import type { Database } from '~db/schema'
import { findLastChange } from './activity/activity.server'
import { addServerRules } from './contents.server'
import { collectErrors, type FieldErrors, Refused } from './refused'

/** Fields to set, validated once applied, and optionally the version of the record that the change was based on. */
export interface Change<Fields> {
  version?: number
  patch: { [Key in keyof Fields]?: unknown }
}

/** A submitted form as a change of the record it was opened on. */
export function toChange<Fields extends object>({
  version,
  ...patch
}: Fields & { version?: number }): Change<Omit<Fields, 'version'>> {
  return { version, patch }
}

/**
 * A record with `change` applied. Throws Conflict for an older version; Refused, 400, when `rules` refuse it. `typed` is the record with its
 * formatted texts as they were typed: a patch that gives one back as it is shown leaves it as it was.
 */
export async function applyPatch<Rules extends ZodType>(
  db: Database,
  noun: string,
  now: { id: number; version: number },
  { version, patch }: Change<output<Rules>>,
  rules: Rules,
  loggedAs = now.id,
  typed: object = now,
): Promise<output<Rules>> {
  if (version !== undefined) await requireNewestVersion(db, { noun, recordId: loggedAs }, now, version)
  const isNew = ([name, value]: [string, unknown]) => value !== (now as Record<string, unknown>)[name]
  return validate(rules, { ...typed, ...Object.fromEntries(Object.entries(patch).filter(isNew)) })
}

/** `input` as parsed by `rules`. Throws Refused, 400, with the messages by field. */
export function validate<Rules extends ZodType>(rules: Rules, input: unknown): output<Rules> {
  const result = addServerRules(rules).safeParse(input)
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    // Own properties only: a body may hold any key, such as __proto__.
    if (field) errors[field] = [...(Object.hasOwn(errors, field) ? (errors[field] ?? []) : []), message]
  }
  throw new Refused(400, result.error.issues.map(({ message }) => message).join(' '), { errors })
}

/** The same, and when the rules refuse it, what `also` refuses in the same answer. */
export async function validateWith<Rules extends ZodType>(
  rules: Rules,
  input: unknown,
  also: () => Promise<unknown>,
): Promise<output<Rules>> {
  try {
    return validate(rules, input)
  } catch (error) {
    await collectErrors([Promise.reject(error), also()])
    throw error
  }
}

/** `work` in the transaction that `db` is, or in one of its own. */
export function runInTransaction<Result>(db: Database, work: (change: Database) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** A field's value now, and the refused form's. */
export interface Difference {
  label: string
  now: string
  typed: string
}

/** A record's fields for people to read: each with its label and its value in words. */
export type FieldDescriptions<Fields> = readonly { label: string; of: (fields: Fields) => string | null }[]

/** Somebody else saved the record after it was read. Holds who and when, and the record as it is now. */
export class Conflict<Kept extends { version: number } = { version: number }> extends Refused {
  constructor(
    readonly by: string,
    readonly at: string,
    readonly now: Kept,
  ) {
    super(409, `${by} has changed this since you opened it.`)
  }
}

/** Throws Conflict unless the change was based on the newest version of the record `now`. */
export async function requireNewestVersion(
  db: Database,
  logged: { noun: string; recordId: number },
  now: { version: number },
  version: number,
): Promise<void> {
  if (now.version === version) return
  const change = await findLastChange(db, logged.noun, logged.recordId)
  throw new Conflict(change?.actorName ?? 'Somebody', change?.at ?? new Date().toISOString(), now)
}

/** The fields in which a form differs from the record as it is now; of long texts only the part that differs. */
export function findDifferences<Fields>(now: Fields, typed: Fields, inWords: FieldDescriptions<Fields>): Difference[] {
  return inWords
    .map(({ label, of }) => ({ label, now: plain(of(now)), typed: plain(of(typed)) }))
    .filter((field) => field.now !== field.typed)
    .map(({ label, ...texts }) => ({ label, ...shortened(texts) }))
}

// A browser sends the line breaks of a text area as CR LF, which is no difference.
const plain = (text: string | null) => (text ?? '').replaceAll('\r\n', '\n').trim()

const SHORT = 300
const AROUND = 60

function shortened(texts: Pick<Difference, 'now' | 'typed'>): Pick<Difference, 'now' | 'typed'> {
  const { now, typed } = texts
  if (Math.max(now.length, typed.length) <= SHORT) return texts
  let start = 0
  while (start < now.length && now[start] === typed[start]) start++
  let end = 0
  while (end < Math.min(now.length, typed.length) - start && now.at(-1 - end) === typed.at(-1 - end)) end++
  return { now: part(now, start - AROUND, end - AROUND), typed: part(typed, start - AROUND, end - AROUND) }
}

function part(text: string, start: number, end: number): string {
  const [from, to] = [Math.max(start, 0), text.length - Math.max(end, 0)]
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`
}
