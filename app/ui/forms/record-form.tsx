import type { FieldMetadata } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { type ConflictAnswer, OpenedVersion, SaveButton } from './conflict-notice'
import { CheckedForm } from './form'

interface RecordFormProps<Fields extends Record<string, unknown>> extends ComponentProps<typeof CheckedForm<Fields>> {
  /** The version that it was opened on; none for a new record. */
  version: FieldMetadata<number | undefined>
  answer?: { conflict?: ConflictAnswer }
  submitLabel: string
  pendingLabel: string
  cancelTo?: string
  /** More buttons, before ‘Cancel’. */
  buttons?: ReactNode
}

/** The form of a record, around its fields: what is wrong, what changed since it was opened, and the buttons to save and to cancel. */
export function RecordForm<Fields extends Record<string, unknown>>({
  fields,
  version,
  answer,
  submitLabel,
  pendingLabel,
  cancelTo,
  buttons,
  children,
  ...props
}: RecordFormProps<Fields>) {
  return (
    <CheckedForm {...props} fields={fields && [...fields, version]}>
      <OpenedVersion field={version} conflict={answer?.conflict} />
      {children}
      <FormButtons cancelTo={cancelTo}>
        <SaveButton conflict={answer?.conflict} submitLabel={submitLabel} pendingLabel={pendingLabel} />
        {buttons}
      </FormButtons>
    </CheckedForm>
  )
}
