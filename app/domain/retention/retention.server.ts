import {
  type Changeable,
  changeable,
  countInWords,
  daysOf,
  firstTerms,
  isChangeable,
  type Retained,
  retained,
  retentionTerms,
  type Terms,
  termInWords,
} from '~/content/retention-terms'
import { type Tutor, website } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type InWords } from '~/domain/change.server'
import { momentInDublin } from '~/domain/dublin'
import { daysLater, isoDay, today } from '~/domain/events/days'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { markErased } from '~db/erase'
import type { Database } from '~db/schema'
import { countRows, type KeptRow, oldestRow, removeRows } from './kept.server'
import { eraseLeft, type Left, listLeft, mayGo, removeFilesOf } from './left.server'
import { newTerms, readStored } from './schema'

const DAY = 24 * 3_600_000

export interface Retention {
  id: 0
  version: number
  /** In months. */
  terms: Terms
  /** By these nothing is removed until a tutor has saved them: they are new here, or came with a backup. */
  held: Changeable[]
  /** When a tutor last changed them. */
  changedAt: string | null
}

/** The centre's terms, as a tutor last saved them, else the first ones. */
export async function readRetention(db: Database): Promise<Retention> {
  const { terms, ...stored } = readStored((await readSetting(db, 'retention')) ?? '{}')
  return { id: 0, ...stored, terms: { ...firstTerms, ...terms } }
}

export const termsInWords: InWords<Terms> = changeable.map((what) => ({
  label: retentionTerms[what].label,
  of: (terms: Terms) => termInWords(what, terms),
}))

/** Changes the terms; those that were held and are named hold no longer. Throws what applyPatch throws. */
export async function changeRetention(
  db: Database,
  tutor: Tutor,
  { version, patch }: Change<Terms>,
): Promise<Retention> {
  return db.transaction().execute(async (change) => {
    const before = await readRetention(change)
    const now = { ...before.terms, id: before.id, version: before.version }
    const terms = await applyPatch(change, 'retention', now, { version, patch }, newTerms)
    const held = before.held.filter((what) => !Object.hasOwn(patch, what))
    const changedAt = new Date().toISOString()
    const after = { version: before.version + 1, months: terms, held, changedAt }
    await writeSetting(change, 'retention', JSON.stringify(after))
    const different = changeable.filter((what) => terms[what] !== before.terms[what])
    const named = different.length > 0 ? different : changeable
    const title = named.map((what) => `${retentionTerms[what].label}: ${termInWords(what, terms)}`).join('; ')
    await logActivity(change, tutor, { action: 'changed', noun: 'retention', title })
    return { id: 0, version: after.version, terms, held, changedAt }
  })
}

/** The first moment at `now` of what is not past its term: a term of days ends with a day in Dublin, one of a day after so many hours. */
export function cutoff(what: Retained, terms: Terms, now: number): string {
  const days = daysOf(what, terms)
  if (days === 1) return new Date(now - DAY).toISOString()
  return momentInDublin(daysLater(isoDay(today(new Date(now))), 1 - days), '00:00') as string
}

/** The day (YYYY-MM-DD) in Dublin on which what began at a moment is removed. */
const removalDay = (what: Retained, terms: Terms, began: string): string =>
  daysLater(isoDay(today(new Date(began))), daysOf(what, terms))

/** What a term removes next: how many, on which day, today's where they are due. */
export interface NextRemoval {
  count: number
  on: string
}

/** What each term removes next at `now`; null for nothing. Held terms are told as if they were not. */
export async function nextRemovals(
  db: Database,
  { terms }: Pick<Retention, 'terms'>,
  now = Date.now(),
): Promise<Record<Retained, NextRemoval | null>> {
  const left = await listLeft(db)
  const next: [Retained, NextRemoval | null][] = []
  for (const what of retained) {
    const began = isRow(what) ? await oldestRow(db, what) : (ofLeft(what, left)[0]?.closedAt ?? null)
    next.push([what, began === null ? null : await nextOf(db, left, { what, terms, began, now })])
  }
  return Object.fromEntries(next) as Record<Retained, NextRemoval | null>
}

