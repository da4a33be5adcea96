import { type FieldMetadata, getInputProps } from '@conform-to/react'
import type { ShownPicture } from '~/domain/website/picture'
import { TextArea } from '~/ui/field'
import { Picture } from '~/ui/picture'

/** A picture of a page: what is shown there now, and what is in it. */
export function DrawingField({
  field,
  label,
  hint,
  shape: { width, height },
}: {
  field: FieldMetadata<unknown>
  label: string
  hint?: string
  shape: { width: number; height: number }
}) {
  const { drawing, alt } = (field as FieldMetadata<ShownPicture>).getFieldset()
  const { key, ...props } = getInputProps(drawing, { type: 'hidden', ariaAttributes: false })
  return (
    <fieldset className="space-y-4 rounded border border-line p-4">
      <legend className="px-1 font-bold">{label}</legend>
      {hint && <p className="text-small text-ink-soft">{hint}</p>}
      <input key={key} {...props} />
      {drawing.initialValue && (
        <Picture
          name={drawing.initialValue}
          width={width}
          height={height}
          className="h-auto w-full max-w-sm rounded border border-line"
        />
      )}
      <TextArea
        field={alt}
        label="What is in this picture?"
        hint="In one sentence. It is read aloud to people who can’t see the picture. Leave it empty if the picture only decorates."
        rows={2}
      />
    </fieldset>
  )
}
