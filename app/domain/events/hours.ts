/** When an event begins and ends in Dublin's time, in minutes after midnight. */
export interface Hours {
  start: number
  end: number
}

const HOUR = 60
const NOON = 12 * HOUR
const CLOCK = /^((?:12 )?(?:noon|midday)|\d{1,2}(?:[:.]\d{2})?)\s*([ap]\.?m\.?)?$/
const UNTIL = /-|–|—|to|until/
const ALL_DAY = /^all[ -]?day$/i

/** The minutes after midnight of '14:00', '9.30', '2pm' or 'noon', or null. A bare '2' could be in either half of the day. */
function minutes(text: string, half?: string): number | null {
  if (/n|d/.test(text)) return half ? null : NOON
  const [hour, minute] = text.split(/[:.]/)
  const [hours, rest] = [Number(hour), Number(minute ?? 0)]
  if (rest > 59 || (!half && (minute === undefined || hours > 23))) return null
  if (!half) return hours * HOUR + rest
  return hours < 1 || hours > 12 ? null : (hours % 12) * HOUR + rest + (half.startsWith('p') ? NOON : 0)
}

/** The readings of a time whose half of the day may stand at the other time of the range alone, as in '2-4pm' and '10am-2'. */
function readings(text: string, halves: (string | undefined)[]): number[] {
  return halves.map((half) => minutes(text, half)).filter((moment) => moment !== null)
}

/** Where a written time begins and, of a range, ends; null when it can't be parsed, or ends before it begins. */
function parsed(time: string): { start: number; end?: number } | null {
  const written = time.slice(0, 60).toLowerCase().split(UNTIL)
  const [begin, end, ...more] = written.map((text) => CLOCK.exec(text.trim()))
  if (!begin || end === null || more.length > 0) return null
  const [, from = '', fromHalf] = begin
  const [, to, toHalf] = end ?? []
  const starts = readings(from, fromHalf || !toHalf ? [fromHalf] : [toHalf, 'am', undefined])
  if (to === undefined) return starts[0] === undefined ? null : { start: starts[0] }
  const ends = readings(to, toHalf || !fromHalf ? [toHalf] : [undefined, fromHalf, 'pm'])
  const ranges = starts.flatMap((start) => ends.map((end) => ({ start, end })))
  return ranges.find(({ start, end }) => start < end) ?? null
}

/** The hours of an event's time: '14:00-16:00', '2-4pm', or '14:00' for one hour; null when it can't be parsed. */
export function readHours(time: string | null): Hours | null {
  const hours = parsed(time ?? '')
  return hours && { start: hours.start, end: hours.end ?? hours.start + HOUR }
}

const inWords = (moment: number) =>
  [Math.floor(moment / HOUR), moment % HOUR].map((part) => String(part).padStart(2, '0')).join(':')

/** A time as people write it, as the calendar shows it: '14:00', '14:00-16:00' or 'All day'; null when it is no time. */
export function tidyTime(text: string): string | null {
  if (ALL_DAY.test(text.trim())) return 'All day'
  const hours = parsed(text)
  if (!hours) return null
  return hours.end === undefined ? inWords(hours.start) : `${inWords(hours.start)}-${inWords(hours.end)}`
}
