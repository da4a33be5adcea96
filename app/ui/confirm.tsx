import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { CancelLink, Panel } from './list-with-forms'
import { useSubmitting } from './submitting'

/** The page, or the dialog over its list, that asks before something is gone: the spec's question, the deed in red, and a way back. */
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
  return (
    <Panel title={title}>
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

/** The question before a delete, in the spec's words: `what` is deleted, called `name`. */
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
