import type { SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { SubscriberForm } from '~/routes/parts/newsletters/subscriber-form'
import { Card } from '~/ui/card'
import { useSubmitting, useTimesTaken } from '~/ui/forms/submitting'

export function AddPanel({ result }: { result: SubmissionResult<string[]> | null | undefined }) {
  const times = useTimesTaken(useSubmitting('add-subscriber'), useActionData())
  return (
    <Card as="section" isSnug aria-labelledby="add-heading">
      <h3 id="add-heading">Add Subscriber</h3>
      <SubscriberForm key={times} answer={{ result: result ?? undefined }} />
    </Card>
  )
}
