import { type Intent, parse } from '@conform-to/react'
import { truncate } from '~/domain/text'
import type { NamedField, SectionView } from '~/domain/website/field-kinds'
import { INTENT_FIELD, type ListChange } from '~/ui/forms/list-change'
import type { FormValidator } from '~/ui/forms/validate'

export type ListKind = Extract<NamedField, { kind: 'list' }>
type ListIntent = Extract<Intent, { type: ListChange['kind'] }>

/** Initial values of a new item: a placeholder drawing for each required picture. */
export function createItem({ fields }: ListKind): Record<string, unknown> {
  const pictures = fields.filter((field) => field.kind === 'picture')
  return Object.fromEntries(
    pictures.map(({ name, isOptional }) => [name, { drawing: isOptional ? '' : 'garden', alt: '' }]),
  )
}

export function createItemsByList({ fields }: SectionView): Record<string, object> {
  return Object.fromEntries(filterLists(fields).map((list) => [list.name, createItem(list)]))
}

const filterLists = (fields: readonly NamedField[]) =>
  fields.filter((field): field is ListKind => field.kind === 'list')

/** 'an activity', 'a card'. */
export const addArticle = ({ one }: Pick<ListKind, 'one'>) => `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`

/** An item's title: its first text, after its year if it has one, or else its number. */
export function getItemTitle({ fields, one }: ListKind, getText: (field: string) => unknown, index: number): string {
  const first = fields.findIndex(({ kind }) => kind === 'line' || kind === 'text')
  const titleFields = fields.slice(0, first + 1).filter(({ kind }) => ['line', 'text', 'number'].includes(kind))
  const words = titleFields.map(({ name }) => String(getText(name) ?? '').trim()).filter(Boolean)
  return truncate(words.join(': '), 80) || formatItemNumber(one, index)
}

const formatItemNumber = (one: string, index: number) => `${one[0]?.toUpperCase()}${one.slice(1)} ${index + 1}`

/** A field's name in the error summary: 'Heading', 'Year 3, Title'. Undefined for a tick, whose message is enough. */
export function getErrorLabel({ fields }: SectionView, name: string): string | undefined {
  const [, first, place, inner] = /^(\w+)(?:\[(\d+)\]\.(\w+))?/.exec(name) ?? []
  const list = fields.find((field) => field.name === first)
  if (list?.kind !== 'list' || place === undefined) return list?.kind === 'tick' ? undefined : list?.label
  const field = list.fields.find((one) => one.name === inner)
  const item = formatItemNumber(list.one, Number(place))
  return !field || field.kind === 'tick' ? item : `${item}, ${field.label}`
}

/** Whether a list offers so many pictures that an item folds the choice. */
export const hasManyPictures = ({ fields }: ListKind) =>
  fields.some((field) => field.kind === 'choice' && field.drawn === 'symbols')

/** Describes what the pressed button does to a list; undefined for any other button. */
export function describeListChange({ fields }: SectionView, form: FormData): ListChange | undefined {
  const intent = parseIntent(form)
  const list = filterLists(fields).find(({ name }) => name === intent?.payload.name)
  if (!intent || !list) return undefined
  const { name } = list
  const count = countItems(form, name)
  const getTitleAt = (index: number) => getItemTitle(list, (field) => form.get(`${name}[${index}].${field}`), index)
  const createChange = (kind: ListChange['kind'], index: number, words: string) => ({
    kind,
    list: name,
    place: index,
    words,
  })
  if (intent.type === 'insert') return createChange('insert', count, `Please fill in the new ${list.one}.`)
  if (intent.type === 'remove') {
    const { index } = intent.payload
    const undoHint = 'Press ‘Cancel’ to change nothing.'
    return createChange('remove', index, `‘${getTitleAt(index)}’ will be removed when you press ‘Publish’. ${undoHint}`)
  }
  const { from, to } = intent.payload
  if (from === to) return createChange('open', to, `Choose a picture for ‘${getTitleAt(to)}’.`)
  return createChange('reorder', to, `‘${getTitleAt(from)}’ is now number ${to + 1} of ${count}.`)
}

function parseIntent(form: FormData): ListIntent | undefined {
  try {
    return JSON.parse(String(form.get(INTENT_FIELD))) ?? undefined
  } catch {
    return undefined
  }
}

function countItems(form: FormData, list: string): number {
  const indexes = [...form.keys()].map((name) =>
    name.startsWith(`${list}[`) ? Number.parseInt(name.slice(list.length + 1), 10) : -1,
  )
  return Math.max(-1, ...indexes) + 1
}

/** Conform's `validate` for a form whose rules stay on the server: only changes lists. */
export const validateListChanges: FormValidator = (form) =>
  parse<unknown, string[]>(form, {
    resolve: (_, intent) => ({ error: intent ? keepOtherMessages(form, intent) : null }),
  })

function keepOtherMessages(form: FormData, intent: Intent): Record<string, null> {
  const list = `${(intent as ListIntent).payload.name}[`
  const otherNames = [...form.keys()].filter((name) => name !== INTENT_FIELD && !name.startsWith(list))
  return Object.fromEntries(otherNames.map((name) => [name, null]))
}
