import type { SecondStep } from '~/domain/accounts/second-step.server'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'

/** Whether the tutor's second step is on, with a link to its page. */
export function SecondStepCard({ secondStep }: { secondStep: SecondStep | null }) {
  return (
    <Card as="section" aria-labelledby="second-step-heading">
      <div className="flex flex-wrap items-center gap-4">
        <h3 id="second-step-heading">Second step</h3>
        <Badge tone={secondStep ? 'moss' : 'stone'}>{secondStep ? 'On' : 'Off'}</Badge>
      </div>
      <p className="mt-4">
        {secondStep
          ? 'When you log in, we ask for your password and then for a code from the app on your phone.'
          : 'When you log in, we can ask for a code from your phone after your password. Then a stolen password is no use to anybody.'}
      </p>
      <ButtonLink to="/dashboard/password/second-step" variant="secondary" className="mt-6">
        {secondStep ? 'Manage your second step' : 'Set up a second step'}
      </ButtonLink>
    </Card>
  )
}
