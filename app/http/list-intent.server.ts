import type { Intent } from '@conform-to/react'
import { Refused } from '~/domain/refused'
import { INTENT_FIELD } from '~/ui/list-change'
import type { FormShape } from './fields.server'

/** A change of a list in a form: something is added, removed or moved, and nothing is saved yet. */
export type ListIntent = Extract<Intent, { type: 'insert' | 'remove' | 'reorder' }>

/** What a new item of a list begins with, by the list's name. */
export type NewItems = Readonly<Record<string, object>>

/** Longer than any that our buttons send. */
const LONGEST = 1000

/**
 * The change of a list that a form asks for; null when it asks for none, or has no lists. Only names and places are taken from the
 * form, since Conform obeys whatever it is told. Throws Refused, 400, for what no button of ours sends.
 */
export function listIntentIn(form: FormData, { lists }: FormShape, begins: NewItems = {}): ListIntent | null {
  const [sent, ...more] = form.getAll(INTENT_FIELD)
  if (lists.size === 0 || sent === undefined) return null
  const intent = typeof sent === 'string' && sent.length <= LONGEST && more.length === 0 ? read(sent, lists) : null
  if (!intent) throw new Refused(400, 'We can’t tell what to change. Please try again.')
  if (intent.type !== 'insert') return intent
  const defaultValue = Object.hasOwn(begins, intent.payload.name) ? begins[intent.payload.name] : {}
  return { type: 'insert', payload: { ...intent.payload, defaultValue: defaultValue as never } }
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
