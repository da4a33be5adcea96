import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import type { OwnProof } from '~/domain/accounts/schema'
import type { FailedActionData } from '~/ui/browser/request-failure'
import { ErrorSummary, useSiteForm } from '~/ui/forms/form'
import { OwnProofFields } from '~/ui/forms/own-proof'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons, Panel } from '~/ui/lists/list-with-forms'

export function ConfirmForm({
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
  /** Asks for the user's own password, and a code, if set. */
  proof?: ComponentProps<typeof OwnProofFields>['request'] | null
  children?: ReactNode
}) {
  const answer = useActionData() as (FailedActionData & { result?: SubmissionResult<string[]> }) | undefined
  const [form, fields] = useSiteForm<OwnProof>({ id: 'confirm', result: answer?.result })
  // After a failure, the served page opens at the error instead.
  const hasFailed = answer?.failed !== undefined || answer?.result !== undefined
  return (
    <Panel title={title} hasAutoFocus={!hasFailed}>
      <p className="mt-4 text-lead">{question}</p>
      <PostForm
        failure={failure}
        isTyped={false}
        hasErrorSummary={Boolean(proof)}
        replace
        preventScrollReset
        className="mt-6 space-y-6"
        {...(proof && getFormProps(form))}
      >
        {children}
        {proof && (
          <>
            <ErrorSummary form={form} fields={[fields.currentPassword, fields.code]} />
            <OwnProofFields fields={fields} request={proof} />
          </>
        )}
        <FormButtons cancelTo={cancelTo}>
          <SubmitButton variant="danger" submitLabel={submitLabel} pendingLabel={pendingLabel} otherButton="intent" />
        </FormButtons>
      </PostForm>
    </Panel>
  )
}

/** Confirms a deletion; `what` is the kind of record, `name` its title. */
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
    <ConfirmForm
      title={`Delete ${what}`}
      question={`Are you sure you want to delete "${name}"? This action cannot be undone.`}
      submitLabel="Delete"
      pendingLabel="Deleting..."
      failure={`Failed to delete ${what.toLowerCase()}`}
      cancelTo={cancelTo}
    >
      {children}
    </ConfirmForm>
  )
}

type Loader = () => Promise<Pick<ComponentProps<typeof ConfirmDelete>, 'what' | 'name' | 'cancelTo'>>

export default function DeletePage() {
  return <ConfirmDelete {...useLoaderData<Loader>()} />
}
