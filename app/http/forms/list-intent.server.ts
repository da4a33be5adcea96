import type { Intent, SubmissionResult } from '@conform-to/react'
import { type FieldErrors, Refused } from '~/domain/refused'
import { INTENT_FIELD } from '~/ui/forms/unsaved'
import type { FormShape } from './fields.server'

/** A change of a list in a form: an item is added, removed or moved, and nothing is saved yet. */
export type ListIntent = Extract<Intent, { type: 'insert' | 'remove' | 'reorder' }>

/** The initial values of a list's new item, by the list's name. */
export type NewItems = Readonly<Record<string, object>>

/** In characters: longer than any intent of our buttons. */
const MAX_LENGTH = 1000

/** The list change that a form requests, if any. Throws Refused, invalid, for any that our buttons don't send. */
export function readListIntent(form: FormData, { lists }: FormShape, newItems: NewItems = {}): ListIntent | null {
  const [sent, ...more] = form.getAll(INTENT_FIELD)
  if (lists.size === 0 || sent === undefined) return null
  const intent =
    typeof sent === 'string' && sent.length <= MAX_LENGTH && more.length === 0 ? parseIntent(sent, lists) : null
  if (!intent) throw new Refused('invalid', 'We can’t tell what to change. Please try again.')
  if (intent.type !== 'insert') return intent
  const defaultValue = Object.hasOwn(newItems, intent.payload.name) ? newItems[intent.payload.name] : {}
  return { type: 'insert', payload: { ...intent.payload, defaultValue: defaultValue as never } }
}

/** Adds messages to the reply to a list change: the list's own, and `errors`, moved to the new positions of their fields. */
export function addListMessages(reply: SubmissionResult<string[]>, errors: FieldErrors): SubmissionResult<string[]> {
  const intent = reply.intent as ListIntent
  const movedErrors = Object.entries(errors).flatMap(([name, messages]) => {
    const newName = getNameAfter(intent, name)
    return newName === null ? [] : [[newName, messages] as const]
  })
  const listErrors = reply.error?.[intent.payload.name]
  // With an intent, Conform would drop all messages but the list's; `initialValue` has the change already.
  const { intent: _, fields: __, ...rest } = reply
  return {
    ...rest,
    error: { ...(listErrors && { [intent.payload.name]: listErrors }), ...Object.fromEntries(movedErrors) },
  }
}

function getNameAfter({ type, payload }: ListIntent, name: string): string | null {
  const [, list, place, rest] = /^(\w+)\[(\d+)\](.*)$/.exec(name) ?? []
  if (list !== payload.name) return name
  const now = getIndexAfter({ type, payload } as ListIntent, Number(place))
  return now === null ? null : `${list}[${now}]${rest}`
}

function getIndexAfter({ type, payload }: ListIntent, index: number): number | null {
  if (type === 'insert') return index >= (payload.index ?? Number.POSITIVE_INFINITY) ? index + 1 : index
  if (type === 'remove') return index === payload.index ? null : index > payload.index ? index - 1 : index
  if (index === payload.from) return payload.to
  const without = index > payload.from ? index - 1 : index
  return without >= payload.to ? without + 1 : without
}

function parseIntent(sent: string, lists: FormShape['lists']): ListIntent | null {
  const { type, payload } = parseJson(sent)
  const { name, index, from, to } = (payload ?? {}) as Record<string, unknown>
  const maxItems = typeof name === 'string' ? lists.get(name) : undefined
  if (typeof name !== 'string' || maxItems === undefined) return null
  const isValidIndex = (place: unknown): place is number =>
    Number.isInteger(place) && Number(place) >= 0 && Number(place) <= maxItems
  if (type === 'insert' && (index === undefined || isValidIndex(index))) return { type, payload: { name, index } }
  if (type === 'remove' && isValidIndex(index)) return { type, payload: { name, index } }
  if (type === 'reorder' && isValidIndex(from) && isValidIndex(to)) return { type, payload: { name, from, to } }
  return null
}

function parseJson(sent: string): { type?: unknown; payload?: unknown } {
  try {
    return JSON.parse(sent) ?? {}
  } catch {
    return {}
  }
}
