import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { useEffect, useState } from 'react'
import { ACCEPTED_IMAGES, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import type { Shape, ShownPicture } from '~/domain/website/picture'
import { useNewWords } from '~/ui/forms/alt-field'
import { CheckboxField, TextArea } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { FieldError } from '~/ui/forms/labelled'
import { Picture } from '~/ui/site/picture'

/** A picture's fields in a form, as pictureRule reads them. */
export type PictureFields = Omit<ShownPicture, 'decoration'> & { file?: File; decoration?: boolean; back?: boolean }

/** As wide as it is shown beside its fields. */
const SIZES = '(min-width: 640px) 24rem, 100vw'
const framed = 'h-auto w-full max-w-sm rounded border border-line'

/** The present picture as the page shows it, a file to show instead, its words, and a tick to put our drawing back. */
export function PictureField({
  field,
  label,
  hint,
  shape: { width, height },
  isStored,
}: {
  field: FieldMetadata<PictureFields>
  label: string
  hint?: string
  shape: Shape
  /** Tells the words of the pictures that the form was opened with. */
  isStored: (words: string) => boolean
}) {
  const { drawing, picture, file, alt, decoration, back } = field.getFieldset()
  const newWords = useNewWords(alt.id, isStored, decoration.id)
  const present = { drawing: keptIn(drawing), picture: keptIn(picture) || undefined, alt: '' }
  return (
    <fieldset className="space-y-4 rounded border border-line p-4">
      <legend className="px-1 font-bold">{label}</legend>
      {hint && <p className="text-small text-ink-soft">{hint}</p>}
      <Hidden field={drawing} />
      <Hidden field={picture} />
      <Picture key={picture.key} shown={present} width={width} height={height} sizes={SIZES} className={framed} />
      <ChosenFile field={file} shape={{ width, height }} newWords={newWords} />
      <TextArea
        field={alt}
        label="What is in this picture?"
        hint="In one sentence. It is read aloud to people who can’t see the picture. For a new picture, please write new words."
        depends="(required for your own picture)"
        rows={2}
      />
      <CheckboxField
        field={decoration}
        label="It is only decoration"
        hint="Tick this if the picture adds nothing to the words. Then nothing is read aloud."
      />
      {present.picture && (
        <CheckboxField
          field={back}
          label="Put the drawing back"
          hint="The page shows the drawing again, and not your picture."
        />
      )}
    </fieldset>
  )
}

/** What a field holds now: after a refused form the picture that was kept then, which is not what the form was opened with. */
const keptIn = (field: FieldMetadata<unknown>) => String(field.value ?? field.initialValue ?? '')

/** What the form has to bring back unchanged; its message, should it come back otherwise, is shown too. */
function Hidden({ field }: { field: FieldMetadata<unknown> }) {
  const { key, ...props } = getInputProps(field as FieldMetadata<string>, { type: 'hidden', ariaAttributes: false })
  return (
    <>
      <FieldError field={field} />
      <input key={key} {...props} defaultValue={undefined} value={keptIn(field)} />
    </>
  )
}

/** The file picker; where scripts run, with the chosen picture about as the page will show it. */
function ChosenFile({
  field,
  shape,
  newWords,
}: {
  field: FieldMetadata<unknown>
  shape: Shape
  newWords: ReturnType<typeof useNewWords>
}) {
  const [url, setUrl] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])
  function show(files: File[]) {
    setUrl(files[0]?.type.startsWith('image/') ? URL.createObjectURL(files[0]) : undefined)
    newWords.onChosen(files)
  }
  return (
    <>
      <FileField
        field={field}
        label="New Picture (optional)"
        hint="An image, up to 5 MB. Everyone can see it on the website. If it is too wide or too tall, its edges are cut off."
        accept={ACCEPTED_IMAGES}
        limit={FILE_LIMIT}
        tooLarge={TOO_LARGE}
        onChosen={show}
        note={newWords.asked}
      />
      {url && (
        <figure>
          {/* Only where scripts run, so the policy against style attributes does not meet it. */}
          <img
            src={url}
            alt="What you chose"
            onError={() => setUrl(undefined)}
            style={{ aspectRatio: `${shape.width} / ${shape.height}` }}
            className="w-full max-w-sm rounded border border-line object-cover"
          />
          <figcaption className="text-small text-ink-soft">This is about how the page will show it.</figcaption>
        </figure>
      )}
    </>
  )
}
