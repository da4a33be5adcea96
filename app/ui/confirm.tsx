import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button'
import { Card } from './card'
import { useSubmitting } from './submitting'

/** The page that asks before something is gone: the spec's question, the deed in red, and a way back. */
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
    <Card className="max-w-2xl">
      <h2>{title}</h2>
      <p className="mt-4 text-lead">{question}</p>
      <Form method="post" className="mt-6 space-y-6">
        {children}
        <div className="flex flex-wrap gap-4">
          <Button look="danger" disabled={submitting}>
            {submitting ? doing : deed}
          </Button>
          <ButtonLink to={cancelTo} look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
