import type { output, ZodType } from 'zod'
import type { Database } from '~db/schema'
import { findLastChange } from './activity/activity.server'
import { collectErrors, type FieldErrors, Refused } from './refused'
import { addServerRules } from './server-rules.server'

/** The fields to set, validated once applied, and optionally the version that the change is based on. */
export interface Change<Fields> {
  version?: number
  patch: { [Key in keyof Fields]?: unknown }
}

/** Converts a submitted form to a change of the record it was opened on. */
export function toChange<Fields extends object>({
  version,
  ...patch
}: Fields & { version?: number }): Change<Omit<Fields, 'version'>> {
  return { version, patch }
}

/**
 * Applies a change to a record. Throws Conflict for an older version, and Refused, invalid, if `rules` refuse the result. `typed` is
 * the record with formatted texts as typed: a patch that sends one back as rendered leaves it unchanged.
 */
export async function applyPatch<Rules extends ZodType>(
  db: Database,
  noun: string,
  current: { id: number; version: number },
  { version, patch }: Change<output<Rules>>,
  rules: Rules,
  loggedAs = current.id,
  typed: object = current,
): Promise<output<Rules>> {
  if (version !== undefined) await requireNewestVersion(db, { noun, recordId: loggedAs }, current, version)
  const isNew = ([name, value]: [string, unknown]) => value !== (current as Record<string, unknown>)[name]
  return validate(rules, { ...typed, ...Object.fromEntries(Object.entries(patch).filter(isNew)) })
}

/** Parses `input` with `rules`. Throws Refused, invalid, with the messages by field. */
export function validate<Rules extends ZodType>(rules: Rules, input: unknown): output<Rules> {
  const result = addServerRules(rules).safeParse(input)
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    // Own properties only: a body may contain any key, such as __proto__.
    if (field) errors[field] = [...(Object.hasOwn(errors, field) ? (errors[field] ?? []) : []), message]
  }
  throw new Refused('invalid', result.error.issues.map(({ message }) => message).join(' '), { errors })
}

/** As validate; if the rules refuse the input, adds the errors of `refine`. */
export async function validateWith<Rules extends ZodType>(
  rules: Rules,
  input: unknown,
  refine: () => Promise<unknown>,
): Promise<output<Rules>> {
  try {
    return validate(rules, input)
  } catch (error) {
    await collectErrors([Promise.reject(error), refine()])
    throw error
  }
}

/** Runs `work` in the current transaction, or in a new one. */
export function runInTransaction<Result>(db: Database, work: (change: Database) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** A field's current value, and the value in the refused form. */
export interface Difference {
  label: string
  now: string
  typed: string
}

/** How to show a record's fields to people: each with its label and its value as text. */
export type FieldDescriptions<Fields> = readonly { label: string; getText: (fields: Fields) => string | null }[]

/** Another person saved the record after it was opened. Holds who, when, and the current record. */
export class Conflict<Current extends { version: number } = { version: number }> extends Refused {
  declare readonly now: Current

  constructor(
    readonly by: string,
    readonly at: string,
    now: Current,
  ) {
    super('conflict', `${by} has changed this since you opened it.`, { now })
  }
}

/** Throws Conflict unless the change is based on the current version. */
export async function requireNewestVersion(
  db: Database,
  logged: { noun: string; recordId: number },
  current: { version: number },
  version: number,
): Promise<void> {
  if (current.version === version) return
  const change = await findLastChange(db, logged.noun, logged.recordId)
  throw new Conflict(change?.actorName ?? 'Someone', change?.at ?? new Date().toISOString(), current)
}

/** The fields in which a form differs from the current record; long texts are cut to the part that differs. */
export function findDifferences<Fields>(
  now: Fields,
  typed: Fields,
  descriptions: FieldDescriptions<Fields>,
): Difference[] {
  return descriptions
    .map(({ label, getText }) => ({
      label,
      now: normalizeLineBreaks(getText(now)),
      typed: normalizeLineBreaks(getText(typed)),
    }))
    .filter((field) => field.now !== field.typed)
    .map(({ label, ...texts }) => ({ label, ...shortenDifference(texts) }))
}

// Browsers send the line breaks of a text area as CR LF.
const normalizeLineBreaks = (text: string | null) => (text ?? '').replaceAll('\r\n', '\n').trim()

const MAX_WHOLE_LENGTH = 300
const CONTEXT_LENGTH = 60

function shortenDifference(texts: Pick<Difference, 'now' | 'typed'>): Pick<Difference, 'now' | 'typed'> {
  const { now, typed } = texts
  if (Math.max(now.length, typed.length) <= MAX_WHOLE_LENGTH) return texts
  let start = 0
  while (start < now.length && now[start] === typed[start]) start++
  let end = 0
  while (end < Math.min(now.length, typed.length) - start && now.at(-1 - end) === typed.at(-1 - end)) end++
  return {
    now: cutExcerpt(now, start - CONTEXT_LENGTH, end - CONTEXT_LENGTH),
    typed: cutExcerpt(typed, start - CONTEXT_LENGTH, end - CONTEXT_LENGTH),
  }
}

function cutExcerpt(text: string, start: number, end: number): string {
  const [from, to] = [Math.max(start, 0), text.length - Math.max(end, 0)]
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`
}
