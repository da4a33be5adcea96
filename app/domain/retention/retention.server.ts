import {
  type AdjustableCategory,
  adjustableCategories,
  defaultRetentionMonths,
  formatRemovedCount,
  formatRetentionPeriod,
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
import { toDublinMoment } from '~/domain/dublin'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { recordErasure } from '~db/erase'
import type { Database } from '~db/schema'
import { countExpiredRows, findOldestRow, type RetainedTable, removeExpiredRows } from './kept.server'
import {
  canRemove,
  eraseFormerStudent,
  type FormerStudent,
  listFormerStudents,
  removeFilesOfFormer,
} from './left.server'
import { newRetentionPeriods, readStoredPeriods } from './schema'

const DAY = 24 * 3_600_000

export interface RetentionSettings {
  id: 0
  version: number
  /** In months. */
  terms: RetentionMonths
  /** By these nothing is removed until a tutor has saved them: they are new here, or came with a backup. */
  held: AdjustableCategory[]
  /** When a tutor last changed them. */
  changedAt: string | null
}

/** The centre's terms, as a tutor last saved them, else the first ones. */
export async function readRetention(db: Database): Promise<RetentionSettings> {
  const { terms, ...stored } = readStoredPeriods((await readSetting(db, 'retention')) ?? '{}')
  return { id: 0, ...stored, terms: { ...defaultRetentionMonths, ...terms } }
}

export const describeRetentionPeriods: FieldDescriptions<RetentionMonths> = adjustableCategories.map((what) => ({
  label: retentionPeriods[what].label,
  of: (terms: RetentionMonths) => formatRetentionPeriod(what, terms),
}))

/** Changes the terms; those that were held and are named hold no longer. Throws what applyPatch throws. */
export async function changeRetention(
  db: Database,
  tutor: Tutor,
  { version, patch }: Change<RetentionMonths>,
): Promise<RetentionSettings> {
  return db.transaction().execute(async (change) => {
    const before = await readRetention(change)
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

/** The first moment at `now` of what is not past its term: a term of days ends with a day in Dublin, one of a day after so many hours. */
export function getCutoff(what: RetentionCategory, terms: RetentionMonths, now: number): string {
  const days = getRetentionDays(what, terms)
  if (days === 1) return new Date(now - DAY).toISOString()
  return toDublinMoment(addDays(formatIsoDay(getToday(new Date(now))), 1 - days), '00:00') as string
}

/** The day (YYYY-MM-DD) in Dublin on which what began at a moment is removed. */
const removalDay = (what: RetentionCategory, terms: RetentionMonths, began: string): string =>
  addDays(formatIsoDay(getToday(new Date(began))), getRetentionDays(what, terms))

/** What a term removes next: how many, on which day, today's where they are due. */
export interface NextRemoval {
  count: number
  on: string
}

/** What each term removes next at `now`; null for nothing. Held terms are told as if they were not. */
export async function listNextRemovals(
  db: Database,
  { terms }: Pick<RetentionSettings, 'terms'>,
  now = Date.now(),
): Promise<Record<RetentionCategory, NextRemoval | null>> {
  const left = await listFormerStudents(db)
  const next: [RetentionCategory, NextRemoval | null][] = []
  for (const what of retentionCategories) {
    const began = isRow(what) ? await findOldestRow(db, what) : (ofLeft(what, left)[0]?.closedAt ?? null)
    next.push([what, began === null ? null : await nextOf(db, left, { what, terms, began, now })])
  }
  return Object.fromEntries(next) as Record<RetentionCategory, NextRemoval | null>
}

async function nextOf(
  db: Database,
  left: FormerStudent[],
  { what, terms, began, now }: { what: RetentionCategory; terms: RetentionMonths; began: string; now: number },
): Promise<NextRemoval | null> {
  const day = removalDay(what, terms, began)
  const on = [day, formatIsoDay(getToday(new Date(now)))].sort()[1] as string
  // A term of one day counts hours, and is told by the day.
  const isOfHours = getRetentionDays(what, terms) === 1
  const noon = Date.parse(toDublinMoment(on, '12:00') as string)
  const before = isOfHours ? new Date(Date.parse(began) + DAY).toISOString() : getCutoff(what, terms, noon)
  const count = await countPast(db, left, what, before)
  return count > 0 ? { count, on } : null
}

const isRow = (what: RetentionCategory): what is RetainedTable => what !== 'leftFiles' && what !== 'closedAccounts'

/** Those whose files, or account, a term is about, and which nothing keeps from going. */
const ofLeft = (what: RetentionCategory, left: FormerStudent[]) =>
  left.filter(({ files, isExported }) => isExported && (what === 'closedAccounts' || files > 0))

async function countPast(
  db: Database,
  left: FormerStudent[],
  what: RetentionCategory,
  before: string,
): Promise<number> {
  if (isRow(what)) return countExpiredRows(db, what, before)
  const due = ofLeft(what, left).filter((person) => canRemove(person, before))
  return what === 'closedAccounts' ? due.length : due.reduce((sum, { files }) => sum + files, 0)
}

/** What would go at once, at `now`, if a centre's terms became these: 'This will remove 12 enquiries today.' */
export async function describeImmediateRemoval(db: Database, terms: RetentionMonths, now = Date.now()) {
  const { terms: before, held } = await readRetention(db)
  const left = await listFormerStudents(db)
  const removed: { what: AdjustableCategory; count: number }[] = []
  for (const what of adjustableCategories) {
    if (terms[what] >= before[what] && !held.includes(what)) continue
    const count = await countPast(db, left, what, getCutoff(what, terms, now))
    if (count > 0) removed.push({ what, count })
  }
  return removed
}

/** Those whose files are past their term and wait for somebody to take them out first, with the day since when. */
export async function listWaitingForExport(
  db: Database,
  { terms }: Pick<RetentionSettings, 'terms'>,
  now = Date.now(),
) {
  const before = getCutoff('leftFiles', terms, now)
  const waiting = (await listFormerStudents(db)).filter(({ closedAt, isExported }) => !isExported && closedAt < before)
  return waiting.map(({ closedAt, isExported: _, ...person }) => ({
    ...person,
    since: removalDay('leftFiles', terms, closedAt),
  }))
}

/** Removes what is past its term at `now`, with its lines in the log in the same transactions. Returns how much. */
export async function removeExpiredOf(
  { db, uploads }: { db: Database; uploads: string },
  what: RetentionCategory,
  now: number,
) {
  const beforeIn = async (change: Database) => {
    const { terms, held } = await readRetention(change)
    return isAdjustable(what) && held.includes(what) ? null : getCutoff(what, terms, now)
  }
  const removed = isRow(what) ? await removePastRows(db, what, beforeIn) : await removeLeft(db, uploads, what, beforeIn)
  if (removed > 0) recordErasure(db)
  return removed
}

function removePastRows(db: Database, what: RetainedTable, beforeIn: (change: Database) => Promise<string | null>) {
  return db.transaction().execute(async (change) => {
    const before = await beforeIn(change)
    const removed = before === null ? 0 : await removeExpiredRows(change, what, before)
    // What is kept for a day goes every hour, and would fill the log.
    if (removed > 0 && getRetentionDays(what) > 1)
      await logActivity(change, website, {
        action: 'removed',
        noun: 'retention',
        title: formatRemovedCount(what, removed),
      })
    return removed
  })
}

async function removeLeft(
  db: Database,
  uploads: string,
  what: Exclude<RetentionCategory, RetainedTable>,
  beforeIn: (change: Database) => Promise<string | null>,
): Promise<number> {
  const before = await beforeIn(db)
  if (before === null) return 0
  const remove = what === 'leftFiles' ? removeFilesOfFormer : eraseFormerStudent
  let removed = 0
  for (const person of ofLeft(what, await listFormerStudents(db)))
    if (canRemove(person, before)) removed += await remove(db, uploads, person.id, beforeIn)
  return removed
}

export async function toRetentionRecord(db: Database, retention: RetentionSettings) {
  const { terms, version, held, changedAt } = retention
  const removals = await listNextRemovals(db, retention)
  const next = retentionCategories.flatMap((what) => (removals[what] ? [{ what, ...removals[what] }] : []))
  const waiting = (await listWaitingForExport(db, retention)).reduce((sum, { files }) => sum + files, 0)
  return { version, ...terms, held, changedAt, next, waiting }
}
