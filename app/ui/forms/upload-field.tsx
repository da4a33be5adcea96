import { ACCEPTED, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import { FileField } from './file-field'
import type { FieldProps } from './labelled'

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
