import { type ZodType, z } from 'zod'

const known = new WeakMap<ZodType, ReadonlyMap<string, number>>()

/** What a field is taken to need whose rule says nothing of its length: a date, a choice, an address. */
const USUAL_LENGTH = 1000

/** The fields that a form's schema knows by name, each with the most characters that its rule takes. Throws an Error for a schema of no fields. */
export function fieldsOf(schema: ZodType): ReadonlyMap<string, number> {
  const before = known.get(schema)
  if (before) return before
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { maxLength?: number; anyOf?: { maxLength?: number }[] }>
  }
  if (!properties) throw new Error('A form’s schema has no fields.')
  const lengthOf = ({ maxLength, anyOf = [] }: { maxLength?: number; anyOf?: { maxLength?: number }[] }) =>
    Math.max(maxLength ?? 0, ...anyOf.map((choice) => choice.maxLength ?? 0)) || USUAL_LENGTH
  const fields = new Map(Object.entries(properties).map(([name, field]) => [name, lengthOf(field)]))
  known.set(schema, fields)
  return fields
}
