import { useActionData } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FailedAnswer } from './answered'
import { Button } from './button'
import { FormButtons, Panel } from './list-with-forms'
import { PostForm } from './post-form'
import { useSubmitting } from './submitting'

/**
 * The page, or the dialog over its list, that confirms a destructive action: the question, a red button, and a way back. A refusal
 * is shown above the button, as `failure` and its reason.
 */
export function Confirm({
  title,
  question,
  deed,
  doing,
  failure,
  cancelTo,
  children,
}: {
  title: string
  question: string
  deed: string
  doing: string
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
          <Button look="danger" busy={submitting}>
            {submitting ? doing : deed}
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
      deed="Delete"
      doing="Deleting..."
      failure={`Failed to delete ${what.toLowerCase()}`}
      cancelTo={cancelTo}
    >
      {children}
    </Confirm>
  )
}
