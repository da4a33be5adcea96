import { readDay } from '~/domain/events/days'
import type { HomeWords } from '~/domain/website/home.server'
import { weekdayInWords } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { Section } from '~/ui/page'

type HomeEvent = HomeWords['events']['items'][number]

function Event({ event }: { event: HomeEvent }) {
  const { date } = event
  const { day, month } = readDay(date)!
  return (
    <li className="flex flex-col gap-5 rounded border border-line bg-white p-6 shadow-card sm:flex-row">
      <div
        aria-hidden="true"
        className="flex h-fit w-fit shrink-0 items-baseline gap-2 rounded bg-river px-4 py-3 text-white sm:w-28 sm:flex-col sm:items-center sm:gap-0"
      >
        <span className="text-h1 font-bold">{day}</span> <span className="font-bold">{month.slice(0, 3)}</span>
      </div>
      <div>
        <h3>{event.title}</h3>
        <p className="mt-1">{event.description}</p>
        <ul className="mt-4 space-y-2">
          <li className="flex gap-3">
            <Icon name="calendar" className="mt-0.5 h-6 w-6 shrink-0 text-river" />
            <time dateTime={date}>{weekdayInWords(date)}</time>
          </li>
          <li className="flex gap-3">
            <Icon name="clock" className="mt-0.5 h-6 w-6 shrink-0 text-river" />
            {event.time}
          </li>
          <li className="flex gap-3">
            <Icon name="place" className="mt-0.5 h-6 w-6 shrink-0 text-river" />
            {event.location}
          </li>
        </ul>
      </div>
    </li>
  )
}

export function UpcomingEvents({ words: { heading, items } }: { words: HomeWords['events'] }) {
  return (
    <Section id="events" heading={heading}>
      <ul className="grid gap-6 lg:grid-cols-2 lg:gap-8">
        {items.map((event) => (
          <Event key={`${event.title} ${event.date}`} event={event} />
        ))}
      </ul>
    </Section>
  )
}
