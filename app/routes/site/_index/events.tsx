import type { HomeWords } from '~/domain/website/home.server'
import { Section } from '~/ui/page'
import { EventCard } from './event-card'

export function UpcomingEvents({ words: { heading, items } }: { words: HomeWords['events'] }) {
  return (
    <Section id="events" heading={heading}>
      <ul className="grid gap-4 lg:grid-cols-2 lg:gap-8">
        {items.map((event) => (
          <EventCard key={`${event.title} ${event.date}`} event={event} />
        ))}
      </ul>
    </Section>
  )
}
