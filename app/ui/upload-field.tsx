import type { FieldMetadata } from '@conform-to/react'
import { ACCEPTED, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import { FileField } from './field'

/** The picker for one file of an accepted kind and size. */
export function UploadField({ field, label, hint }: { field: FieldMetadata<unknown>; label: string; hint?: string }) {
  return (
    <FileField
      field={field}
      label={label}
      hint={[hint, 'A PDF, a Word document or an image, up to 5 MB.'].filter(Boolean).join(' ')}
      accept={ACCEPTED}
      limit={FILE_LIMIT}
      tooLarge={TOO_LARGE}
    />
  )
}
