import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { useLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import type { PictureStudents } from '~/domain/consent/schema'
import { parsePictureName, pictureParts, type Shape, type ShownPicture } from '~/domain/website/picture'
import { CheckboxField, ChoiceField, TextArea } from '~/ui/forms/field'
import { FileField, useAltForNewFile } from '~/ui/forms/file-field'
import { FieldError } from '~/ui/forms/labelled'
import { PictureStudentsFold } from '~/ui/forms/picture-students'
import { getFrameClass, WebsitePicture } from '~/ui/site/picture'

/** A picture's form fields, as `pictureRule` reads them. */
export type PictureFields = Omit<ShownPicture, 'decoration'> &
  PictureStudents & { file?: File; decoration?: boolean; back?: boolean }

const PICTURE_SIZES = '20rem'
const frameClasses = 'h-auto w-full max-w-xs rounded-sm border border-line'

const PART_LABELS = {
  '': 'A little above the middle',
  top: 'The top (or the left of a wide picture)',
  middle: 'The middle',
  bottom: 'The bottom (or the right of a wide picture)',
}

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
  /** Whether the page shows no drawing without an upload. */
  isOptional?: boolean
  /** Checks whether a description is one that the form was opened with. */
  isStored: (words: string) => boolean
  /** Whether the picture is shown without its fields. */
  isFolded: boolean
}) {
  const { drawing, picture, part, file, alt, decoration, back, inPicture, nobodyInPicture } = field.getFieldset()
  // Not typed by the page's loader, which would be a circular type.
  const { students, hiddenReasons } = useLoaderData() as { students: Account[]; hiddenReasons: Record<string, string> }
  const [chosen, setChosen] = useChosenPicture()
  const altForNewFile = useAltForNewFile(alt.id, isStored, decoration.id)
  const current = { drawing: getFieldValue(drawing), picture: getFieldValue(picture) || undefined, alt: '' }
  const hiddenBecause = hiddenReasons[parsePictureName(current.picture ?? '')?.address ?? '']
  const hiddenMark = hiddenBecause && <p className="font-bold text-amber">Hidden: {hiddenBecause}</p>
  if (isFolded)
    return (
      <>
        {hiddenMark}
        {current.picture && (
          <CroppedPicture shape={shape}>
            <WebsitePicture
              picture={{ ...current, part: pictureParts.find((one) => one === getFieldValue(part)) }}
              {...shape}
              sizes={PICTURE_SIZES}
              className="h-full rounded-sm"
            />
          </CroppedPicture>
        )}
        {[drawing, picture, part, alt, decoration, back, inPicture, nobodyInPicture].map((hiddenField) => (
          <HiddenValues key={hiddenField.name} field={hiddenField} />
        ))}
      </>
    )
  return (
    <fieldset className="space-y-4 rounded border border-line p-4">
      <legend className="px-1 font-bold">{label}</legend>
      {hint && <p className="text-small text-ink-soft">{hint}</p>}
      <UnchangedField field={drawing} />
      <UnchangedField field={picture} />
      {hiddenMark}
      {current.picture || chosen ? (
        <PartField key={picture.key} field={part} shape={shape} currentPicture={current} chosen={chosen} />
      ) : (
        <WebsitePicture picture={current} {...shape} className={frameClasses} />
      )}
      <FileField
        field={file}
        label="New Picture (optional)"
        hint="An image, up to 5 MB. Everyone can see it on the website."
        onChosen={(files) => {
          setChosen(files[0])
          altForNewFile.onChosen(files)
        }}
        note={altForNewFile.note}
      />
      <PictureStudentsFold inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
      <TextArea
        field={alt}
        label="What is in this picture?"
        hint="One sentence. It is read aloud to people who can’t see the picture. For a new picture, please write a new description."
        requiredWhen="(required for your own picture)"
        rows={2}
      />
      <CheckboxField
        field={decoration}
        label="It is only decoration"
        hint="Tick this if the picture adds no information. Then nothing is read aloud."
      />
      {current.picture && (
        <CheckboxField
          field={back}
          label={isOptional ? 'Remove this picture' : 'Use the original drawing'}
          hint={
            isOptional ? 'Nothing is shown in its place.' : 'The page shows the drawing again instead of your picture.'
          }
        />
      )}
    </fieldset>
  )
}

/** The field's current value. It differs from the initial value if a refused form has stored a picture. */
const getFieldValue = (field: FieldMetadata<unknown>) => String(field.value ?? field.initialValue ?? '')

function UnchangedField({ field }: { field: FieldMetadata<unknown> }) {
  const { key, ...props } = getInputProps(field as FieldMetadata<string>, { type: 'hidden', ariaAttributes: false })
  return (
    <>
      <FieldError field={field} />
      <input key={key} {...props} defaultValue={undefined} value={getFieldValue(field)} />
    </>
  )
}

export function HiddenValues({ field }: { field: FieldMetadata<unknown> }) {
  const values = [field.value ?? field.initialValue].flat().filter(Boolean)
  return values.map((value) => <input key={String(value)} type="hidden" name={field.name} value={String(value)} />)
}

interface ChosenPicture extends Shape {
  url: string
}

/** The chosen picture with its size, if the browser can decode it. */
function useChosenPicture(): [ChosenPicture | undefined, (file: File | undefined) => void] {
  const [chosen, setChosen] = useState<ChosenPicture>()
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

/** Crops a picture to its shape on the page. An SVG sets the ratio because the CSP forbids style attributes. */
function CroppedPicture({ shape, children }: { shape: Shape; children: ReactNode }) {
  return (
    <span className="relative mb-1 block max-w-xs">
      <svg {...shape} viewBox={`0 0 ${shape.width} ${shape.height}`} className="h-auto w-full" aria-hidden="true" />
      <span className="absolute inset-0 rounded-sm border border-line">{children}</span>
    </span>
  )
}

function PartField({
  field,
  shape,
  currentPicture,
  chosen,
}: {
  field: FieldMetadata<unknown>
  shape: Shape
  currentPicture: ShownPicture
  chosen: ChosenPicture | undefined
}) {
  const size = chosen ?? parsePictureName(currentPicture.picture ?? '')
  const isSmall = size && (size.width < shape.width || size.height < shape.height)
  const options = (['', ...pictureParts] as const).map((part) => ({
    value: part,
    label: PART_LABELS[part],
    sample: (
      <CroppedPicture shape={shape}>
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
            picture={{ ...currentPicture, part: part || undefined }}
            {...shape}
            sizes={PICTURE_SIZES}
            className="h-full rounded-sm"
          />
        )}
      </CroppedPicture>
    ),
  }))
  return (
    <>
      <ChoiceField
        field={field}
        label="Which part should stay visible?"
        hint={chosen ? 'This is your picture as the page will show it.' : undefined}
        options={options}
        className="grid gap-4 sm:grid-cols-2"
      />
      {isSmall && (
        <p className="border-l-4 border-sun pl-4">
          This picture is small ({size.width} × {size.height} pixels), so it may not fill the space. A larger picture
          would look better.
        </p>
      )}
    </>
  )
}
