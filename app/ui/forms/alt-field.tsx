import type { FieldMetadata } from '@conform-to/react'
import { TextArea } from './field'

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
