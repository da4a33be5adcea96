import { type FieldMetadata, type FormMetadata, getFormProps } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { type ConflictAnswer, OpenedVersion, SaveButton } from './conflict-notice'
import { ErrorSummary } from './form'
import { PostForm } from './post-form'

interface RecordFormProps<Fields extends Record<string, unknown>> extends ComponentProps<typeof PostForm> {
  form: FormMetadata<Fields, string[]>
  /** Its fields in order, for the summary of errors. */
  fields: FieldMetadata<unknown>[]
  /** The version that it was opened on; none for a new record. */
  version: FieldMetadata<number | undefined>
  answer?: { conflict?: ConflictAnswer }
  /** The title of the summary of errors. */
  errorTitle?: string
  submitLabel: string
  pendingLabel: string
  cancelTo?: string
  /** More buttons, before ‘Cancel’. */
  buttons?: ReactNode
}

/** The form of a record, around its fields: what is wrong, what changed since it was opened, and the buttons to save and to cancel. */
export function RecordForm<Fields extends Record<string, unknown>>({
  form,
  fields,
  version,
  answer,
  errorTitle,
  submitLabel,
  pendingLabel,
  cancelTo,
  buttons,
  children,
  ...props
}: RecordFormProps<Fields>) {
  return (
    <PostForm {...props} {...getFormProps(form)}>
      <ErrorSummary form={form} title={errorTitle} fields={[...fields, version]} />
      <OpenedVersion field={version} conflict={answer?.conflict} />
      {children}
      <FormButtons cancelTo={cancelTo}>
        <SaveButton conflict={answer?.conflict} submitLabel={submitLabel} pendingLabel={pendingLabel} />
        {buttons}
      </FormButtons>
    </PostForm>
  )
}
