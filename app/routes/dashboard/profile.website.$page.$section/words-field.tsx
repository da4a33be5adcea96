import type { FieldMetadata } from '@conform-to/react'
import type { PictureName } from '~/content/easy-read'
import type { SafeHtml } from '~/domain/rich-text.server'
import type { NamedField } from '~/domain/website/field-kinds'
import { DateField } from '~/ui/forms/date-field'
import { CheckboxField, ChoiceField, SelectField, TextArea, TextField } from '~/ui/forms/field'
import { HtmlField } from '~/ui/forms/html-field'
import { Icon, type IconName } from '~/ui/icon'
import { IdeaSymbol } from '~/ui/idea-symbol'
import { Carried, PictureField, type PictureFields } from './picture-field'

/** A formatted text as it is typed, its HTML, and what would make it easier to read. */
export type Preview = [typed: string, shown: { html: SafeHtml; advice: string[] }]

/** What a form was opened with: whether these words were among it, and its formatted texts. */
export interface Stored {
  isIn: (words: string) => boolean
  previews: Map<Preview[0], Preview[1]>
}

/** A field of the website's words, but for lists, as its kind says. */
export function WordsField({
  kind,
  field,
  stored,
  isFolded = false,
}: {
  kind: Exclude<NamedField, { kind: 'list' }>
  field: FieldMetadata<unknown>
  stored: Stored
  /** Whether a picture is only shown, until somebody asks to change it. */
  isFolded?: boolean
}) {
  const { label, hint } = kind
  const own = { field, label, hint, required: 'isRequired' in kind && kind.isRequired }
  const preview = stored.previews.get(String(field.initialValue))
  switch (kind.kind) {
    case 'line':
      return <TextField {...own} hint={room(kind)} autoComplete="off" />
    case 'address':
      return <TextField {...own} inputMode="url" autoComplete="off" />
    case 'text':
      return <TextArea {...own} hint={room(kind)} rows={kind.most > 200 ? 5 : 3} />
    case 'prose':
      return (
        <HtmlField
          {...own}
          hint={room(kind)}
          preview={preview?.html ?? null}
          advice={preview?.advice}
          isSite
          hasHelp={false}
        />
      )
    case 'number':
      return <TextField {...own} inputMode="numeric" autoComplete="off" />
    case 'day':
      return <DateField {...own} />
    case 'choice':
      if (kind.drawn) return <DrawnField {...{ field, label, isFolded }} options={kind.options} drawn={kind.drawn} />
      return <SelectField {...own} required options={kind.options} placeholder="Please select" />
    case 'tick':
      return <CheckboxField field={field} label={label} hint={hint} />
    case 'picture':
      return (
        <PictureField
          field={field as FieldMetadata<PictureFields>}
          label={label}
          hint={hint}
          shape={{ width: kind.width, height: kind.height }}
          isOptional={kind.isOptional}
          isStored={stored.isIn}
          isFolded={isFolded}
        />
      )
  }
}

/** A choice among drawings of ours; folded, the one that is chosen. */
function DrawnField({
  options,
  drawn,
  isFolded,
  ...own
}: Pick<Extract<NamedField, { kind: 'choice' }>, 'label' | 'options'> & {
  field: FieldMetadata<unknown>
  drawn: 'icons' | 'symbols'
  isFolded: boolean
}) {
  const sampleOf = (value: string) =>
    drawn === 'icons' ? (
      <Icon name={value as IconName} className="mr-2 inline h-8 w-8 text-river" />
    ) : (
      <IdeaSymbol name={value as PictureName} className="mr-2 inline h-10 w-10 text-river" />
    )
  const chosen = options.find(({ value }) => value === own.field.value)
  if (isFolded && chosen)
    return (
      <p>
        <Carried field={own.field} />
        {sampleOf(chosen.value)}
        <span className="font-bold">{own.label}:</span> {chosen.label}
      </p>
    )
  const shown = options.map(({ value, label }) => ({ value, label, sample: sampleOf(value) }))
  return <ChoiceField {...own} options={shown} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3" />
}

/** The hint of a text, and how much room there is. */
function room({ hint, most }: { hint?: string; most: number }): string {
  return [hint, `At most ${most} characters.`].filter(Boolean).join(' ')
}
