import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { DatedEvent } from '~/domain/events/events.server'
import { writeICalendar } from '~/routes/parts/calendar/feed.server'

const event: DatedEvent = {
  id: 5,
  title: 'Tea; coffee, cake \\ more',
  description: 'First line\r\nSecond line',
  time: '14:00-16:00',
  location: 'Main hall, Dublin 7',
  day: 24,
  month: 'October',
  year: 2025,
  onWebsite: true,
  closed: false,
  endDate: null,
  cancelled: false,
  changedAt: '2025-09-01T08:00:00.123Z',
  version: 3,
}
const write = (...events: Partial<DatedEvent>[]) =>
  writeICalendar(
    events.map((one) => ({ ...event, ...one })),
    { name: 'Riverbank Calendar; a, b', host: 'riverbank.test' },
  )

/** Reads a text as a calendar program does, which knows Dublin's time only from the text's VTIMEZONE. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone as never)
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)) }
}
const moment = (time: ICAL.Time) => time.toJSDate().toISOString()

test('an event that ends after midnight ends on the next day, even across months or clock changes', () => {
  const late = (day: number, month: 'October' | 'March' | 'December', time: string) => {
    const [found] = read(write({ day, month, year: 2025, time })).events
    return [moment(found!.startDate), moment(found!.endDate)]
  }
  expect(late(31, 'December', '20:00-00:30')).toEqual(['2025-12-31T20:00:00.000Z', '2026-01-01T00:30:00.000Z'])
  expect(late(24, 'October', '20:00-00:00')).toEqual(['2025-10-24T19:00:00.000Z', '2025-10-24T23:00:00.000Z'])
  // On this night the clocks go back at two.
  expect(late(25, 'October', '22:00-03:00')).toEqual(['2025-10-25T21:00:00.000Z', '2025-10-26T03:00:00.000Z'])
  expect(late(29, 'March', '23:00-02:30')).toEqual(['2025-03-29T23:00:00.000Z', '2025-03-30T01:30:00.000Z'])
})

test('the calendar says what it is, and how often to refresh it', () => {
  const { calendar } = read(write())
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toBe('-//Riverbank Calendar; a, b//Calendar//EN')
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Riverbank Calendar\\; a\\, b')
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT6H')
})

test('an event arrives complete, with a stable UID, the time of its last change and the number of changes', () => {
  const [read1] = read(write({})).events
  expect(read1?.uid).toBe('event-5@riverbank.test')
  expect(read1?.summary).toBe(event.title)
  expect(read1?.description).toBe('First line\nSecond line')
  expect(read1?.location).toBe('Main hall, Dublin 7')
  const [never, later] = read(write({ version: 1 }, { changedAt: '2025-10-02T09:30:59.999Z' })).events
  expect(String(never?.component.getFirstPropertyValue('dtstamp'))).toBe('2025-09-01T08:00:00Z')
  expect(String(later?.component.getFirstPropertyValue('dtstamp'))).toBe('2025-10-02T09:30:59Z')
  expect([never?.sequence, later?.sequence]).toEqual([0, 2])
})

test('hours are Dublin’s on both sides of the change to winter time', () => {
  const { events } = read(
    write(
      { day: 25 },
      { day: 26, time: '09:30-10:00' },
      { day: 27 },
      { day: 28, month: 'March', year: 2026 },
      { day: 29, month: 'March', year: 2026 },
    ),
  )
  expect(events.map(({ startDate, endDate }) => [moment(startDate), moment(endDate)])).toEqual([
    ['2025-10-25T13:00:00.000Z', '2025-10-25T15:00:00.000Z'],
    ['2025-10-26T09:30:00.000Z', '2025-10-26T10:00:00.000Z'],
    ['2025-10-27T14:00:00.000Z', '2025-10-27T16:00:00.000Z'],
    ['2026-03-28T14:00:00.000Z', '2026-03-28T16:00:00.000Z'],
    ['2026-03-29T13:00:00.000Z', '2026-03-29T15:00:00.000Z'],
  ])
  expect(events.map(({ startDate }) => startDate.zone?.tzid)).toEqual(Array(5).fill('Europe/Dublin'))
})

test('an event without an end lasts one hour, even across midnight', () => {
  const { events } = read(write({ time: '14:00' }, { time: '23:30', day: 31, month: 'December' }))
  expect(events.map(({ endDate }) => String(endDate))).toEqual(['2025-10-24T15:00:00', '2026-01-01T00:30:00'])
})

test('an event with an unreadable time lasts all day, with the time in its description', () => {
  const { events } = read(write({ time: 'After lunch', day: 31 }, { time: null, description: null, location: null }))
  expect(events.map(({ startDate, endDate }) => [startDate.isDate, String(startDate), String(endDate)])).toEqual([
    [true, '2025-10-31', '2025-11-01'],
    [true, '2025-10-24', '2025-10-25'],
  ])
  expect(events[0]?.description).toBe('Time: After lunch\nFirst line\nSecond line')
  expect(events[1]?.description ?? '').toBe('')
})

test('an event of several days is one all-day entry until the day after its last, across a year’s end and clock changes', () => {
  const holidays = { day: 22, month: 'December', year: 2025, endDate: '2026-01-02', closed: true, time: null } as const
  const spring = { day: 28, month: 'March', year: 2026, endDate: '2026-03-30', time: '10:00-16:00' } as const
  const { events } = read(write(holidays, spring))
  expect(events.map(({ startDate, endDate }) => [startDate.isDate, String(startDate), String(endDate)])).toEqual([
    [true, '2025-12-22', '2026-01-03'],
    [true, '2026-03-28', '2026-03-31'],
  ])
  expect(events[1]?.description).toBe('Time: 10:00-16:00\nFirst line\nSecond line')
  for (const { component } of events) expect(component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
})

test('lines end in CRLF and have at most 75 octets, whatever the language', () => {
  const description = 'Fáilte romhat – 歓迎 🎉 '.repeat(20).trim()
  const text = write({ description, title: 'x'.repeat(200) })
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const [long] = read(text).events
  expect(long?.description).toBe(description)
  expect(long?.summary).toBe('x'.repeat(200))
})

test('texts can’t add lines of their own', () => {
  const text = write({ title: 'Tea\r\nEND:VEVENT\nBEGIN:VALARM\u0000\u2028', location: 'a\rATTENDEE:mailto:x@y.ie' })
  expect(text).not.toMatch(/^(END:VALARM|BEGIN:VALARM|ATTENDEE)/m)
  expect(read(text).events).toHaveLength(1)
})

test('all-day, closing and cancelled events are free time, others are busy; there are no alarms', () => {
  const free = [{ time: null }, { time: 'After lunch' }, { closed: true }, { cancelled: true }]
  const busy = [{}, { time: '14:00' }, { time: '23:30' }]
  const text = write(...free, ...busy)
  const said = read(text).events.map(({ component }) => [
    component.getFirstPropertyValue('transp'),
    component.getFirstPropertyValue('x-microsoft-cdo-busystatus'),
  ])
  expect(said).toEqual([...free.map(() => ['TRANSPARENT', 'FREE']), ...busy.map(() => [null, null])])
  expect(text).not.toContain('VALARM')
})

test('a cancelled event says so in its status and text; one that closes the centre is not cancelled', () => {
  const [off, closing, on] = read(write({ cancelled: true }, { closed: true }, {})).events
  const status = (one?: ICAL.Event) => one?.component.getFirstPropertyValue('status')
  expect([off, closing, on].map(status)).toEqual(['CANCELLED', null, null])
  expect(off?.summary).toBe(`Not on: ${event.title}`)
  expect(off?.description).toBe('Not on: the centre is closed.\nFirst line\nSecond line')
  expect([closing?.summary, closing?.description]).toEqual([
    event.title,
    'The centre is closed.\nFirst line\nSecond line',
  ])
})
