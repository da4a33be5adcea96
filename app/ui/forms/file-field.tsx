import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ACCEPTED, FILE_LIMIT, HEIC, isHeic, isImage, TO_MAKE_SMALLER, TOO_LARGE } from '~/domain/files/kinds'
import { controlClass } from './field'
import { describedBy, type FieldProps, Labelled } from './labelled'

/**
 * A picker of one file or several. With scripts it shows what is chosen, makes large pictures smaller, and says
 * `tooLarge` of others above `limit` bytes. `onChosen` is given what will be sent.
 */
export function FileField({
  accept,
  limit,
  tooLarge,
  multiple,
  onChosen,
  note,
  ...own
}: FieldProps & {
  accept: string
  limit: number
  tooLarge: string
  multiple?: boolean
  onChosen?: (files: File[]) => void
  note?: string
}) {
  const { field, required } = own
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File[]>([])
  const { making, make } = useSmallerPictures(input, limit)
  const { key, ...props } = getInputProps(field as FieldMetadata<File>, { type: 'file', ariaAttributes: false })

  useEffect(() => {
    const form = input.current?.form
    const forget = () => setChosen([])
    form?.addEventListener('reset', forget)
    return () => form?.removeEventListener('reset', forget)
  }, [])

  async function choose(files: File[]) {
    const show = (shown: File[]) => {
      setChosen(shown)
      onChosen?.(shown)
    }
    show(files)
    const made = await make(files)
    if (made !== files) show(made)
  }

  const problem = making === 0 ? problemOf(chosen, limit, tooLarge) : undefined
  return (
    <Labelled {...own}>
      <input
        key={key}
        ref={input}
        {...props}
        accept={accept}
        multiple={multiple}
        required={required}
        {...describedBy(own)}
        onChange={(event) => void choose([...(event.currentTarget.files ?? [])])}
        className={controlClass(field)}
      />
      <div role="status" className="text-small">
        {chosen.length > 0 && <p className="break-words">Selected: {chosen.map(({ name }) => name).join(', ')}</p>}
        {making > 0 && <p>Making {making === 1 ? 'a large photo' : `${making} large photos`} smaller...</p>}
        {note && <p className="font-bold">{note}</p>}
        {problem && !field.errors && <p className="font-bold text-brick">{problem}</p>}
      </div>
    </Labelled>
  )
}

/** What is wrong with chosen files as far as it can be told before they are sent. */
function problemOf(files: File[], limit: number, tooLarge: string): string | undefined {
  if (files.some(({ name }) => isHeic(name))) return HEIC
  const large = files.find(({ size }) => size > limit)
  return large && (isImage(large.type) ? `${tooLarge} ${TO_MAKE_SMALLER}` : tooLarge)
}

/** Whether a chosen file is a picture that has to be made anew before it is sent: it is too large, or only iPhones show it. */
function isToBeMade({ name, type, size }: File, limit: number): boolean {
  return isHeic(name) || (size > limit && /^image\/(jpeg|png|webp)$/.test(type))
}

/** True when the browser can give a file input other files than those that were chosen. */
const canReplace = () => typeof DataTransfer === 'function' && typeof createImageBitmap === 'function'

/** Makes chosen pictures above `limit` smaller; the form waits. `make` gives what is sent, `making` how many. */
function useSmallerPictures(input: RefObject<HTMLInputElement>, limit: number) {
  const [making, setMaking] = useState(0)
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

  async function make(chosen: File[]): Promise<File[]> {
    const count = chosen.filter((file) => isToBeMade(file, limit)).length
    if (count === 0 || !canReplace()) return chosen
    const made = makeAll(chosen, limit)
    work.current = made
    setMaking(count)
    const files = await made
    // Others were chosen meanwhile.
    if (work.current !== made) return files
    const transfer = new DataTransfer()
    for (const file of files) transfer.items.add(file)
    if (input.current) input.current.files = transfer.files
    work.current = undefined
    setMaking(0)
    return files
  }

  return { making, make }
}

/** One after the other: each needs some hundred megabytes while it is drawn. */
async function makeAll(files: File[], limit: number): Promise<File[]> {
  const { madeSmaller } = await import('./make-smaller')
  const made: File[] = []
  for (const file of files) made.push(isToBeMade(file, limit) ? await madeSmaller(file) : file)
  return made
}

/** The picker for a file of an accepted kind and size, or several. */
export function UploadField({
  hint,
  ...own
}: FieldProps & { multiple?: boolean; onChosen?: (files: File[]) => void; note?: string }) {
  return (
    <FileField
      {...own}
      hint={[hint, 'A PDF, a Word document or an image, up to 5 MB.'].filter(Boolean).join(' ')}
      accept={ACCEPTED}
      limit={FILE_LIMIT}
      tooLarge={TOO_LARGE}
    />
  )
}

/** What tells a chosen file from others: choosing it again makes another File of it. */
export const keyOf = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`

/** An upload's progress, as a bar named `label` and in words. Only its start is announced; the bar can be queried. */
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
