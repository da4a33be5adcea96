import { paths } from '~/paths'
import { HowToFollow } from '~/routes/parts/calendar/how-to-follow'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'

const FEED = paths.events.feed

/** Links to subscribe to the events, if the site's `origin` is known, and to download them. */
export function AddToCalendar({ origin }: { origin: string | null }) {
  const address = origin && `${origin}${FEED}`
  const link = 'inline-flex min-h-control items-center gap-2 font-bold'
  return (
    <Card as="section" aria-labelledby="own-calendar" className="no-print">
      <h2 id="own-calendar" className="text-h3">
        Add to your calendar
      </h2>
      <p className="mt-2 max-w-measure">
        {address
          ? 'New events appear automatically on your phone or computer.'
          : 'Download these events and open them in the calendar on your phone or computer.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-8 lg:flex-col">
        {address && (
          <a href={address.replace(/^https?:/, 'webcal:')} className={link}>
            <Icon name="calendar" className="h-6 w-6 shrink-0" />
            Open in my calendar
          </a>
        )}{' '}
        <a href={FEED} className={link}>
          <Icon name="download" className="h-6 w-6 shrink-0" />
          Download the events
        </a>
      </div>
      {address && (
        <details className="fold">
          <summary className="font-bold text-river">How to do it</summary>
          <HowToFollow address={<strong className="break-all">{address}</strong>} />
        </details>
      )}
    </Card>
  )
}
