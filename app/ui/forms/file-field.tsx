import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { HEIC, isHeic, isImage, TO_MAKE_SMALLER } from '~/domain/files/kinds'
import { classes } from '~/ui/classes'
import { border, control } from './field'
import { describedBy, type FieldProps, Labelled } from './labelled'
import { useSmallerPictures } from './smaller-pictures'

/**
 * A file picker, for one file or several. Where scripts run it shows 'Selected: {file name}', makes large pictures smaller, and says
 * `tooLarge` as soon as another file of more than `limit` bytes is chosen; the server checks again. `onChosen` is given what will be
 * sent.
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
  /** What else is to be told of what was chosen. */
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
        className={classes(control, border(field))}
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
