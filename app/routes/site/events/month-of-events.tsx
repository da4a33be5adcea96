import type { Day } from '~/domain/events/days'
import type { Event } from '~/domain/events/events.server'
import { createShownEvent, EventRow, type ShownEvent } from '~/routes/parts/events/event-row'

interface ShownMonth {
  /** 'December 2026'. */
  name: string
  events: ShownEvent[]
}

const getMonthName = ({ month, year }: Event) => `${month} ${year}`

/** Groups events, sorted by day, by month. */
export function groupByMonth(events: Event[], now: Day): ShownMonth[] {
  const names = [...new Set(events.map(getMonthName))]
  return names.map((name) => ({
    name,
    events: events.filter((event) => getMonthName(event) === name).map((event) => createShownEvent(event, now)),
  }))
}

export function MonthOfEvents({ month: { name, events } }: { month: ShownMonth }) {
  const id = name.replace(' ', '-')
  return (
    <section aria-labelledby={id} className="long-words print-black">
      <h2 id={id} className="text-h3">
        {name}
      </h2>
      <ul className="mt-2 border-b border-line">
        {events.map((event) => (
          <EventRow key={event.id} event={event} inMonth />
        ))}
      </ul>
    </section>
  )
}
