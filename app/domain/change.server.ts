import type { output, ZodType } from 'zod'
import type { Database } from '~db/schema'
import { requireNewest } from './conflict.server'
import { type FieldErrors, Refused } from './refused'

/**
 * A change of a record: the fields to set, while those left out stay as they are, and the version of the record that it was
 * made of, where the sender says so. The values are looked at only when they meet the record, by the rules of the whole.
 */
export interface Change<Fields> {
  version?: number
  patch: { [Key in keyof Fields]?: unknown }
}

/** A saved form as a change of the record it was opened on. */
export function changeOf<Fields extends object>({
  version,
  ...patch
}: Fields & { version?: number }): Change<Omit<Fields, 'version'>> {
  return { version, patch }
}

/**
 * What a record's fields are once `change` is made, by the rules of the whole record. Call it in the transaction that writes
 * them, so that nothing comes between. The activity log knows the record as `noun` and `loggedAs`. Throws Conflict when the change was made of an older version, Refused, 400, with the
 * messages by field when the whole keeps its rules no longer.
 */
export async function merged<Rules extends ZodType>(
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

/** `input` as `rules` take it. Throws Refused, 400, with the messages by field. */
export function accepted<Rules extends ZodType>(rules: Rules, input: unknown): output<Rules> {
  const result = rules.safeParse(input)
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    // Without a prototype's own names: a body may hold any key.
    if (field) errors[field] = [...(Object.hasOwn(errors, field) ? (errors[field] ?? []) : []), message]
  }
  throw new Refused(400, result.error.issues.map(({ message }) => message).join(' '), { errors })
}
