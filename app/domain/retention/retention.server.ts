import { z } from 'zod'
import {
  type AdjustableCategory,
  adjustableCategories,
  defaultRetentionMonths,
  formatRemovedCount,
  formatRetentionPeriod,
  getRetentionBounds,
  getRetentionDays,
  isAdjustable,
  type RetentionCategory,
  type RetentionMonths,
  retentionCategories,
  retentionPeriods,
} from '~/content/retention-terms'
import { type Tutor, website } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { addDays, formatIsoDay, getToday, toDublinMoment } from '~/domain/events/days'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { moment, recordVersion } from '~/domain/record'
import { recordErasure } from '~db/erase'
import type { Database } from '~db/schema'
import {
  canRemove,
  countExpiredRows,
  eraseFormerStudent,
  type FormerStudent,
  findOldestRow,
  listFormerStudents,
  type RetainedTable,
  removeExpiredRows,
  removeFilesOfFormerStudent,
} from './expired-rows.server'
import { newRetentionPeriods, readStoredPeriods } from './schema'

const DAY_IN_MS = 24 * 3_600_000

export interface RetentionSettings {
  id: 0
  version: number
  /** In months. */
  terms: RetentionMonths
  /** Periods that remove nothing until a tutor saves them, because they are new or came with a backup. */
  held: AdjustableCategory[]
  /** When a tutor last saved them. */
  changedAt: string | null
}

/** The centre's retention periods as a tutor last saved them, else the defaults, for a tutor. */
export const readRetention = (db: Database, _tutor: Tutor): Promise<RetentionSettings> => readStored(db)

/** What the privacy page says of them. */
export async function readPublicRetention(db: Database): Promise<Pick<RetentionSettings, 'terms' | 'changedAt'>> {
  const { terms, changedAt } = await readStored(db)
  return { terms, changedAt }
}

async function readStored(db: Database): Promise<RetentionSettings> {
  const { terms, ...stored } = readStoredPeriods((await readSetting(db, 'retention')) ?? '{}')
  return { id: 0, ...stored, terms: { ...defaultRetentionMonths, ...terms } }
}

export const describeRetentionPeriods: FieldDescriptions<RetentionMonths> = adjustableCategories.map((what) => ({
  label: retentionPeriods[what].label,
  getText: (terms: RetentionMonths) => formatRetentionPeriod(what, terms),
}))

/** Changes retention periods, and releases the held ones in the patch. Throws what applyPatch throws. */
export async function changeRetention(
  db: Database,
  tutor: Tutor,
  { version, patch }: Change<RetentionMonths>,
): Promise<RetentionSettings> {
  return db.transaction().execute(async (change) => {
    const before = await readStored(change)
    const now = { ...before.terms, id: before.id, version: before.version }
    const terms = await applyPatch(change, 'retention', now, { version, patch }, newRetentionPeriods)
    const held = before.held.filter((what) => !Object.hasOwn(patch, what))
    const changedAt = new Date().toISOString()
    const after = { version: before.version + 1, months: terms, held, changedAt }
    await writeSetting(change, 'retention', JSON.stringify(after))
    const different = adjustableCategories.filter((what) => terms[what] !== before.terms[what])
    const named = different.length > 0 ? different : adjustableCategories
    const title = named
      .map((what) => `${retentionPeriods[what].label}: ${formatRetentionPeriod(what, terms)}`)
      .join('; ')
    await logActivity(change, tutor, { action: 'changed', noun: 'retention', title })
    return { id: 0, version: after.version, terms, held, changedAt }
  })
}

/**
 * Records that began before this moment have expired at `now`. A period ends with a day in Dublin, but a one-day period after 24
 * hours.
 */
export function getCutoff(what: RetentionCategory, terms: RetentionMonths, now: number): string {
  const days = getRetentionDays(what, terms)
  if (days === 1) return new Date(now - DAY_IN_MS).toISOString()
  return toDublinMoment(addDays(formatIsoDay(getToday(new Date(now))), 1 - days), '00:00') as string
}

/** Day in Dublin (YYYY-MM-DD) on which a record that began at a moment is removed. */
const getRemovalDay = (what: RetentionCategory, terms: RetentionMonths, began: string): string =>
  addDays(formatIsoDay(getToday(new Date(began))), getRetentionDays(what, terms))

/** Next removal of a period: the number, and the day, which is today if they are due. */
export interface NextRemoval {
  count: number
  on: string
}

/** Next removal of each period at `now`, or null. Includes held periods as if they were not held. */
export async function listNextRemovals(
  db: Database,
  _tutor: Tutor,
  { terms }: Pick<RetentionSettings, 'terms'>,
  now = Date.now(),
): Promise<Record<RetentionCategory, NextRemoval | null>> {
  const former = await listFormerStudents(db)
  const next: [RetentionCategory, NextRemoval | null][] = []
  for (const what of retentionCategories) {
    const began = isTableCategory(what)
      ? await findOldestRow(db, what)
      : (filterRemovable(what, former)[0]?.closedAt ?? null)
    next.push([what, began === null ? null : await findNextRemoval(db, former, { what, terms, began, now })])
  }
  return Object.fromEntries(next) as Record<RetentionCategory, NextRemoval | null>
}

async function findNextRemoval(
  db: Database,
  former: FormerStudent[],
  { what, terms, began, now }: { what: RetentionCategory; terms: RetentionMonths; began: string; now: number },
): Promise<NextRemoval | null> {
  const day = getRemovalDay(what, terms, began)
  const on = [day, formatIsoDay(getToday(new Date(now)))].sort()[1] as string
  // A one-day period counts hours, but is shown by day.
  const isHourly = getRetentionDays(what, terms) === 1
  const noon = Date.parse(toDublinMoment(on, '12:00') as string)
  const before = isHourly ? new Date(Date.parse(began) + DAY_IN_MS).toISOString() : getCutoff(what, terms, noon)
  const count = await countExpired(db, former, what, before)
  return count > 0 ? { count, on } : null
}

