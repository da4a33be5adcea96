import type { FieldMetadata } from '@conform-to/react'
import { useRef, useState } from 'react'
import { isImage } from '~/domain/files/kinds'
import { TextArea } from './field'

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
