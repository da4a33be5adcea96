import type { Day } from '~/domain/events/days'
import type { Event } from '~/domain/events/events.server'
import { createShownEvent, EventRow, type ShownEvent } from '~/routes/parts/events/event-row'

interface MonthGroup {
  /** 'December 2026'. */
  name: string
  events: ShownEvent[]
}

const getMonthName = ({ month, year }: Event) => `${month} ${year}`

/** Groups events, sorted by day, by month. */
export function groupByMonth(events: Event[], today: Day): MonthGroup[] {
  const names = [...new Set(events.map(getMonthName))]
  return names.map((name) => ({
    name,
    events: events.filter((event) => getMonthName(event) === name).map((event) => createShownEvent(event, today)),
  }))
}

export function MonthOfEvents({ month: { name, events } }: { month: MonthGroup }) {
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
