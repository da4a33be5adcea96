import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  ACCEPTED,
  ACCEPTED_IMAGES,
  FILE_LIMIT,
  HEIC,
  isHeic,
  isImage,
  MAKE_SMALLER_ADVICE,
  TOO_LARGE,
} from '~/domain/files/kinds'
import { getControlClass, TextArea } from './field'
import { type FieldProps, getErrorProps, LabelledField } from './labelled'

/**
 * A picker for one or more files, by default pictures of the accepted types and size. With scripts it lists the chosen files, resizes
 * large pictures, and shows `tooLarge` for other files above `limit` bytes. `onChosen` gets the files to send.
 */
export function FileField({
  accept = ACCEPTED_IMAGES,
  limit = FILE_LIMIT,
  tooLarge = TOO_LARGE,
  multiple,
  onChosen,
  note,
  ...own
}: FieldProps & {
  accept?: string
  limit?: number
  tooLarge?: string
  multiple?: boolean
  onChosen?: (files: File[]) => void
  note?: string
}) {
  const { field, required } = own
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File[]>([])
  const { resizingCount, resizeFiles } = useImageResizing(input, limit)
  const { key, ...props } = getInputProps(field as FieldMetadata<File>, { type: 'file', ariaAttributes: false })

  useEffect(() => {
    const form = input.current?.form
    const forget = () => setChosen([])
    form?.addEventListener('reset', forget)
    return () => form?.removeEventListener('reset', forget)
  }, [])

  async function choose(files: File[]) {
    const show = (selected: File[]) => {
      setChosen(selected)
      onChosen?.(selected)
    }
    show(files)
    const resized = await resizeFiles(files)
    if (resized !== files) show(resized)
  }

  const problem = resizingCount === 0 ? findProblem(chosen, limit, tooLarge) : undefined
  return (
    <LabelledField {...own}>
      <input
        key={key}
        ref={input}
        {...props}
        accept={accept}
        multiple={multiple}
        required={required}
        {...getErrorProps(own)}
        onChange={(event) => void choose([...(event.currentTarget.files ?? [])])}
        className={getControlClass(field)}
      />
      <div role="status" className="text-small">
        {chosen.length > 0 && <p className="break-words">Selected: {chosen.map(({ name }) => name).join(', ')}</p>}
        {resizingCount > 0 && (
          <p>Making {resizingCount === 1 ? 'a large photo' : `${resizingCount} large photos`} smaller...</p>
        )}
        {note && <p className="font-bold">{note}</p>}
        {problem && !field.errors && <p className="font-bold text-brick">{problem}</p>}
      </div>
    </LabelledField>
  )
}

function findProblem(files: File[], limit: number, tooLarge: string): string | undefined {
  if (files.some(({ name }) => isHeic(name))) return HEIC
  const large = files.find(({ size }) => size > limit)
  return large && (isImage(large.type) ? `${tooLarge} ${MAKE_SMALLER_ADVICE}` : tooLarge)
}

/** Whether a file is a picture to convert before sending: too large, or HEIC, which only iPhones show. */
function isToResize({ name, type, size }: File, limit: number): boolean {
  return isHeic(name) || (size > limit && /^image\/(jpeg|png|webp)$/.test(type))
}

/** True if the browser can replace the files of a file input. */
const canReplaceFiles = () => typeof DataTransfer === 'function' && typeof createImageBitmap === 'function'

