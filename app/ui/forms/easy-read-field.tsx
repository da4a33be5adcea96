import { TextArea } from './field'
import type { FieldProps } from './labelled'

export function EasyReadField({ field }: Pick<FieldProps, 'field'>) {
  return (
    <TextArea
      field={field}
      label="Easy Read (optional)"
      hint="The same in easy words, for people who find reading hard. Write one idea a sentence, with at most twelve words. Leave an empty line between ideas."
      rows={4}
    />
  )
}
