import type { FieldMetadata } from '@conform-to/react'
import { useRef, useState } from 'react'
import { isImage } from '~/domain/files/kinds'
import { TextArea } from './field'

type Typed = HTMLTextAreaElement | HTMLInputElement

/**
 * When a file takes a picture's place, its words (field `alt`, old if `isOld`) and `tick` go, and come back with the
 * old file. Gives what to call with the chosen files, and what to tell beside them.
 */
export function useNewWords(alt: string, isOld: (words: string) => boolean, tick = '') {
  const before = useRef<{ words: string; ticked: boolean }>()
  const [asked, setAsked] = useState('')

  function onChosen([file]: File[]) {
    const words = document.getElementById(alt) as Typed | null
    const decorates = document.getElementById(tick) as HTMLInputElement | null
    if (!words) return
    if (!file) {
      if (before.current && words.value === '') put(words, before.current.words)
      if (before.current?.ticked && decorates) decorates.checked = true
      before.current = undefined
    } else if (!before.current) {
      before.current = { words: isOld(words.value) ? words.value : '', ticked: decorates?.checked ?? false }
      if (before.current.words) put(words, '')
      if (decorates) decorates.checked = false
    }
    setAsked(file && isImage(file.type) && words.value === '' ? 'Please say below what is in the new picture.' : '')
  }

  return { asked, onChosen }
}

/** As somebody types it, so that the form hears of it. */
function put(field: Typed, words: string): void {
  field.value = words
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** The words for what a picture shows, which are its `alt`; `hint` says more of when they are asked for. */
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
