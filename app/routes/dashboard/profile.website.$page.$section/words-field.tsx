import type { FieldMetadata } from '@conform-to/react'
import type { PictureName } from '~/content/easy-read'
import type { SafeHtml } from '~/domain/rich-text.server'
import type { NamedField } from '~/domain/website/field-kinds'
import { DateField } from '~/ui/forms/date-field'
import { CheckboxField, ChoiceField, SelectField, TextArea, TextField } from '~/ui/forms/field'
import { HtmlField } from '~/ui/forms/html-field'
import { Icon, type IconName } from '~/ui/icon'
import { IdeaSymbol } from '~/ui/idea-symbol'
import { HiddenValues, PictureField, type PictureFields } from './picture-field'

/** A formatted text as typed, with its HTML and reading advice. */
export type Preview = [typed: string, shown: { html: SafeHtml; advice: string[] }]

export interface StoredTexts {
  isIn: (words: string) => boolean
  previews: Map<Preview[0], Preview[1]>
}

export function SectionField({
  kind,
  field,
  stored,
  isFolded = false,
}: {
  kind: Exclude<NamedField, { kind: 'list' }>
  field: FieldMetadata<unknown>
  stored: StoredTexts
  isFolded?: boolean
}) {
  const { label, hint } = kind
  const fieldProps = { field, label, hint, required: 'isRequired' in kind && kind.isRequired }
  const preview = stored.previews.get(String(field.initialValue))
  switch (kind.kind) {
    case 'line':
      return <TextField {...fieldProps} hint={formatHint(kind)} autoComplete="off" />
    case 'address':
      return <TextField {...fieldProps} inputMode="url" autoComplete="off" />
    case 'text':
      return <TextArea {...fieldProps} hint={formatHint(kind)} rows={kind.max > 200 ? 5 : 3} />
    case 'prose':
      return (
        <HtmlField
          {...fieldProps}
          hint={formatHint(kind)}
          preview={preview?.html ?? null}
          advice={preview?.advice}
          isSite
          hasHelp={false}
        />
      )
    case 'number':
      return <TextField {...fieldProps} inputMode="numeric" autoComplete="off" />
    case 'day':
      return <DateField {...fieldProps} />
    case 'choice':
      if (kind.drawn) return <DrawingChoice {...{ field, label, isFolded }} options={kind.options} drawn={kind.drawn} />
      return <SelectField {...fieldProps} required options={kind.options} placeholder="Please select" />
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

/** A choice of drawings; folded, only the chosen one. */
function DrawingChoice({
  options,
  drawn,
  isFolded,
  ...own
}: Pick<Extract<NamedField, { kind: 'choice' }>, 'label' | 'options'> & {
  field: FieldMetadata<unknown>
  drawn: 'icons' | 'symbols'
  isFolded: boolean
}) {
  const renderSample = (value: string) =>
    drawn === 'icons' ? (
      <Icon name={value as IconName} className="h-8 w-8 shrink-0 text-river" />
    ) : (
      <IdeaSymbol name={value as PictureName} className="h-10 w-10 shrink-0 text-river" />
    )
  const chosen = options.find(({ value }) => value === own.field.value)
  if (isFolded && chosen)
    return (
      <p className="flex items-center gap-2">
        <HiddenValues field={own.field} />
        {renderSample(chosen.value)}
        <span>
          <span className="font-bold">{own.label}:</span> {chosen.label}
        </span>
      </p>
    )
  const choices = options.map(({ value, label }) => ({ value, label, sample: renderSample(value) }))
  return <ChoiceField {...own} options={choices} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3" />
}

function formatHint({ hint, max }: { hint?: string; max: number }): string {
  return [hint, `At most ${max} characters.`].filter(Boolean).join(' ')
}
