import { z } from 'zod'

export const recordId = z.int().positive()
/** A moment, as Date.toISOString() writes it. */
export const moment = z.iso.datetime()
/** A day of the calendar, YYYY-MM-DD, or none. */
export const dayOrNone = z.iso.date().nullable()
export const textOrNone = z.string().nullable()
/** What a record says in Easy Read, or nothing. */
export const easyReadHtml = textOrNone.describe('The same in Easy Read, as HTML that is safe to show.')
export const ownAddress = z.string().regex(/^\//)
/** Incremented by each change. */
export const recordVersion = z.int().positive()

/** Requires for each field of T a rule that takes every value of the field, and no other fields. */
type ShapeOf<T, Shape> = {
  [Key in keyof Shape]: Key extends keyof T ? (T[Key] extends z.output<Shape[Key]> ? Shape[Key] : never) : never
}

/** The fields of a record, each with its rule and an example. */
type Fields<Shape> = { [Key in keyof Shape]: readonly [rule: Shape[Key], example?: z.output<Shape[Key]>] }

const eachAt = (fields: Record<string, readonly [z.ZodType, unknown?]>, at: 0 | 1) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[at]]))

/** An API record's schema, with name, and with an example where each field has one. It compiles only with exactly the fields of the type T. */
export function defineRecord<T>() {
  return <Shape extends { [Key in keyof T]: z.ZodType }>(
    name: string,
    description: string,
    fields: Fields<Shape> & Fields<ShapeOf<T, Shape>>,
  ) => {
    const input = fields as Parameters<typeof eachAt>[0]
    const isWhole = Object.values(input).every(({ length }) => length === 2)
    const rules = z.strictObject(eachAt(input, 0) as Shape)
    return rules.meta({ id: name, description, ...(isWhole && { examples: [eachAt(input, 1)] }) })
  }
}

export const sharedFields = <Shape extends Record<string, z.ZodType>>(fields: Fields<Shape>): Fields<Shape> => fields

export const getExamples = (fields: Parameters<typeof eachAt>[0]) => eachAt(fields, 1)

export function getExample<Rules extends z.ZodType>(record: Rules): z.output<Rules> {
  const { examples } = record.meta() as { examples: [z.output<Rules>] }
  return examples[0]
}
