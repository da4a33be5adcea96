import { type ZodType, z } from 'zod'

/** The fields that a form may have, by name: 'title', 'picture.alt', 'items[2].title'. */
export interface FormShape {
  /** Each field's maximum number of characters. */
  fields: ReadonlyMap<string, number>
  /** Each list's maximum number of items. */
  lists: ReadonlyMap<string, number>
}

interface JsonSchema {
  maxLength?: number
  maxItems?: number
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

const cachedShapes = new WeakMap<ZodType, FormShape>()

/** For a field whose rule sets no length: a date, a choice, an address. */
const DEFAULT_MAX_LENGTH = 1000
/** For a list whose rule sets no maximum. */
const DEFAULT_MAX_ITEMS = 20

/** The shape of a schema's form. Throws an Error for a schema without fields. */
export function getFormShape(schema: ZodType): FormShape {
  const cached = cachedShapes.get(schema)
  if (cached) return cached
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  if (!properties) throw new Error('A form’s schema has no fields.')
  const fields = new Map<string, number>()
  const lists = new Map<string, number>()
  for (const [name, field] of Object.entries(properties)) addField(name, field, { fields, lists })
  cachedShapes.set(schema, { fields, lists })
  return { fields, lists }
}

/** The fields of a schema's form. */
export function getFormFields(schema: ZodType): ReadonlyMap<string, number> {
  return getFormShape(schema).fields
}

interface MutableFormShape {
  fields: Map<string, number>
  lists: Map<string, number>
}

function addField(name: string, field: JsonSchema, shape: MutableFormShape): void {
  const { properties, items, maxItems = DEFAULT_MAX_ITEMS } = field
  if (properties) {
    for (const [part, inner] of Object.entries(properties)) addField(`${name}.${part}`, inner, shape)
    return
  }
  if (!items?.properties) {
    shape.fields.set(name, getMaxLength(field))
    return
  }
  shape.lists.set(name, maxItems)
  // One more than allowed, so that an extra item gets an error message instead of being dropped.
  for (let index = 0; index <= maxItems; index++) addField(`${name}[${index}]`, items, shape)
}

function getMaxLength({ maxLength, anyOf = [] }: JsonSchema): number {
  return Math.max(maxLength ?? 0, ...anyOf.map((choice) => choice.maxLength ?? 0)) || DEFAULT_MAX_LENGTH
}
