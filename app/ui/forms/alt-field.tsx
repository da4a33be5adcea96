import type { FieldMetadata } from '@conform-to/react'
import { useRef, useState } from 'react'
import { isImage } from '~/domain/files/kinds'
import { TextArea } from './field'

type TextControl = HTMLTextAreaElement | HTMLInputElement

/**
 * When a new file replaces a picture, clears the old description (field `alt`, if `isOld`) and the box `tick`; restores
 * them if the choice is undone. Returns a handler for the chosen files, and a note to show.
 */
export function useAltForNewFile(alt: string, isOld: (words: string) => boolean, tick = '') {
  const before = useRef<{ words: string; ticked: boolean }>()
  const [note, setAsked] = useState('')

  function onChosen([file]: File[]) {
    const words = document.getElementById(alt) as TextControl | null
    const decorates = document.getElementById(tick) as HTMLInputElement | null
    if (!words) return
    if (!file) {
      if (before.current && words.value === '') setFieldValue(words, before.current.words)
      if (before.current?.ticked && decorates) decorates.checked = true
      before.current = undefined
    } else if (!before.current) {
      before.current = { words: isOld(words.value) ? words.value : '', ticked: decorates?.checked ?? false }
      if (before.current.words) setFieldValue(words, '')
      if (decorates) decorates.checked = false
    }
    setAsked(file && isImage(file.type) && words.value === '' ? 'Please describe the new picture below.' : '')
  }

  return { asked: note, onChosen }
}

/** Sets a value as if typed, so that the form is notified. */
function setFieldValue(field: TextControl, words: string): void {
  field.value = words
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** A picture's alternative text; `hint` says when it is needed. */
export function AltField({ field, hint }: { field: FieldMetadata<unknown>; hint?: string }) {
  return (
    <TextArea
      field={field}
      label="What does the picture show? (Optional)"
      hint={[hint, 'It is read aloud to people who can’t see the picture.'].filter(Boolean).join(' ')}
      rows={2}
    />
  )
}
