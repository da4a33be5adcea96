import { useActionData } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FailedAnswer } from '~/ui/browser/answered'
import { Button } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'
import { FormButtons, Panel } from '~/ui/lists/list-with-forms'

/** Confirms a destructive action, on a page or in a dialog: the question, a red button, a way back, a refusal. */
export function Confirm({
  title,
  question,
  submitLabel,
  pendingLabel,
  failure,
  cancelTo,
  children,
}: {
  title: string
  question: string
  submitLabel: string
  pendingLabel: string
  failure: string
  cancelTo: string
  children?: ReactNode
}) {
  const submitting = useSubmitting()
  // Served after a failure, the page opens at what failed.
  const hasFailed = (useActionData() as FailedAnswer | undefined)?.failed !== undefined
  return (
    <Panel title={title} opensHere={!hasFailed}>
      <p className="mt-4 text-lead">{question}</p>
      <PostForm failure={failure} isTyped={false} replace preventScrollReset className="mt-6 space-y-6">
        {children}
        <FormButtons cancelTo={cancelTo}>
          <Button variant="danger" busy={submitting}>
            {submitting ? pendingLabel : submitLabel}
          </Button>
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
