import type { ZodType } from 'zod'
import { findContents, getFiles } from './contents'
import { inspect } from './files/inspect.server'
import { collectErrors, Refused } from './refused'
import { renderPlainText } from './rich-text.server'
import { hasVisible } from './rules'

const known = new WeakMap<ZodType, ZodType>()

/** A form's schema with the rules that only the server can keep: a formatted text of which nothing readable is left counts as left out. */
export function addServerRules<Schema extends ZodType>(schema: Schema): Schema {
  const before = known.get(schema)
  if (before) return before as Schema
  let strict: ZodType = schema
  for (const { name, content } of findContents(schema)) {
    if (!('html' in content)) continue
    strict = strict.refine((fields) => hasVisible(renderPlainText((fields as Record<string, string>)[name] ?? '')), {
      path: [name],
      message: content.message,
      // Together with the messages of other fields, and never next to another one of its own.
      when: ({ value, issues }) =>
        typeof (value as Record<string, unknown> | undefined)?.[name] === 'string' &&
        issues.every(({ path }) => path?.[0] !== name),
    })
  }
  known.set(schema, strict)
  return strict as Schema
}

/** Looks into the files among `fields`, so that a wrong one is told together with other messages. Throws Refused, 400. */
export async function inspectFiles(schema: ZodType, fields: Record<string, unknown>): Promise<void> {
  const inspections: Promise<unknown>[] = []
  for (const { name, field, content } of findContents(schema)) {
    if (!('file' in content && field.safeParse(fields[name]).success)) continue
    for (const file of getFiles(fields[name])) {
      const inspection = inspect(file, { purpose: content.file }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
        const { status, message, retryAfter } = error
        throw new Refused(status, message, { field: name, retryAfter })
      })
      inspections.push(inspection)
      // One after the other: some are read whole.
      await Promise.allSettled([inspection])
    }
  }
  await collectErrors(inspections)
}