/** Resizes chosen pictures above `limit` bytes, while the form waits. `resizeFiles` returns the files to send. */
function useImageResizing(input: RefObject<HTMLInputElement>, limit: number) {
  const [resizingCount, setResizingCount] = useState(0)
  const work = useRef<Promise<unknown>>()

  useEffect(() => {
    const form = input.current?.form
    let isWaiting = false
    const wait = (event: SubmitEvent) => {
      const { current } = work
      if (!current) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isWaiting) return
      isWaiting = true
      void current.then(() => {
        isWaiting = false
        event.submitter?.click()
      })
    }
    form?.addEventListener('submit', wait, { capture: true })
    return () => form?.removeEventListener('submit', wait, { capture: true })
  }, [input])

  async function resizeFiles(chosen: File[]): Promise<File[]> {
    const count = chosen.filter((file) => isToResize(file, limit)).length
    if (count === 0 || !canReplaceFiles()) return chosen
    const resized = resizeAll(chosen, limit)
    work.current = resized
    setResizingCount(count)
    const files = await resized
    // Other files were chosen in the meantime.
    if (work.current !== resized) return files
    const transfer = new DataTransfer()
    for (const file of files) transfer.items.add(file)
    if (input.current) input.current.files = transfer.files
    work.current = undefined
    setResizingCount(0)
    return files
  }

  return { resizingCount, resizeFiles }
}

/** Resizes files one after the other, since each takes about 100 MB of memory. */
async function resizeAll(files: File[], limit: number): Promise<File[]> {
  const { resizeImage } = await import('./resize-image')
  const resized: File[] = []
  for (const file of files) resized.push(isToResize(file, limit) ? await resizeImage(file) : file)
  return resized
}

export function UploadField({
  hint,
  ...own
}: FieldProps & { multiple?: boolean; onChosen?: (files: File[]) => void; note?: string }) {
  return (
    <FileField {...own} hint={[hint, 'PDF, Word or image, up to 5 MB.'].filter(Boolean).join(' ')} accept={ACCEPTED} />
  )
}

/** Identifies a chosen file: choosing it again creates another File object. */
export const getFileKey = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`

/** An upload's progress in words and as a bar named `label`. Screen readers announce only the start. */
export function UploadProgress({ words, label, share }: { words: string; label: string; share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className="min-h-control space-y-2">
      <p className="flex justify-between gap-4 font-bold">
        <span role="status">{words}</span>
        <span aria-hidden="true">{percent} %</span>
      </p>
      <progress value={percent} max={100} aria-label={label} className="h-4 w-full accent-river" />
    </div>
  )
}

type TextControl = HTMLTextAreaElement | HTMLInputElement

/**
 * When a new file replaces a picture, clears the old description (field `alt`, if `isOld`) and the box `tick`; restores
 * them if the choice is undone. Returns a handler for the chosen files and a note for the user.
 */
export function useAltForNewFile(alt: string, isOld: (text: string) => boolean, tick = '') {
  const replaced = useRef<{ text: string; isTicked: boolean }>()
  const [note, setNote] = useState('')

  function onChosen([file]: File[]) {
    const altField = document.getElementById(alt) as TextControl | null
    const decorativeBox = document.getElementById(tick) as HTMLInputElement | null
    if (!altField) return
    if (!file) {
      if (replaced.current && altField.value === '') setFieldValue(altField, replaced.current.text)
      if (replaced.current?.isTicked && decorativeBox) decorativeBox.checked = true
      replaced.current = undefined
    } else if (!replaced.current) {
      replaced.current = {
        text: isOld(altField.value) ? altField.value : '',
        isTicked: decorativeBox?.checked ?? false,
      }
      if (replaced.current.text) setFieldValue(altField, '')
      if (decorativeBox) decorativeBox.checked = false
    }
    setNote(file && isImage(file.type) && altField.value === '' ? 'Please describe the new picture below.' : '')
  }

  return { note, onChosen }
}

/** Sets a value as if typed, so that the form is notified. */
function setFieldValue(field: TextControl, text: string): void {
  field.value = text
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** A picture's alternative text; `hint` says when it is needed. */
export function AltField({ field, hint }: { field: FieldMetadata<unknown>; hint?: string }) {
  return (
    <TextArea
      field={field}
      label="What does the picture show? (optional)"
      hint={[hint, 'It is read aloud to people who can’t see the picture.'].filter(Boolean).join(' ')}
      rows={2}
    />
  )
}
