import { type ZodType, z } from 'zod'

/** What a form may hold, as its fields are named: 'title', 'picture.alt', 'items[2].title'. */
export interface FormShape {
  /** Its fields, each with the most characters that its rule accepts. */
  fields: ReadonlyMap<string, number>
  /** Its lists, each with the most items that its rule accepts. */
  lists: ReadonlyMap<string, number>
}

interface Described {
  maxLength?: number
  maxItems?: number
  anyOf?: Described[]
  properties?: Record<string, Described>
  items?: Described
}

const known = new WeakMap<ZodType, FormShape>()

/** The most characters of a field whose rule sets no length: a date, a choice, an address. */
const USUAL_LENGTH = 1000
/** The most items of a list whose rule sets no number. */
const USUAL_NUMBER = 20

/** What a form of a schema may hold. Throws an Error for a schema without fields. */
export function getFormShape(schema: ZodType): FormShape {
  const before = known.get(schema)
  if (before) return before
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
  if (!properties) throw new Error('A form’s schema has no fields.')
  const fields = new Map<string, number>()
  const lists = new Map<string, number>()
  for (const [name, field] of Object.entries(properties)) add(name, field, { fields, lists })
  known.set(schema, { fields, lists })
  return { fields, lists }
}

/** Its fields alone. */
export function readFields(schema: ZodType): ReadonlyMap<string, number> {
  return getFormShape(schema).fields
}

interface Growing {
  fields: Map<string, number>
  lists: Map<string, number>
}

function add(name: string, field: Described, shape: Growing): void {
  const { properties, items, maxItems = USUAL_NUMBER } = field
  if (properties) {
    for (const [part, inner] of Object.entries(properties)) add(`${name}.${part}`, inner, shape)
    return
  }
  if (!items?.properties) {
    shape.fields.set(name, lengthOf(field))
    return
  }
  shape.lists.set(name, maxItems)
  // One more than there is room for, so that it is refused in words rather than left out in silence.
  for (let place = 0; place <= maxItems; place++) add(`${name}[${place}]`, items, shape)
}

function lengthOf({ maxLength, anyOf = [] }: Described): number {
  return Math.max(maxLength ?? 0, ...anyOf.map((choice) => choice.maxLength ?? 0)) || USUAL_LENGTH
}
