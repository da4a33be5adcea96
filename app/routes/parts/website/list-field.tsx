import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import type { SafeHtml } from '~/domain/safe-html'
import type { NamedLook } from '~/domain/website/looks'
import { Button } from '~/ui/button'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { FieldError } from '~/ui/labelled'
import type { ListChange } from '~/ui/list-change'
import { itemTitle, type ListLook, newItem, oneOf } from './list-changes'
import { WordsField } from './words-field'

type Form = FormMetadata<Record<string, unknown>>
type Item = FieldMetadata<Record<string, unknown>>

interface ListFieldProps {
  look: ListLook
  field: FieldMetadata<unknown>
  form: Form
  /** What was done to one of the form's lists last. */
  change: ListChange | undefined
  isStored: (html: string) => html is SafeHtml
}

/** The ids of an item's buttons, which get the focus again when the item has moved. */
export const moveId = (item: { id: string }, way: 'up' | 'down') => `${item.id}-${way}`

/** A list of the website's words: each item folded to one line, with buttons that add, remove and move them, with scripts or without. */
export function ListField({ look, field, form, change, isStored }: ListFieldProps) {
  const items = Array.isArray(field.initialValue)
    ? (field as FieldMetadata<Record<string, unknown>[]>).getFieldList()
    : []
  const own = change?.list === field.name ? change : undefined
  const isRemovedAt = (place: number) => own?.kind === 'remove' && own.place === place
  return (
    <section aria-labelledby={field.id}>
      <h3 id={field.id} tabIndex={-1}>
        {look.label}
      </h3>
      {look.hint && <p className="text-small text-ink-soft">{look.hint}</p>}
      <FieldError field={field} />
      <ol className="long-words mt-2 divide-y divide-line rounded border border-line bg-white px-4 empty:hidden">
        {items.map((item, place) => (
          <li key={item.key ?? place}>
            {isRemovedAt(place) && own && <Changed change={own} />}
            <ItemFold
              item={item}
              {...{ look, form, place, isStored }}
              count={items.length}
              change={own && own.kind !== 'remove' && own.place === place ? own : undefined}
            />
          </li>
        ))}
      </ol>
      {isRemovedAt(items.length) && own && <Changed change={own} />}
      {items.length < look.most ? (
        <Button
          look="secondary"
          className="mt-4"
          {...form.insert.getButtonProps({ name: field.name, defaultValue: newItem(look) as never })}
        >
          <Icon name="plus" className="h-5 w-5" />
          Add {oneOf(look)}
        </Button>
      ) : (
        <p className="mt-4 text-small text-ink-soft">There is room for {look.most} here, and they are all there.</p>
      )}
    </section>
  )
}

/** What was done, where it was done. A served page opens there. */
function Changed({ change }: { change: ListChange }) {
  const [isServed] = useState(useHydrated() === false)
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts nothing else can bring the reader back to where they were
    <p tabIndex={-1} autoFocus={isServed} data-changed className="mt-3 border-l-4 border-sun pl-4">
      {change.words}
    </p>
  )
}

interface ItemFoldProps extends Omit<ListFieldProps, 'field'> {
  item: Item
  place: number
  count: number
}

function ItemFold({ item, look, form, place, count, change, isStored }: ItemFoldProps) {
  const fields = item.getFieldset()
  const title = itemTitle(look, (name) => fields[name]?.value, place)
  const isWrong = item.valid === false
  const fold = useRef<HTMLDetailsElement>(null)
  const [isOpen] = useState(isWrong || change !== undefined)
  useEffect(() => {
    if (isWrong && fold.current) fold.current.open = true
  }, [isWrong])
  const list = item.name.replace(/\[\d+\]$/, '')
  const ticked = look.fields.filter(
    (field) => field.kind === 'tick' && !field.must && fields[field.name]?.value === 'on',
  )
  return (
    <>
      {change && <Changed change={change} />}
      <details ref={fold} open={isOpen} className="fold" id={item.id}>
        <summary className="py-2">
          <span className="min-w-0">
            <span className="font-bold">{title}</span>
            {ticked.map(({ name, label }) => (
              <span key={name} className="block text-small text-ink-soft">
                {label}
              </span>
            ))}
          </span>
        </summary>
        <div className="space-y-6 pb-6 pt-2">
          <div className="flex flex-wrap gap-4">
            {place > 0 && (
              <Button
                look="secondary"
                id={moveId(item, 'up')}
                {...form.reorder.getButtonProps({ name: list, from: place, to: place - 1 })}
              >
                Move up<span className="sr-only"> ‘{title}’</span>
              </Button>
            )}
            {place < count - 1 && (
              <Button
                look="secondary"
                id={moveId(item, 'down')}
                {...form.reorder.getButtonProps({ name: list, from: place, to: place + 1 })}
              >
                Move down<span className="sr-only"> ‘{title}’</span>
              </Button>
            )}
            <Button look="danger" {...form.remove.getButtonProps({ name: list, index: place })}>
              Remove<span className="sr-only"> ‘{title}’</span>
            </Button>
          </div>
          {look.fields.map((inner) => (
            <ItemField
              key={inner.name}
              look={inner}
              field={fields[inner.name] as FieldMetadata<unknown>}
              isStored={isStored}
            />
          ))}
        </div>
      </details>
    </>
  )
}

/** A list holds no lists. */
function ItemField({
  look,
  ...rest
}: { look: NamedLook; field: FieldMetadata<unknown> } & Pick<ListFieldProps, 'isStored'>) {
  return look.kind === 'list' ? null : <WordsField look={look} {...rest} />
}
