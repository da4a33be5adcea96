import { type ZodType, z } from 'zod'

const known = new WeakMap<ZodType, ReadonlyMap<string, number>>()

/** The most characters of a field whose rule sets no length: a date, a choice, an address. */
const USUAL_LENGTH = 1000

/** The fields of a form's schema, each with the most characters that its rule accepts. Throws an Error for a schema without fields. */
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
