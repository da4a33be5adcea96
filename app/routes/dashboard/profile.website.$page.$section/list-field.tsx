import { type FieldMetadata, type FormMetadata, type Intent, parse } from '@conform-to/react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { truncate } from '~/domain/text'
import type { NamedField, SectionView } from '~/domain/website/field-kinds'
import { useHydrated } from '~/ui/browser/external-store'
import { Button } from '~/ui/button'
import { FieldError } from '~/ui/forms/labelled'
import { INTENT_FIELD, type ListChange } from '~/ui/forms/unsaved'
import type { FormValidator } from '~/ui/forms/validate'
import { Icon } from '~/ui/icon'
import { SectionField, type StoredTexts } from './words-field'

type SectionFormData = FormMetadata<Record<string, unknown>>
type ItemData = FieldMetadata<Record<string, unknown>>

interface ListFieldProps {
  kind: ListKind
  field: FieldMetadata<unknown>
  form: SectionFormData
  /** The last change to one of the form's lists. */
  change: ListChange | undefined
  stored: StoredTexts
}

/** The id of an item's move button, which gets the focus again after a move. */
export const getMoveButtonId = (item: { id: string }, direction: 'up' | 'down') => `${item.id}-${direction}`

/** A list of folded items with buttons to add, remove and move them; works without scripts. */
export function ListField({ kind, field, form, change, stored }: ListFieldProps) {
  const items = Array.isArray(field.initialValue)
    ? (field as FieldMetadata<Record<string, unknown>[]>).getFieldList()
    : []
  const ownChange = change?.list === field.name ? change : undefined
  const isRemovedAt = (index: number) => ownChange?.kind === 'remove' && ownChange.place === index
  return (
    <section aria-labelledby={field.id}>
      <h3 id={field.id} tabIndex={-1}>
        {kind.label}
      </h3>
      {kind.hint && <p className="text-small text-ink-soft">{kind.hint}</p>}
      <FieldError field={field} />
      <ol className="long-words mt-2 divide-y divide-line rounded border border-line bg-white px-4 empty:hidden">
        {items.map((item, index) => (
          <li key={item.key ?? index}>
            {isRemovedAt(index) && ownChange && <ListChangeMessage change={ownChange} />}
            <ItemFold
              item={item}
              {...{ kind, form, place: index, stored }}
              count={items.length}
              change={ownChange && ownChange.kind !== 'remove' && ownChange.place === index ? ownChange : undefined}
            />
          </li>
        ))}
      </ol>
      {isRemovedAt(items.length) && ownChange && <ListChangeMessage change={ownChange} />}
      {items.length < kind.max ? (
        <Button
          variant="secondary"
          className="mt-4"
          {...form.insert.getButtonProps({ name: field.name, defaultValue: createItem(kind) as never })}
        >
          <Icon name="plus" className="h-5 w-5" />
          Add {addArticle(kind)}
        </Button>
      ) : (
        <p className="mt-4 text-small text-ink-soft">You have {kind.max} here. You can’t add more.</p>
      )}
    </section>
  )
}

/** A message where the list changed. A page without scripts opens there. */
function ListChangeMessage({ change }: { change: ListChange }) {
  const [isServed] = useState(useHydrated() === false)
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts nothing else can bring readers back to where they were
    <p tabIndex={-1} autoFocus={isServed} data-changed className="mt-3 border-l-4 border-sun pl-4">
      {change.words}
    </p>
  )
}

interface ItemFoldProps extends Omit<ListFieldProps, 'field'> {
  item: ItemData
  place: number
  count: number
}

function ItemFold({ item, kind, form, place, count, change, stored }: ItemFoldProps) {
  const fields = item.getFieldset()
  const title = getItemTitle(kind, (name) => fields[name]?.value, place)
  const hasErrors = item.valid === false
  const fold = useRef<HTMLDetailsElement>(null)
  const [isOpen] = useState(hasErrors || change !== undefined)
  useEffect(() => {
    if (hasErrors && fold.current) fold.current.open = true
  }, [hasErrors])
  // Opened pictures stay open, so that a chosen file is not lost.
  const [wasOpened, setWasOpened] = useState(false)
  const hasOpenPictures = wasOpened || change?.kind === 'insert' || change?.kind === 'open'
  useEffect(() => setWasOpened(hasOpenPictures), [hasOpenPictures])
  const isFolded = ({ valid }: FieldMetadata<unknown>) => hasManyPictures(kind) && !hasOpenPictures && valid
  const list = item.name.replace(/\[\d+\]$/, '')
  const moveButtons = (['up', 'down'] as const)
    .map((link) => ({ direction: link, to: link === 'up' ? place - 1 : place + 1 }))
    .filter(({ to }) => to >= 0 && to < count)
  const tickedFields = kind.fields.filter(
    (field) => field.kind === 'tick' && !field.must && fields[field.name]?.value === 'on',
  )
  return (
    <>
      {change && <ListChangeMessage change={change} />}
      <details ref={fold} open={isOpen} className="fold" id={item.id}>
        <summary className="py-2">
          <span className="min-w-0">
            <span className="font-bold">{title}</span>
            {tickedFields.map(({ name, label }) => (
              <span key={name} className="block text-small text-ink-soft">
                {label}
              </span>
            ))}
          </span>
        </summary>
        <div className="space-y-6 pb-6 pt-2">
          <div className="flex flex-wrap gap-4">
            {moveButtons.map(({ direction: link, to }) => (
              <Button
                key={link}
                variant="secondary"
                id={getMoveButtonId(item, link)}
                {...form.reorder.getButtonProps({ name: list, from: place, to })}
              >
                Move {link}
                <span className="sr-only">{` ‘${title}’`}</span>
              </Button>
            ))}
            <Button variant="danger" {...form.remove.getButtonProps({ name: list, index: place })}>
              Remove<span className="sr-only">{` ‘${title}’`}</span>
            </Button>
          </div>
          {kind.fields.map((inner) => (
            <ItemField
              key={inner.name}
              kind={inner}
              field={fields[inner.name] as FieldMetadata<unknown>}
              stored={stored}
              isFolded={isFolded(fields[inner.name] as FieldMetadata<unknown>)}
            />
          ))}
          {hasManyPictures(kind) && !hasOpenPictures && (
            <Button variant="secondary" {...form.reorder.getButtonProps({ name: list, from: place, to: place })}>
              Change the picture<span className="sr-only">{` of ‘${title}’`}</span>
            </Button>
          )}
        </div>
      </details>
    </>
  )
}

/** Lists can't be nested. */
function ItemField({ kind, ...rest }: { kind: NamedField } & Omit<ComponentProps<typeof SectionField>, 'kind'>) {
  return kind.kind === 'list' ? null : <SectionField kind={kind} {...rest} />
}

type ListKind = Extract<NamedField, { kind: 'list' }>
type ListIntent = Extract<Intent, { type: ListChange['kind'] }>

/** Initial values of a new item: a placeholder drawing for each required picture. */
function createItem({ fields }: ListKind): Record<string, unknown> {
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
const addArticle = ({ one }: Pick<ListKind, 'one'>) => `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`

/** An item's title: its first text, after its year if it has one, or else its number. */
function getItemTitle({ fields, one }: ListKind, getText: (field: string) => unknown, index: number): string {
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
const hasManyPictures = ({ fields }: ListKind) =>
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
