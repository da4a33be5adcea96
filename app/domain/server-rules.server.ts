import type { ZodType } from 'zod'
import { inspect } from './files/inspect.server'
import { collectErrors, Refused } from './refused'
import { renderPlainText } from './rich-text.server'
import { hasVisible } from './rules'
import { getFiles, listServerRules } from './server-rules'

const cachedSchemas = new WeakMap<ZodType, ZodType>()

/** Adds the rules that only the server can check: a formatted text without readable content counts as missing. */
export function addServerRules<Schema extends ZodType>(schema: Schema): Schema {
  const cached = cachedSchemas.get(schema)
  if (cached) return cached as Schema
  let strict: ZodType = schema
  for (const { name, rule } of listServerRules(schema)) {
    if (!('html' in rule)) continue
    strict = strict.refine((fields) => hasVisible(renderPlainText((fields as Record<string, string>)[name] ?? '')), {
      path: [name],
      message: rule.message,
      // Shown at the same time as other fields' messages, but not next to another message of this field.
      when: ({ value, issues }) =>
        typeof (value as Record<string, unknown> | undefined)?.[name] === 'string' &&
        issues.every(({ path }) => path?.[0] !== name),
    })
  }
  cachedSchemas.set(schema, strict)
  return strict as Schema
}

/** Inspects the files among `fields`, so that their errors appear with those of other fields. Throws Refused, invalid. */
export async function inspectFiles(schema: ZodType, fields: Record<string, unknown>): Promise<void> {
  const inspections: Promise<unknown>[] = []
  for (const { name, field, rule } of listServerRules(schema)) {
    if (!('file' in rule && field.safeParse(fields[name]).success)) continue
    for (const file of getFiles(fields[name])) {
      const inspection = inspect(file, { purpose: rule.file }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
        const { kind, message, retryAfter } = error
        throw new Refused(kind, message, { field: name, retryAfter })
      })
      inspections.push(inspection)
      // One at a time: some are read completely.
      await Promise.allSettled([inspection])
    }
  }
  await collectErrors(inspections)
}
