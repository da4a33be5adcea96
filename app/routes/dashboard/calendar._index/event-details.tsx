import type { Event } from '~/domain/events/events.server'
import { Icon, type IconName } from '~/ui/icon'

function Detail({ symbol, label, text }: { symbol: IconName; label: string; text: string | null }) {
  return text ? (
    <p className="flex gap-2">
      <Icon name={symbol} className="mt-1 h-5 w-5 shrink-0 text-river" />
      <span className="sr-only">{label}: </span>
      <span className="min-w-0">{text}</span>
    </p>
  ) : null
}

export function TimeAndPlace({ event }: { event: Pick<Event, 'time' | 'location'> }) {
  return (
    <>
      <Detail symbol="clock" label="Time" text={event.time} />
      <Detail symbol="place" label="Location" text={event.location} />
    </>
  )
}
