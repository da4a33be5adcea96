import { normalizePunctuation } from '~/characters'

/** A time of day as it is stored: '09:30'. */
export const CLOCK_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** A start and an end in Dublin time, in minutes after midnight; an end on the next day is above 1440. */
export interface Hours {
  start: number
  end: number
}

export const halves = ['am', 'pm'] as const
/** What times from 1:00 to 6:59 without am or pm mean. */
export type Half = (typeof halves)[number]

interface TimeOptions {
  /** Whether a person typed it, who may write 01:30 in the afternoon. In records and programs that is at night. */
  isTyped?: boolean
  /** Whether hours without minutes are enough, as in a list: '9'. */
  hasBareHours?: boolean
  /** The answer to the question. */
  half?: Half
}

/** The answers: the time and the part of the day for people, '13:30' and 'in the afternoon', and a clear text of both. */
type TimeQuestion = Record<Half, { time: string; period: string; text: string }>

/** '13:30 in the afternoon', or '13:30 and 15:00 in the afternoon' for several questions with one answer. */
export function formatAnswer(questions: TimeQuestion[], half: Half): string {
  const answers = questions.map((question) => question[half])
  const [{ period } = { period: '' }] = answers
  if (answers.some((answer) => answer.period !== period)) return answers.map(formatPeriod).join(', ')
  return formatPeriod({ time: answers.map(({ time }) => time).join(' and '), period })
}
const formatPeriod = ({ time, period }: { time: string; period: string }) => `${time} ${period}`

export const formatQuestion = (question: TimeQuestion): string =>
  `${formatPeriod(question.am)}, or ${formatPeriod(question.pm)}?`

/** A text that is not one clear time, and why; '' if it does not resemble a time. */
interface Unread {
  reason: string
  /** Whether an example of a time helps. */
  needsExample?: boolean
  question?: TimeQuestion
  isBackwards?: boolean
}

