import { EventRow } from '~/routes/parts/events/event-row'
import type { ShownMonth } from './by-month'

/** The events of one month, named by its heading. */
export function MonthOfEvents({ month: { name, events } }: { month: ShownMonth }) {
  const id = name.replace(' ', '-')
  return (
    <section aria-labelledby={id} className="long-words print-black">
      <h2 id={id} className="text-h3">
        {name}
      </h2>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {events.map((event) => (
          <EventRow key={event.id} event={event} inMonth />
        ))}
      </ul>
    </section>
  )
}
