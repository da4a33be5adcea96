import type { Intent, SubmissionResult } from '@conform-to/react'
import { type FieldErrors, Refused } from '~/domain/refused'
import { INTENT_FIELD } from '~/ui/forms/list-change'
import type { FormShape } from './fields.server'

/** A change of a list in a form: something is added, removed or moved, and nothing is saved yet. */
export type ListIntent = Extract<Intent, { type: 'insert' | 'remove' | 'reorder' }>

/** What a new item of a list begins with, by the list's name. */
export type NewItems = Readonly<Record<string, object>>

/** Longer than any that our buttons send. */
const LONGEST = 1000

/** The change of a list that a form asks for, if any: names and places alone. Throws Refused, 400, for any but our own. */
export function readListIntent(form: FormData, { lists }: FormShape, begins: NewItems = {}): ListIntent | null {
  const [sent, ...more] = form.getAll(INTENT_FIELD)
  if (lists.size === 0 || sent === undefined) return null
  const intent = typeof sent === 'string' && sent.length <= LONGEST && more.length === 0 ? read(sent, lists) : null
  if (!intent) throw new Refused(400, 'We can’t tell what to change. Please try again.')
  if (intent.type !== 'insert') return intent
  const defaultValue = Object.hasOwn(begins, intent.payload.name) ? begins[intent.payload.name] : {}
  return { type: 'insert', payload: { ...intent.payload, defaultValue: defaultValue as never } }
}

/** The reply to a change of a list: of the list, and of `errors`, by the fields as sent, where their things stand now. */
export function addListMessages(reply: SubmissionResult<string[]>, errors: FieldErrors): SubmissionResult<string[]> {
  const intent = reply.intent as ListIntent
  const moved = Object.entries(errors).flatMap(([name, messages]) => {
    const now = nameAfter(intent, name)
    return now === null ? [] : [[now, messages] as const]
  })
  const own = reply.error?.[intent.payload.name]
  // With the change Conform would leave out every message but the list's; `initialValue` has it already.
  const { intent: _, fields: __, ...rest } = reply
  return { ...rest, error: { ...(own && { [intent.payload.name]: own }), ...Object.fromEntries(moved) } }
}

function nameAfter({ type, payload }: ListIntent, name: string): string | null {
  const [, list, place, rest] = /^(\w+)\[(\d+)\](.*)$/.exec(name) ?? []
  if (list !== payload.name) return name
  const now = placeAfter({ type, payload } as ListIntent, Number(place))
  return now === null ? null : `${list}[${now}]${rest}`
}

function placeAfter({ type, payload }: ListIntent, place: number): number | null {
  if (type === 'insert') return place >= (payload.index ?? Number.POSITIVE_INFINITY) ? place + 1 : place
  if (type === 'remove') return place === payload.index ? null : place > payload.index ? place - 1 : place
  if (place === payload.from) return payload.to
  const without = place > payload.from ? place - 1 : place
  return without >= payload.to ? without + 1 : without
}

function read(sent: string, lists: FormShape['lists']): ListIntent | null {
  const { type, payload } = parsed(sent)
  const { name, index, from, to } = (payload ?? {}) as Record<string, unknown>
  const most = typeof name === 'string' ? lists.get(name) : undefined
  if (typeof name !== 'string' || most === undefined) return null
  const isPlace = (place: unknown): place is number =>
    Number.isInteger(place) && Number(place) >= 0 && Number(place) <= most
  if (type === 'insert' && (index === undefined || isPlace(index))) return { type, payload: { name, index } }
  if (type === 'remove' && isPlace(index)) return { type, payload: { name, index } }
  if (type === 'reorder' && isPlace(from) && isPlace(to)) return { type, payload: { name, from, to } }
  return null
}

function parsed(sent: string): { type?: unknown; payload?: unknown } {
  try {
    return JSON.parse(sent) ?? {}
  } catch {
    return {}
  }
}
