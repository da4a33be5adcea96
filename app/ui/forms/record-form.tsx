import type { FieldMetadata } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { type ConflictData, SaveButton, VersionField } from './conflict-notice'
import { ValidatedForm } from './form'

interface RecordFormProps<Fields extends Record<string, unknown>> extends ComponentProps<typeof ValidatedForm<Fields>> {
  /** The version it was opened on; undefined for a new record. */
  version: FieldMetadata<number | undefined>
  answer?: { conflict?: ConflictData }
  submitLabel: string
  pendingLabel: string
  cancelTo?: string
  buttons?: ReactNode
}

/** A record's form around its fields: errors, conflicts, and the Save and Cancel buttons. */
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
    <ValidatedForm {...props} fields={fields && [...fields, version]}>
      <VersionField field={version} conflict={answer?.conflict} />
      {children}
      <FormButtons cancelTo={cancelTo}>
        <SaveButton conflict={answer?.conflict} submitLabel={submitLabel} pendingLabel={pendingLabel} />
        {buttons}
      </FormButtons>
    </ValidatedForm>
  )
}