const isTableCategory = (what: RetentionCategory): what is RetainedTable =>
  what !== 'leftFiles' && what !== 'closedAccounts'

/** Former students whose files, or account, can be removed. */
const filterRemovable = (what: RetentionCategory, former: FormerStudent[]) =>
  former.filter(({ files, isExported }) => isExported && (what === 'closedAccounts' || files > 0))

async function countExpired(
  db: Database,
  former: FormerStudent[],
  what: RetentionCategory,
  before: string,
): Promise<number> {
  if (isTableCategory(what)) return countExpiredRows(db, what, before)
  const due = filterRemovable(what, former).filter((person) => canRemove(person, before))
  return what === 'closedAccounts' ? due.length : due.reduce((sum, { files }) => sum + files, 0)
}

/** Counts the records that these periods would remove at `now`. */
export async function describeImmediateRemoval(db: Database, _tutor: Tutor, terms: RetentionMonths, now = Date.now()) {
  const { terms: before, held } = await readStored(db)
  const former = await listFormerStudents(db)
  const removed: { what: AdjustableCategory; count: number }[] = []
  for (const what of adjustableCategories) {
    if (terms[what] >= before[what] && !held.includes(what)) continue
    const count = await countExpired(db, former, what, getCutoff(what, terms, now))
    if (count > 0) removed.push({ what, count })
  }
  return removed
}

/** Former students whose expired files must be exported before removal, and since which day. */
export async function listWaitingForExport(
  db: Database,
  _tutor: Tutor,
  { terms }: Pick<RetentionSettings, 'terms'>,
  now = Date.now(),
) {
  const before = getCutoff('leftFiles', terms, now)
  const waiting = (await listFormerStudents(db)).filter(({ closedAt, isExported }) => !isExported && closedAt < before)
  return waiting.map(({ closedAt, isExported: _, ...person }) => ({
    ...person,
    since: getRemovalDay('leftFiles', terms, closedAt),
  }))
}

/** Removes and logs what has expired at `now`, in the same transactions. Returns the number removed. */
export async function removeExpiredRecords(
  { db, uploads }: { db: Database; uploads: string },
  what: RetentionCategory,
  now: number,
) {
  const readCutoff = async (change: Database) => {
    const { terms, held } = await readStored(change)
    return isAdjustable(what) && held.includes(what) ? null : getCutoff(what, terms, now)
  }
  const removed = isTableCategory(what)
    ? await removeExpiredFromTable(db, what, readCutoff)
    : await removeExpiredOfFormerStudents(db, uploads, what, readCutoff)
  if (removed > 0) recordErasure(db)
  return removed
}

function removeExpiredFromTable(
  db: Database,
  what: RetainedTable,
  readCutoff: (change: Database) => Promise<string | null>,
) {
  return db.transaction().execute(async (change) => {
    const before = await readCutoff(change)
    const removed = before === null ? 0 : await removeExpiredRows(change, what, before)
    // One-day records are removed every hour, which would fill the log.
    if (removed > 0 && getRetentionDays(what) > 1)
      await logActivity(change, website, {
        action: 'removed',
        noun: 'retention',
        title: formatRemovedCount(what, removed),
      })
    return removed
  })
}

async function removeExpiredOfFormerStudents(
  db: Database,
  uploads: string,
  what: Exclude<RetentionCategory, RetainedTable>,
  readCutoff: (change: Database) => Promise<string | null>,
): Promise<number> {
  const before = await readCutoff(db)
  if (before === null) return 0
  const remove = what === 'leftFiles' ? removeFilesOfFormerStudent : eraseFormerStudent
  let removed = 0
  for (const person of filterRemovable(what, await listFormerStudents(db)))
    if (canRemove(person, before)) removed += await remove(db, uploads, person.id, readCutoff)
  return removed
}

export async function toRetentionRecord(db: Database, tutor: Tutor, retention: RetentionSettings) {
  const { terms, version, held, changedAt } = retention
  const removals = await listNextRemovals(db, tutor, retention)
  const next = retentionCategories.flatMap((what) => (removals[what] ? [{ what, ...removals[what] }] : []))
  const waiting = (await listWaitingForExport(db, tutor, retention)).reduce((sum, { files }) => sum + files, 0)
  return { version, ...terms, held, changedAt, next, waiting }
}

const months = (what: AdjustableCategory) => z.int().min(getRetentionBounds(what).min).max(getRetentionBounds(what).max)

/** Retention periods in the API: the adjustable ones in months, and what each period removes next. */
export const retentionRecord = z
  .strictObject({
    version: recordVersion,
    enquiries: months('enquiries'),
    activity: months('activity'),
    leftFiles: months('leftFiles'),
    closedAccounts: months('closedAccounts'),
    held: z.array(z.enum(adjustableCategories)).describe('The terms that remove nothing until they are saved.'),
    changedAt: moment.nullable(),
    next: z.array(z.strictObject({ what: z.enum(retentionCategories), count: z.int(), on: z.iso.date() })),
    waiting: z.int().describe('Files of students who left that are past their term and have not been exported.'),
  })
  .meta({
    id: 'Retention',
    description: 'How long things are kept, in months, and what is removed next.',
    examples: [
      {
        version: 2,
        enquiries: 12,
        activity: 24,
        leftFiles: 12,
        closedAccounts: 36,
        held: [],
        changedAt: '2026-04-02T16:45:30.000Z',
        next: [{ what: 'enquiries', count: 3, on: '2026-12-04' }],
        waiting: 0,
      },
    ],
  })
