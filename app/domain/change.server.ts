import type { output, ZodType } from 'zod'
import type { Database } from '~db/schema'
import { requireNewest } from './conflict.server'
import { onServer } from './contents.server'
import { type FieldErrors, Refused, together } from './refused'

/**
 * A change of a record: the fields to set, and optionally the version of the record that the change was based on. The values are
 * validated only once merged, by the rules of the whole record.
 */
export interface Change<Fields> {
  version?: number
  patch: { [Key in keyof Fields]?: unknown }
}

/** A submitted form as a change of the record it was opened on. */
export function changeOf<Fields extends object>({
  version,
  ...patch
}: Fields & { version?: number }): Change<Omit<Fields, 'version'>> {
  return { version, patch }
}

/**
 * A record's fields with `change` applied, valid by the rules of the whole record. Call it in the transaction that writes them. The
 * activity log knows the record as `noun` and `loggedAs`. Throws Conflict when the change was based on an older version, and
 * Refused, 400, with the messages by field when the result is invalid.
 */
export async function applyPatch<Rules extends ZodType>(
  db: Database,
  noun: string,
  now: { id: number; version: number },
  { version, patch }: Change<output<Rules>>,
  rules: Rules,
  loggedAs = now.id,
): Promise<output<Rules>> {
  if (version !== undefined) await requireNewest(db, { noun, recordId: loggedAs }, now, version)
  return accepted(rules, { ...now, ...patch })
}

/** `input` as parsed by `rules`. Throws Refused, 400, with the messages by field. */
export function accepted<Rules extends ZodType>(rules: Rules, input: unknown): output<Rules> {
  const result = onServer(rules).safeParse(input)
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
export async function acceptedWith<Rules extends ZodType>(
  rules: Rules,
  input: unknown,
  also: () => Promise<unknown>,
): Promise<output<Rules>> {
  try {
    return accepted(rules, input)
  } catch (error) {
    await together([Promise.reject(error), also()])
    throw error
  }
}
