import { type Intent, parse } from '@conform-to/react'
import { truncate } from '~/domain/text'
import type { NamedField, SectionView } from '~/domain/website/field-kinds'
import { INTENT_FIELD, type ListChange } from '~/ui/forms/list-change'
import type { FormValidator } from '~/ui/forms/validate'

export type ListKind = Extract<NamedField, { kind: 'list' }>
type ListIntent = Extract<Intent, { type: ListChange['kind'] }>

/** What a new item of a list begins with: a drawing in the place of each picture that is always there. */
export function newItem({ fields }: ListKind): Record<string, unknown> {
  const pictures = fields.filter((field) => field.kind === 'picture')
  return Object.fromEntries(
    pictures.map(({ name, isOptional }) => [name, { drawing: isOptional ? '' : 'garden', alt: '' }]),
  )
}

/** The same for all lists of a section, by their names. */
export function newItems({ fields }: SectionView): Record<string, object> {
  return Object.fromEntries(listsOf(fields).map((list) => [list.name, newItem(list)]))
}

const listsOf = (fields: readonly NamedField[]) => fields.filter((field): field is ListKind => field.kind === 'list')

/** 'an activity', 'a card'. */
export const oneOf = ({ one }: Pick<ListKind, 'one'>) => `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`

/** What an item is called: by its first words, with a year before them, else by its place. */
export function itemTitle({ fields, one }: ListKind, wordsOf: (field: string) => unknown, place: number): string {
  const first = fields.findIndex(({ kind }) => kind === 'line' || kind === 'text')
  const named = fields.slice(0, first + 1).filter(({ kind }) => ['line', 'text', 'number'].includes(kind))
  const words = named.map(({ name }) => String(wordsOf(name) ?? '').trim()).filter(Boolean)
  return truncate(words.join(': '), 80) || numbered(one, place)
}

/** 'Year 3'. */
const numbered = (one: string, place: number) => `${one[0]?.toUpperCase()}${one.slice(1)} ${place + 1}`

/** What a field of a section's form is called where its message stands alone: 'Heading', 'Year 3, Title'; a tick's message says it all. */
export function calledIn({ fields }: SectionView, name: string): string | undefined {
  const [, first, place, inner] = /^(\w+)(?:\[(\d+)\]\.(\w+))?/.exec(name) ?? []
  const list = fields.find((field) => field.name === first)
  if (list?.kind !== 'list' || place === undefined) return list?.kind === 'tick' ? undefined : list?.label
  const field = list.fields.find((one) => one.name === inner)
  const item = numbered(list.one, Number(place))
  return !field || field.kind === 'tick' ? item : `${item}, ${field.label}`
}

/** Whether a list has so many pictures to choose from that an item shows them only to who asks for them. */
export const foldsPictures = ({ fields }: ListKind) =>
  fields.some((field) => field.kind === 'choice' && field.drawn === 'symbols')

/** What the pressed button of a form does to one of its lists, in words; undefined for any other button. */
export function listChangeIn({ fields }: SectionView, form: FormData): ListChange | undefined {
  const intent = intentIn(form)
  const list = listsOf(fields).find(({ name }) => name === intent?.payload.name)
  if (!intent || !list) return undefined
  const { name } = list
  const count = countItems(form, name)
  const titleAt = (place: number) => itemTitle(list, (field) => form.get(`${name}[${place}].${field}`), place)
  const changed = (kind: ListChange['kind'], place: number, words: string) => ({ kind, list: name, place, words })
  if (intent.type === 'insert') return changed('insert', count, `Here is ${oneOf(list)} to fill in.`)
  if (intent.type === 'remove') {
    const { index } = intent.payload
    const stored = '‘Cancel’ keeps everything as it was.'
    return changed('remove', index, `‘${titleAt(index)}’ goes when you press ‘Publish’. ${stored}`)
  }
  const { from, to } = intent.payload
  if (from === to) return changed('open', to, `Choose a picture for ‘${titleAt(to)}’.`)
  return changed('reorder', to, `‘${titleAt(from)}’ is number ${to + 1} of ${count} now.`)
}

function intentIn(form: FormData): ListIntent | undefined {
  try {
    return JSON.parse(String(form.get(INTENT_FIELD))) ?? undefined
  } catch {
    return undefined
  }
}

function countItems(form: FormData, list: string): number {
  const places = [...form.keys()].map((name) =>
    name.startsWith(`${list}[`) ? Number.parseInt(name.slice(list.length + 1), 10) : -1,
  )
  return Math.max(-1, ...places) + 1
}

/** Conform's check for a form whose rules stay on the server: it changes lists in the browser, and lets the server judge the rest. */
export const changeLists: FormValidator = (form) =>
  parse<unknown, string[]>(form, {
    resolve: (_, intent) => ({ error: intent ? keptMessages(form, intent) : null }),
  })

/** For each field outside of the changed list: its message stays. */
function keptMessages(form: FormData, intent: Intent): Record<string, null> {
  const list = `${(intent as ListIntent).payload.name}[`
  const others = [...form.keys()].filter((name) => name !== INTENT_FIELD && !name.startsWith(list))
  return Object.fromEntries(others.map((name) => [name, null]))
}
