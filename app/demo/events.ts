import { type Day, getToday, toDay, toEndDate, toUtcMidnight } from '~/domain/events/days'
import type { MonthName } from '~db/choices'
import type { Bit, Database, NewRow } from '~db/schema'

type EventText = Pick<NewRow<'events'>, 'title' | 'description' | 'time' | 'location'>

const eventDetails = (day: number, month: MonthName, time: string, location: string | null) => ({
  day,
  month,
  time,
  location,
})

/** Events of the calendar's first term, in 2025. */
const termEvents: (EventText & Pick<NewRow<'events'>, 'day' | 'month'>)[] = [
  {
    ...eventDetails(8, 'September', '10:00-12:00', 'Main hall'),
    title: 'Welcome back morning',
    description: 'We meet in the main hall for tea and look at the new timetable together.',
  },
  {
    ...eventDetails(19, 'September', '18:00-20:00', 'Phibsborough Library, Dublin 7'),
    title: 'Culture Night at the library',
    description: 'The choir sings three songs. The bus leaves at 17:30 and is back at 20:30.',
  },
  {
    ...eventDetails(1, 'October', '14:00-15:30', 'Room 2'),
    title: 'Self Advocacy meeting',
    description: 'Come and say what should change this year. Everyone can speak.',
  },
  {
    ...eventDetails(14, 'October', '11:00', 'Computer room, or at home by video call'),
    title: 'Online Safety talk',
    description: 'A video call with a guest. Your tutor gives you the link.',
  },
  {
    ...eventDetails(31, 'October', '13:00-15:30', 'Main hall'),
    title: 'Halloween party',
    description: 'Dress up if you like. There is music, a quiz and barmbrack.',
  },
  {
    ...eventDetails(31, 'October', '10:30-12:00', 'Art room'),
    title: 'Halloween pumpkin carving',
    description: null,
  },
  {
    ...eventDetails(13, 'November', '14:00-16:00', 'Main hall'),
    title: 'QQI Certificates Presentation',
    description: 'We celebrate everyone who finished a QQI class. Families are very welcome.',
  },
  {
    ...eventDetails(26, 'November', 'All day', 'Collins Barracks, Dublin 7'),
    title: 'Trip to the National Museum',
    description: 'Bring a packed lunch and a warm coat.',
  },
  {
    ...eventDetails(12, 'December', '14:00-17:00', 'Main hall'),
    title: 'Christmas open afternoon',
    description: 'Hear the choir, look at the new art and have tea with us.',
  },
  {
    ...eventDetails(19, 'December', '09:30-13:00', null),
    title: 'Last day before Christmas',
    description: null,
  },
]

/** Upcoming events, so that the website shows some: each from the first `weekday` at least `after` days from now. */
const upcomingEvents: (EventText & { after: number; weekday: number; closed?: Bit; daysAfterFirst?: number })[] = [
  {
    title: 'Staff training',
    description: 'The centre is closed on this day.',
    time: null,
    location: null,
    after: 9,
    weekday: 5,
    closed: 1,
  },
  {
    title: 'Tea morning',
    description: 'Neighbours, families and friends are welcome. The kitchen group bakes.',
    time: '10:30-12:00',
    location: 'Main hall',
    after: 7,
    weekday: 4,
  },
  {
    title: 'The choir sings with St Mary’s choir',
    description: 'Half an hour of songs that everyone knows, then tea. It is free.',
    time: '19:00-20:30',
    location: 'The parish church',
    after: 21,
    weekday: 5,
  },
  {
    title: 'Open day',
    description: 'See the rooms, meet students and tutors, and ask what you like.',
    time: '11:00-15:00',
    location: null,
    after: 35,
    weekday: 3,
  },
  {
    title: 'Mid-term break',
    description: null,
    time: null,
    location: null,
    after: 42,
    weekday: 1,
    closed: 1,
    daysAfterFirst: 4,
  },
]

const DAY = 24 * 3_600_000

function findWeekday(after: number, weekday: number, now: Day): Day {
  const first = toUtcMidnight(now) + after * DAY
  return toDay(first + ((weekday - new Date(first).getUTCDay() + 7) % 7) * DAY)
}

/** Adds the events of the calendar's first term, and a few in the weeks after `now`. */
export async function addDemoEvents(db: Database, now = getToday()): Promise<void> {
  const changedAt = new Date().toISOString()
  const ofTerm = termEvents.map((event) => ({ ...event, year: 2025 }))
  const soon = upcomingEvents.map(({ after, weekday, daysAfterFirst = 0, ...words }) => {
    const first = findWeekday(after, weekday, now)
    return { ...words, ...first, endDate: toEndDate(first, daysAfterFirst) }
  })
  for (const event of [...ofTerm, ...soon])
    await db
      .insertInto('events')
      .values({ ...event, changedAt })
      .execute()
}
