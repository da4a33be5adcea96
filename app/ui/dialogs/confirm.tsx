import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import type { OwnProof } from '~/domain/accounts/schema'
import type { FailedAnswer } from '~/ui/browser/answered'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { OwnProofFields } from '~/ui/forms/own-proof'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons, Panel } from '~/ui/lists/list-with-forms'

/** Confirms a destructive action, on a page or in a dialog: the question, a red button, a way back, a refusal. */
export function Confirm({
  title,
  question,
  submitLabel,
  pendingLabel,
  failure,
  cancelTo,
  proof,
  children,
}: {
  title: string
  question: string
  submitLabel: string
  pendingLabel: string
  failure: string
  cancelTo: string
  /** What shows that it is them who asks, where that is needed. */
  proof?: ComponentProps<typeof OwnProofFields>['asked'] | null
  children?: ReactNode
}) {
  const answer = useActionData() as (FailedAnswer & { result?: SubmissionResult<string[]> }) | undefined
  const [form, fields] = useRiverbankForm<OwnProof>({ id: 'confirm', result: answer?.result })
  // Served after a failure, the page opens at what failed.
  const hasFailed = answer?.failed !== undefined || answer?.result !== undefined
  return (
    <Panel title={title} opensHere={!hasFailed}>
      <p className="mt-4 text-lead">{question}</p>
      <PostForm
        failure={failure}
        isTyped={false}
        replace
        preventScrollReset
        className="mt-6 space-y-6"
        {...(proof && getFormProps(form))}
      >
        {children}
        {proof && (
          <>
            <ErrorSummary form={form} fields={[fields.currentPassword, fields.code]} />
            <OwnProofFields fields={fields} asked={proof} />
          </>
        )}
        <FormButtons cancelTo={cancelTo}>
          <SubmitButton variant="danger" submitLabel={submitLabel} pendingLabel={pendingLabel} />
        </FormButtons>
      </PostForm>
    </Panel>
  )
}

/** The confirmation before a delete: `what` is deleted, called `name`. */
export function ConfirmDelete({
  what,
  name,
  cancelTo,
  children,
}: {
  what: string
  name: string
  cancelTo: string
  children?: ReactNode
}) {
  return (
    <Confirm
      title={`Delete ${what}`}
      question={`Are you sure you want to delete "${name}"? This action cannot be undone.`}
      submitLabel="Delete"
      pendingLabel="Deleting..."
      failure={`Failed to delete ${what.toLowerCase()}`}
      cancelTo={cancelTo}
    >
      {children}
    </Confirm>
  )
}