const HOUR = 60
const NOON = 12 * HOUR
const MIDNIGHT = 24 * HOUR
/** The latest end on the next day, in minutes. A later one is probably a typing mistake. */
const LATEST_NIGHT = 6 * HOUR
const UNTIL = /-|to|until|till?|bis|à|go|do/
const NAMED = /^(?:12 )?(noon|midday|midnight)$/
const CLOCK =
  /^(\d{1,2})(?:(?: ?h ?|[:.,])(\d\d)(?:[:.][0-5]\d)?|(\d\d)| ?(?:h|uhr))?(?: ?(?:uhr|hrs?|h|o'clock))?(?: ?([ap])\.? ?m\.?)?$/
const BETWEEN = /^between (.{1,20}) and (.{1,20})$/
/** Two times on two lines of a cell. */
const TWO_TIMES = /^(\d{1,2}[:.h]\d\d) (\d{1,2}[:.h]\d\d)$/
const ALL_DAY = /^all[ -]?day$/i

/** Plain small letters, digits and punctuation. */
const simplify = (text: string) =>
  normalizePunctuation(text.slice(0, 100).normalize('NFKC').replace(/∶/g, ':'))
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(BETWEEN, '$1-$2')
    .replace(TWO_TIMES, '$1-$2')

/** One end of a range, in minutes after midnight. */
interface Clock {
  moment: number
  half?: Half
  isBare?: boolean
  /** Whether it may also be in the afternoon. */
  isUnclear?: boolean
  /** Whether the other end's am or pm may be meant here too. */
  mayHaveHalf?: boolean
}

const toHalf = (moment: number, half: Half) => (moment % NOON) + (half === 'pm' ? NOON : 0)

function parseClock(text: string, { isTyped, hasBareHours }: TimeOptions): Clock | Unread {
  const [, name] = NAMED.exec(text) ?? []
  if (name) return { moment: name === 'midnight' ? 0 : NOON }
  const [found, hour = '', minute, joined, letter] = CLOCK.exec(text) ?? []
  if (found === undefined)
    return {
      reason: /^\d{1,2}[:.,]\d$/.test(text) ? `Please write the minutes of ${text} with two digits.` : '',
      needsExample: true,
    }
  const [hours, minutes] = [Number(hour), Number(minute ?? joined ?? 0)]
  const isOn12 = hours >= 1 && hours <= 12
  if (minutes > 59) return { reason: `There is no ${text}: minutes end at 59.` }
  if (letter && !isOn12) return { reason: `There is no ${text}: with am or pm, hours go from 1 to 12.` }
  if (hours > 23) return { reason: `There is no ${text}: hours end at 23.` }
  const moment = hours * HOUR + minutes
  if (letter) {
    const half = letter === 'a' ? 'am' : 'pm'
    return { moment: toHalf(moment, half), half }
  }
  return {
    moment,
    isBare: !hasBareHours && text === hour,
    isUnclear: hours >= 1 && hours <= 6 && (isTyped === true || !hour.startsWith('0')),
    mayHaveHalf: isOn12,
  }
}

/** The possible times of an end, likeliest first. '2-4pm' and '10am-2' have am or pm only at the other end. */
function listReadings(clock: Clock, otherHalf: Half | undefined, half: Half | undefined, isStart: boolean): number[] {
  const { moment, isBare, isUnclear, mayHaveHalf } = clock
  if (otherHalf && mayHaveHalf) {
    const plain = isBare ? [] : [moment]
    const [same, am, pm] = [toHalf(moment, otherHalf), toHalf(moment, 'am'), toHalf(moment, 'pm')]
    return isStart ? [same, am, ...plain, pm] : [...plain, same, pm, am]
  }
  if (!isUnclear || otherHalf) return [moment]
  return half ? [toHalf(moment, half)] : [moment, toHalf(moment, 'pm')]
}

/** Parses a time or a range, which may end after midnight. */
export function parseTimes(text: string, options: TimeOptions = {}): { start: number; end?: number } | Unread {
  const plain = simplify(text)
  const [from = '', to, more] = plain
    .replace(/^(?:from|at|von|ab|um|de|à|od|ó) /, '')
    .split(UNTIL)
    .map((part) => part.trim())
  const begin = parseClock(from, options)
  if ('reason' in begin) return begin
  const end = to === undefined ? undefined : parseClock(/^24[:.]00$/.test(to) ? '0:00' : to, options)
  if (more !== undefined) return { reason: '', needsExample: true }
  if (end && 'reason' in end) return end
  if (begin.isBare && (!end || end.isBare))
    return { reason: `We can’t tell if ${plain} is in the morning or in the evening.`, needsExample: true }
  const starts = listReadings(begin, end?.half, options.half, true)
  if (!end) return starts.length > 1 ? createQuestion([begin]) : { start: starts[0] ?? begin.moment }
  const ends =
    options.half === 'pm' && begin.isUnclear && !end.half
      ? [end.moment, readAfternoon([begin, end])[1]!]
      : listReadings(end, begin.half, options.half, false)
  const ranges = starts.flatMap((start) => ends.map((one) => ({ start, end: one })))
  const [first, second] = ranges.filter((range) => range.start < range.end)
  const isAsked = !begin.half && !end.half && !options.half
  // After 12:30, 1:30 can only be in the afternoon.
  if (first && isAsked && (second || (begin.isUnclear && first.start === begin.moment))) {
    const [afternoon = 0, evening = 0] = readAfternoon([begin, end])
    return begin.moment < end.moment || afternoon < evening ? createQuestion([begin, end]) : BACKWARDS
  }
  const night = ranges.find((range) => range.start >= NOON && range.end <= LATEST_NIGHT)
  if (!first && night) return { start: night.start, end: night.end + MIDNIGHT }
  return first ?? BACKWARDS
}

const BACKWARDS = { reason: 'The end is not after the start.', isBackwards: true }

const NIGHT_ENDS = 5 * HOUR
const EVENING = 18 * HOUR

/** Unclear times in the afternoon. After one, '8:00' without am or pm is in the evening. */
function readAfternoon(clocks: Clock[]): number[] {
  let start = -1
  return clocks.map(({ moment, isUnclear, mayHaveHalf }) => {
    if (isUnclear) start = toHalf(moment, 'pm')
    else start = mayHaveHalf && moment <= start ? (moment + NOON) % MIDNIGHT : moment
    return start
  })
}

function createQuestion(clocks: Clock[]): Unread {
  const night = clocks.find(({ isUnclear }) => isUnclear)?.moment ?? 0
  const formatMorning = (formatNight: (moment: number) => string) =>
    clocks.map(({ moment, isUnclear }) => (isUnclear ? formatNight(moment) : formatMinutes(moment))).join('-')
  const afternoon = readAfternoon(clocks).map(formatMinutes).join('-')
  const question = {
    am: {
      time: formatMorning(formatShort),
      period: night < NIGHT_ENDS ? 'at night' : 'in the morning',
      text: formatMorning((moment) => `${formatShort(moment)}am`),
    },
    pm: {
      time: afternoon,
      period: night + NOON < EVENING ? 'in the afternoon' : 'in the evening',
      text: afternoon,
    },
  }
  return { reason: formatQuestion(question), question }
}

export const formatMinutes = (moment: number) =>
  [Math.floor((moment % MIDNIGHT) / HOUR), moment % HOUR].map((part) => String(part).padStart(2, '0')).join(':')

/** '1:30'. With one digit, an unclear time differs from a clear one at night. */
const formatShort = (moment: number) => formatMinutes(moment).replace(/^0/, '')

/** The hours of an event's time: '14:00-16:00', '2-4pm', or '14:00' for one hour; null if it can't be parsed. */
export function parseHours(time: string | null): Hours | null {
  const hours = parseTimes(time ?? '')
  return 'reason' in hours ? null : { start: hours.start, end: hours.end ?? hours.start + HOUR }
}

/** Normalizes a typed time for the calendar: '14:00', '14:00-16:00', '20:00-00:30' or 'All day'. */
export function normalizeTime(text: string, options?: TimeOptions): { time: string } | Unread {
  if (ALL_DAY.test(text.trim())) return { time: 'All day' }
  const hours = parseTimes(text, options)
  if ('reason' in hours) return hours
  const { start, end } = hours
  return { time: end === undefined ? formatMinutes(start) : `${formatMinutes(start)}-${formatMinutes(end)}` }
}

/** Normalizes a typed time of day: '09:30', or '1:30' for an unclear one. */
export function normalizeClock(text: string, options?: TimeOptions): { time: string; question?: string } | Unread {
  const hours = parseTimes(text, options)
  const night = 'reason' in hours && hours.question ? parseTimes(text, { ...options, half: 'am' }) : hours
  if ('reason' in night) return night
  if (night.end !== undefined) return { reason: 'Please write only one time here.' }
  return 'reason' in hours
    ? { time: formatShort(night.start), question: hours.reason }
    : { time: formatMinutes(night.start) }
}

/** True for an unclear time of normalizeClock. */
export const isUnclearClock = (time: string) => /^[1-6]:[0-5]\d$/.test(time)

const parseMinutes = (time: string) => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3))

