import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { useLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import type { PictureStudents } from '~/domain/consent/schema'
import { ACCEPTED_IMAGES, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import { parsePictureName, pictureParts, type Shape, type ShownPicture } from '~/domain/website/picture'
import { useAltForNewFile } from '~/ui/forms/alt-field'
import { CheckboxField, ChoiceField, TextArea } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { FieldError } from '~/ui/forms/labelled'
import { PictureStudentsFold } from '~/ui/forms/picture-students'
import { getFrameClass, WebsitePicture } from '~/ui/site/picture'

/** A picture's fields in a form, as pictureRule reads them. */
export type PictureFields = Omit<ShownPicture, 'decoration'> &
  PictureStudents & { file?: File; decoration?: boolean; back?: boolean }

/** As wide as a picture is shown next to its fields. */
const SIZES = '20rem'
const framed = 'h-auto w-full max-w-xs rounded-sm border border-line'

const partLabels = {
  '': 'A little above the middle',
  top: 'The top (of a broad one the left)',
  middle: 'The middle',
  bottom: 'The bottom (of a broad one the right)',
}

/** The present picture as the page shows it, a file to show instead, its words, and a tick to put our drawing back. */
export function PictureField({
  field,
  label,
  hint,
  shape,
  isOptional,
  isStored,
  isFolded,
}: {
  field: FieldMetadata<PictureFields>
  label: string
  hint?: string
  shape: Shape
  /** Whether nothing stands there without an upload. */
  isOptional?: boolean
  /** Tells the words of the pictures that the form was opened with. */
  isStored: (words: string) => boolean
  /** Whether only the picture is shown. */
  isFolded: boolean
}) {
  const { drawing, picture, part, file, alt, decoration, back, inPicture, nobodyInPicture } = field.getFieldset()
  // Of the page's own loader, which a type of it would make a circle of.
  const { students } = useLoaderData() as { students: Account[] }
  const [chosen, setChosen] = useChosen()
  const newWords = useAltForNewFile(alt.id, isStored, decoration.id)
  const present = { drawing: keptIn(drawing), picture: keptIn(picture) || undefined, alt: '' }
  if (isFolded)
    return (
      <>
        {present.picture && (
          <InShape shape={shape}>
            <WebsitePicture
              shown={{ ...present, part: pictureParts.find((one) => one === keptIn(part)) }}
              {...shape}
              sizes={SIZES}
              className="h-full rounded-sm"
            />
          </InShape>
        )}
        {[drawing, picture, part, alt, decoration, back, inPicture, nobodyInPicture].map((carried) => (
          <Carried key={carried.name} field={carried} />
        ))}
      </>
    )
  return (
    <fieldset className="space-y-4 rounded border border-line p-4">
      <legend className="px-1 font-bold">{label}</legend>
      {hint && <p className="text-small text-ink-soft">{hint}</p>}
      <Hidden field={drawing} />
      <Hidden field={picture} />
      {present.picture || chosen ? (
        <PartField key={picture.key} field={part} shape={shape} present={present} chosen={chosen} />
      ) : (
        <WebsitePicture shown={present} {...shape} className={framed} />
      )}
      <FileField
        field={file}
        label="New Picture (optional)"
        hint="An image, up to 5 MB. Everyone can see it on the website."
        accept={ACCEPTED_IMAGES}
        limit={FILE_LIMIT}
        tooLarge={TOO_LARGE}
        onChosen={(files) => {
          setChosen(files[0])
          newWords.onChosen(files)
        }}
        note={newWords.asked}
      />
      <PictureStudentsFold inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
      <TextArea
        field={alt}
        label="What is in this picture?"
        hint="In one sentence. It is read aloud to people who can’t see the picture. For a new picture, please write new words."
        requiredWhen="(required for your own picture)"
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
          label={isOptional ? 'Take this picture away' : 'Put the drawing back'}
          hint={
            isOptional ? 'Nothing is shown in its place.' : 'The page shows the drawing again, and not your picture.'
          }
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

/** A field that is not shown, with all that it holds. */
export function Carried({ field }: { field: FieldMetadata<unknown> }) {
  const values = [field.value ?? field.initialValue].flat().filter(Boolean)
  return values.map((value) => <input key={String(value)} type="hidden" name={field.name} value={String(value)} />)
}

interface Chosen extends Shape {
  url: string
}

/** A chosen picture that this browser can show, where scripts run, with its size. */
function useChosen(): [Chosen | undefined, (file: File | undefined) => void] {
  const [chosen, setChosen] = useState<Chosen>()
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])
  async function choose(file: File | undefined) {
    setChosen(undefined)
    if (!file?.type.startsWith('image/')) return
    const image = new Image()
    image.src = URL.createObjectURL(file)
    await image.decode().then(
      () => setChosen({ url: image.src, width: image.naturalWidth, height: image.naturalHeight }),
      () => URL.revokeObjectURL(image.src),
    )
  }
  return [chosen, choose]
}

/** What is shown of a picture, in the shape of its place: without a style attribute, which the policy forbids. */
function InShape({ shape, children }: { shape: Shape; children: ReactNode }) {
  return (
    <span className="relative mb-1 block max-w-xs">
      <svg {...shape} viewBox={`0 0 ${shape.width} ${shape.height}`} className="h-auto w-full" aria-hidden="true" />
      <span className="absolute inset-0 rounded-sm border border-line">{children}</span>
    </span>
  )
}

/** Which part of a picture stays in sight, each as the page will show it. */
function PartField({
  field,
  shape,
  present,
  chosen,
}: {
  field: FieldMetadata<unknown>
  shape: Shape
  present: ShownPicture
  chosen: Chosen | undefined
}) {
  const size = chosen ?? parsePictureName(present.picture ?? '')
  const isSmall = size && (size.width < shape.width || size.height < shape.height)
  const options = (['', ...pictureParts] as const).map((part) => ({
    value: part,
    label: partLabels[part],
    sample: (
      <InShape shape={shape}>
        {chosen ? (
          <span className="frame h-full rounded-sm">
            <img
              src={chosen.url}
              width={chosen.width}
              height={chosen.height}
              alt=""
              className={getFrameClass(chosen, part)}
            />
          </span>
        ) : (
          <WebsitePicture
            shown={{ ...present, part: part || undefined }}
            {...shape}
            sizes={SIZES}
            className="h-full rounded-sm"
          />
        )}
      </InShape>
    ),
  }))
  return (
    <>
      <ChoiceField
        field={field}
        label="Which part stays in sight?"
        hint={chosen ? 'This is what you chose, as the page will show it.' : undefined}
        options={options}
        className="grid gap-4 sm:grid-cols-2"
      />
      {isSmall && (
        <p className="border-l-4 border-sun pl-4">
          This picture is small ({size.width} × {size.height} pixels), so it may not fill its place. A larger one would
          look better.
        </p>
      )}
    </>
  )
}