async function nextOf(
  db: Database,
  left: Left[],
  { what, terms, began, now }: { what: Retained; terms: Terms; began: string; now: number },
): Promise<NextRemoval | null> {
  const day = removalDay(what, terms, began)
  const on = [day, isoDay(today(new Date(now)))].sort()[1] as string
  // A term of one day counts hours, and is told by the day.
  const isOfHours = daysOf(what, terms) === 1
  const noon = Date.parse(momentInDublin(on, '12:00') as string)
  const before = isOfHours ? new Date(Date.parse(began) + DAY).toISOString() : cutoff(what, terms, noon)
  const count = await countPast(db, left, what, before)
  return count > 0 ? { count, on } : null
}

const isRow = (what: Retained): what is KeptRow => what !== 'leftFiles' && what !== 'closedAccounts'

/** Those whose files, or account, a term is about, and which nothing keeps from going. */
const ofLeft = (what: Retained, left: Left[]) =>
  left.filter(({ files, isExported }) => isExported && (what === 'closedAccounts' || files > 0))

async function countPast(db: Database, left: Left[], what: Retained, before: string): Promise<number> {
  if (isRow(what)) return countRows(db, what, before)
  const due = ofLeft(what, left).filter((person) => mayGo(person, before))
  return what === 'closedAccounts' ? due.length : due.reduce((sum, { files }) => sum + files, 0)
}

/** What would go at once, at `now`, if a centre's terms became these: 'This will remove 12 enquiries today.' */
export async function removedAtOnce(db: Database, terms: Terms, now = Date.now()) {
  const { terms: before, held } = await readRetention(db)
  const left = await listLeft(db)
  const removed: { what: Changeable; count: number }[] = []
  for (const what of changeable) {
    if (terms[what] >= before[what] && !held.includes(what)) continue
    const count = await countPast(db, left, what, cutoff(what, terms, now))
    if (count > 0) removed.push({ what, count })
  }
  return removed
}

/** Those whose files are past their term and wait for somebody to take them out first, with the day since when. */
export async function listWaiting(db: Database, { terms }: Pick<Retention, 'terms'>, now = Date.now()) {
  const before = cutoff('leftFiles', terms, now)
  const waiting = (await listLeft(db)).filter(({ closedAt, isExported }) => !isExported && closedAt < before)
  return waiting.map(({ closedAt, isExported: _, ...person }) => ({
    ...person,
    since: removalDay('leftFiles', terms, closedAt),
  }))
}

/** Removes what is past its term at `now`, with its lines in the log in the same transactions. Returns how much. */
export async function removePast({ db, uploads }: { db: Database; uploads: string }, what: Retained, now: number) {
  const beforeIn = async (change: Database) => {
    const { terms, held } = await readRetention(change)
    return isChangeable(what) && held.includes(what) ? null : cutoff(what, terms, now)
  }
  const removed = isRow(what) ? await removePastRows(db, what, beforeIn) : await removeLeft(db, uploads, what, beforeIn)
  if (removed > 0) markErased(db)
  return removed
}

function removePastRows(db: Database, what: KeptRow, beforeIn: (change: Database) => Promise<string | null>) {
  return db.transaction().execute(async (change) => {
    const before = await beforeIn(change)
    const removed = before === null ? 0 : await removeRows(change, what, before)
    // What is kept for a day goes every hour, and would fill the log.
    if (removed > 0 && daysOf(what) > 1)
      await logActivity(change, website, { action: 'removed', noun: 'retention', title: countInWords(what, removed) })
    return removed
  })
}

async function removeLeft(
  db: Database,
  uploads: string,
  what: Exclude<Retained, KeptRow>,
  beforeIn: (change: Database) => Promise<string | null>,
): Promise<number> {
  const before = await beforeIn(db)
  if (before === null) return 0
  const remove = what === 'leftFiles' ? removeFilesOf : eraseLeft
  let removed = 0
  for (const person of ofLeft(what, await listLeft(db)))
    if (mayGo(person, before)) removed += await remove(db, uploads, person.id, beforeIn)
  return removed
}

export async function retentionAsRecord(db: Database, retention: Retention) {
  const { terms, version, held, changedAt } = retention
  const removals = await nextRemovals(db, retention)
  const next = retained.flatMap((what) => (removals[what] ? [{ what, ...removals[what] }] : []))
  const waiting = (await listWaiting(db, retention)).reduce((sum, { files }) => sum + files, 0)
  return { version, ...terms, held, changedAt, next, waiting }
}
