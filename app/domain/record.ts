import { z } from 'zod'

export const recordId = z.int().positive()
/** A moment, as Date.toISOString() writes it. */
export const moment = z.iso.datetime()
/** A day of the calendar, YYYY-MM-DD, or none. */
export const dayOrNone = z.iso.date().nullable()
export const textOrNone = z.string().nullable()
/** What a record says in Easy Read, or nothing. */
export const easyReadHtml = textOrNone.describe('The same in Easy Read, as HTML that is safe to show.')
/** A path on this site. */
export const ownAddress = z.string().regex(/^\//)
/** Incremented by each change. */
export const recordVersion = z.int().positive()

/** Requires for each field of T a schema that takes every value of the field, and no other fields. */
type ShapeOf<T, Shape> = {
  [Key in keyof Shape]: Key extends keyof T ? (T[Key] extends z.output<Shape[Key]> ? Shape[Key] : never) : never
}

/** An API record's schema, with name and example. It compiles only with exactly the fields of the type T. */
export function recordOf<T>() {
  return <Shape extends { [Key in keyof T]: z.ZodType }>(
    name: string,
    description: string,
    shape: Shape & ShapeOf<T, Shape>,
    example?: { [Key in keyof Shape]: z.output<Shape[Key]> },
  ) => z.strictObject(shape as z.ZodRawShape).meta({ id: name, description, ...(example && { examples: [example] }) })
}
