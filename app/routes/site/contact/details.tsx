import { Fragment, type ReactNode } from 'react'
import { useCentre } from '~/ui/browser/root-data'
import { Icon, type IconName } from '~/ui/icon'
import { EmailText, getMailtoLink } from '~/ui/site/email-link'
import { CallLink } from '~/ui/site/phone-link'

function Detail({ symbol, label, children }: { symbol: IconName; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4">
      <Icon name={symbol} className="mt-0.5 h-7 w-7 shrink-0 text-river" />
      <div className="min-w-0">
        <h3 className="text-body font-bold">{label}</h3>
        {children}
      </div>
    </div>
  )
}

export function ContactDetails() {
  const { address, email, openingHours } = useCentre()
  return (
    <section aria-labelledby="details" className="long-words mt-4 space-y-4 lg:mt-8">
      <h2 id="details" className="sr-only">
        How to reach us
      </h2>
      <Detail symbol="place" label="Address">
        <address className="not-italic">
          {address.split(', ').map((line, index) => (
            <Fragment key={line}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </address>
      </Detail>
      <Detail symbol="phone" label="Phone">
        <CallLink className="inline-flex min-h-target items-center text-h2 font-bold leading-tight" />
      </Detail>
      <Detail symbol="email" label="Email">
        <a href={getMailtoLink(email)} className="inline-flex min-h-target items-center text-lead font-bold">
          <span>
            <EmailText address={email} />
          </span>
        </a>
      </Detail>
      {openingHours.length > 0 && (
        <Detail symbol="clock" label="Opening hours">
          {openingHours.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Detail>
      )}
    </section>
  )
}
