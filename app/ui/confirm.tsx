import { Form, useActionData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { CancelLink, Panel } from './list-with-forms'
import { Notice } from './notice'
import { useSubmitting } from './submitting'
import { useFailureToast } from './toast'

/**
 * The page, or the dialog over its list, that confirms a destructive action: the question, a red button, and a way back. A refusal
 * is shown above the question (`problem` in the action's data, see removing in http/form.server.ts).
 */
export function Confirm({
  title,
  question,
  deed,
  doing,
  cancelTo,
  children,
}: {
  title: string
  question: string
  deed: string
  doing: string
  cancelTo: string
  children?: ReactNode
}) {
  const submitting = useSubmitting()
  const problem = useActionData<{ problem?: string }>()?.problem
  useFailureToast(problem ? [problem] : undefined)
  return (
    <Panel title={title}>
      {problem && <Notice kind="error" title="Error" text={problem} />}
      <p className="mt-4 text-lead">{question}</p>
      <Form method="post" replace preventScrollReset className="mt-6 space-y-6">
        {children}
        <div className="flex flex-wrap gap-4">
          <Button look="danger" disabled={submitting}>
            {submitting ? doing : deed}
          </Button>
          <CancelLink to={cancelTo} />
        </div>
      </Form>
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
      cancelTo={cancelTo}
    >
      {children}
    </Confirm>
  )
}
