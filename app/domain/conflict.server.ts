import type { Database } from '~db/schema'
import { lastChange } from './activity/activity.server'
import { Refused } from './refused'

/** A field's value now, and the refused form's. */
export interface Difference {
  label: string
  now: string
  typed: string
}

/** A record's fields for people to read: each with its label and its value in words. */
export type InWords<Fields> = readonly { label: string; of: (fields: Fields) => string | null }[]

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
export async function requireNewest(
  db: Database,
  logged: { noun: string; recordId: number },
  now: { version: number },
  version: number,
): Promise<void> {
  if (now.version === version) return
  const change = await lastChange(db, logged.noun, logged.recordId)
  throw new Conflict(change?.actorName ?? 'Somebody', change?.at ?? new Date().toISOString(), now)
}

/** The fields in which a form differs from the record as it is now; of long texts only the part that differs. */
export function differences<Fields>(now: Fields, typed: Fields, inWords: InWords<Fields>): Difference[] {
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

/** `text` without its first `start` and last `end` characters. */
function part(text: string, start: number, end: number): string {
  const [from, to] = [Math.max(start, 0), text.length - Math.max(end, 0)]
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`
}
