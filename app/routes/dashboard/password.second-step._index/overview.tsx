import type { SecondStep } from '~/domain/accounts/second-step.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { dayInWords } from '~/ui/dates'

/** A second step that is on: how many recovery codes are left, and what can be changed. */
export function Overview({ secondStep: { onSince, recoveryCodesLeft: left } }: { secondStep: SecondStep }) {
  return (
    <>
      <p className="mt-4">
        It has been on since <time dateTime={onSince}>{dayInWords(onSince)}</time>.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        <Card as="section" aria-labelledby="codes-heading">
          <h3 id="codes-heading">Recovery codes</h3>
          <p className="mt-2">
            {left === 0 ? 'You have no recovery codes left.' : `You have ${left} of 10 recovery codes left.`}
            {left < 4 && ' Please make new ones, so that you can log in if you lose your phone.'}
          </p>
          <ButtonLink to="/dashboard/password/second-step/codes" variant="secondary" className="mt-4">
            Make new recovery codes
          </ButtonLink>
        </Card>
        <Card as="section" aria-labelledby="off-heading">
          <h3 id="off-heading">Turn it off</h3>
          <p className="mt-2">If you get a new phone, turn the second step off and set it up again.</p>
          <ButtonLink to="/dashboard/password/second-step/off" variant="danger" className="mt-4">
            Turn off
          </ButtonLink>
        </Card>
      </div>
    </>
  )
}
