import { TextArea } from './field'
import type { FieldProps } from './labelled'

/** What a record says in Easy Read, in every form that has it. */
export function EasyReadField({ field }: Pick<FieldProps, 'field'>) {
  return (
    <TextArea
      field={field}
      label="Easy Read (optional)"
      hint="The same in easy words, for people who find reading hard: one idea a sentence, twelve words at most. Leave an empty line between two ideas."
      rows={4}
    />
  )
}
