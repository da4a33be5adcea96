import { expect, test } from 'vitest'
import { isoDay, midnight, today } from '~/domain/events/days'
import { listEventsForCalendars, pageOfWebsiteEvents } from '~/domain/events/events.server'
import { freshForEach } from '~/test/riverbank'
import { addDemoEvents } from './events'

const riverbank = freshForEach()

// One in the year of the first term too, where they stand beside its own; and where the year or the clocks change meanwhile.
test.each(['2025-09-01', '2026-03-20', '2026-12-20', '2028-02-01'])(
  'filled in on %s, the demonstration has coming events on the website, and the first term’s',
  async (moment) => {
    const { db } = riverbank
    const now = today(new Date(`${moment}T12:00:00Z`))
    await addDemoEvents(db, now)
    const all = await listEventsForCalendars(db)
    expect(all.filter(({ year }) => year === 2025).length).toBeGreaterThanOrEqual(10)
    const { items } = await pageOfWebsiteEvents(db, now, 1)
    const coming = items.filter(({ title }) => /^(?:Tea morning|The choir|Open day)/.test(title))
    const days = coming.map((event) => Math.round((midnight(event) - midnight(now)) / 86_400_000))
    expect(days).toHaveLength(3)
    expect(days.map((day) => Math.floor(day / 7))).toEqual([1, 3, 5])
    expect(coming.map((event) => new Date(isoDay(event)).getUTCDay())).toEqual([4, 5, 3])
  },
)
