import { z } from 'zod'
import { CLOCK_TIME } from './times'

export const recordId = z.int().positive()
/** A moment, as Date.toISOString() formats it. */
export const moment = z.iso.datetime()
/** A calendar day, YYYY-MM-DD, or null. */
export const dayOrNone = z.iso.date().nullable()
/** A time of day, HH:MM. */
export const clockTime = z.string().regex(CLOCK_TIME)
export const textOrNone = z.string().nullable()
/** A record's Easy Read version, or null. */
export const easyReadHtml = textOrNone.describe('The same in Easy Read, as HTML that is safe to show.')
export const ownAddress = z.string().regex(/^\//)
/** Incremented by each change. */
export const recordVersion = z.int().positive()

/** Requires a rule for each field of T that accepts all its values, and no other fields. */
type ShapeOf<T, Shape> = {
  [Key in keyof Shape]: Key extends keyof T ? (T[Key] extends z.output<Shape[Key]> ? Shape[Key] : never) : never
}

/** The fields of a record, each with its rule and an example. */
type Fields<Shape> = { [Key in keyof Shape]: readonly [rule: Shape[Key], example?: z.output<Shape[Key]>] }

const pickFromEach = (fields: Record<string, readonly [z.ZodType, unknown?]>, at: 0 | 1) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[at]]))

/**
 * An API record's schema, with a name, and with an example if each field has one. It compiles only with exactly the fields of T.
 */
export function defineRecordSchema<T>() {
  return <Shape extends { [Key in keyof T]: z.ZodType }>(
    name: string,
    description: string,
    fields: Fields<Shape> & Fields<ShapeOf<T, Shape>>,
  ) => {
    const untyped = fields as Parameters<typeof pickFromEach>[0]
    const hasAllExamples = Object.values(untyped).every(({ length }) => length === 2)
    const rules = z.strictObject(pickFromEach(untyped, 0) as Shape)
    return rules.meta({ id: name, description, ...(hasAllExamples && { examples: [pickFromEach(untyped, 1)] }) })
  }
}

export const sharedFields = <Shape extends Record<string, z.ZodType>>(fields: Fields<Shape>): Fields<Shape> => fields

export const getExamples = (fields: Parameters<typeof pickFromEach>[0]) => pickFromEach(fields, 1)

export function getExample<Rules extends z.ZodType>(record: Rules): z.output<Rules> {
  const { examples } = record.meta() as { examples: [z.output<Rules>] }
  return examples[0]
}