/** What to ask about a time that a person typed; null if it is clear, or no time. */
export function getTimeQuestion(text: string): TimeQuestion | null {
  const times = parseTimes(text, { isTyped: true })
  return 'reason' in times ? (times.question ?? null) : null
}

/** A stored time as a person would type it, so that a form does not ask about one at night: '1:30am'. */
export const formatTyped = (time: string) =>
  /\b0[1-6]:/.test(time)
    ? time.replace(/\d\d:\d\d/g, (one) => {
        const moment = parseMinutes(one)
        return `${formatShort((moment % NOON) + (moment % NOON < HOUR ? NOON : 0))}${moment < NOON ? 'am' : 'pm'}`
      })
    : time

/** The name of the buttons that answer a form's question about times. Their value is the answer and the fields: 'pm from to'. */
export const TIME_ANSWER_FIELD = 'timeAnswer'

/** Makes the unclear times of a form clear, if one of its buttons answered the question. Two answers are none. */
export function applyTimeAnswer(form: FormData): void {
  const [sent, ...others] = form.getAll(TIME_ANSWER_FIELD)
  const [answer, ...names] = String(sent ?? '').split(' ', 100)
  const half = halves.find((one) => one === answer)
  if (!half || others.length > 0) return
  const texts = names.map((name) => String(form.get(name) ?? ''))
  const [start = '', end] = texts
  if (names.length === 2 && end !== undefined && getTimeQuestion(start)) {
    const range = parseTimes(`${start}-${end}`, { isTyped: true, half })
    if (!('reason' in range) && range.end !== undefined && range.end < MIDNIGHT) {
      form.set(names[0]!, formatTyped(formatMinutes(range.start)))
      form.set(names[1]!, formatTyped(formatMinutes(range.end)))
      return
    }
  }
  for (const [index, name] of names.entries()) {
    const question = getTimeQuestion(texts[index]!)
    if (question) form.set(name, question[half].text)
  }
}
