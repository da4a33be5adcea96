import { foldToLetters } from '~/domain/text'
import { formatMinutes, type Half, parseTimes } from '~/domain/times'
import { isDayOfSomeWeeks, parseDated } from './dated'
import type { RowNote } from './not-on.server'
import { parseWeekday, parseWeekdays } from './weekdays'

/** A text without the colons, dashes and blanks at its end. */
export function trimMarks(text: string): string {
  let end = text.length
  while (end > 0 && /[\s:–—-]/.test(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

/** True for a weekday, a date, or days of some weeks. */
export const isDay = (text = '') =>
  parseWeekday(text) !== undefined || parseDated(text) !== null || isDayOfSomeWeeks(text)

/** The times within a text; '' if there are none, or they are not clear. */
export function findRange(text: string): string {
  const [within = ''] = RANGE_WITHIN.exec(text.slice(0, 200)) ?? []
  return SURE_TIME.test(within) && isTime(within) ? within : ''
}

/** True for a start and an end, also if they may be in the morning or the afternoon. */
export function isRange(text: string): boolean {
  const times = parseTimes(cleanTime(text), inTable)
  return 'reason' in times ? times.question?.pm.text.includes('-') === true : times.end !== undefined
}

/** Names of columns in English, Irish, German, Polish and French, letters only. `hours` has start and end in one cell. */
const columnNames = {
  day: 'day days weekday weekdays dayoftheweek dayofweek la tag tage wochentag dzien jour jours',
  date: 'date dates data datum',
  week: 'week weeks weekab whichweek whichweeks wk fortnight frequency howoften seachtain woche semaine tydzien',
  from: 'from start starts startsat starttime begin begins beginsat timefrom o von beginn od de debut',
  to: 'to until till end ends endsat endtime finish finishes finishesat finishtime timeto go godti bis ende do koniec fin',
  hours: 'time times hours when uhrzeit zeit godzina godziny heure heures horaire',
  activity:
    'activity activities activityname session class classname course lesson workshop event subject what title gniomhaiocht rang aktivitat veranstaltung angebot kurs zajecia aktywnosc activite activites atelier cours',
  place: 'place room roomno roomnumber where location venue ait seomra ort raum zimmer miejsce sala lieu salle',
  withWhom:
    'whowith with withwhom tutor tutors staff teacher facilitator leader ledby instructor keyworker le mit leitung betreuer avec zkim',
  students:
    'students student for forwhom whofor who whoisitfor group name names micleinn teilnehmer fur dla uczestnicy pour participant participants attendee attendees pupil pupils learner learners member members client clients serviceuser serviceusers',
  startDate: 'firstday firstdate validfrom startdate startday datefrom fromdate startson startingon startsfrom',
  endDate: 'lastday lastdate validuntil validto enddate endday dateto todate untildate endson endingon',
}
export type Column = keyof typeof columnNames

const columns = new Map(
  (Object.keys(columnNames) as Column[]).flatMap((column) =>
    columnNames[column].split(' ').map((name) => [name, column] as const),
  ),
)

/** The column that a cell of the header names. */
export const findColumn = (cell: string): Column | undefined =>
  // Its letter alone may be the name of a week or a group.
  /^à$/i.test(cell.normalize('NFC')) ? 'to' : columns.get(foldToLetters(cell))

export interface Mention {
  said: string
  ids: number[]
}

/** A row of a timetable, as typed. */
export interface TableRow extends Partial<Record<Exclude<Column, 'hours'>, string>> {
  /** Its row in the spreadsheet, from 1. */
  line: number
  /** Why it can't be read. */
  problem?: string
  /** What says that nothing is on. */
  notOn?: string
  /** What a person should check. */
  doubts?: string[]
  /** What its words say about students, and whom they name; not for a row that has a cell for students. */
  mentions?: Mention[]
  /** Cells that are no part of a session. */
  notes?: RowNote[]
}

const FRACTION = /^(?:0|\d{5})?[.,](\d{1,20})$/

/** A cell with a time as a text that parseTimes reads: a spreadsheet may write 9:30 as 0.395833, or with a date. */
export function cleanTime(text = ''): string {
  const [, digits] = FRACTION.exec(text) ?? []
  if (digits) return formatMinutes(Math.round(Number(`0.${digits}`) * 24 * 60))
  return text
    .replace(/^(?:until|till?|to|bis|go|do|à) /i, '')
    .replace(/^(?:\d{4}-\d\d-\d\d[T ]|\d{1,2}[/.]\d{1,2}[/.]\d{4} )(?=\d)/, '')
    .replace(/(?:\.\d{1,9})?Z$/, '')
}

export const inTable = { isTyped: true, hasBareHours: true }

export function isTime(text: string): boolean {
  const times = parseTimes(cleanTime(text), inTable)
  return !('reason' in times) || times.question !== undefined
}

export const joinHours = (from = '', to = '') => [from, to].map(cleanTime).filter(Boolean).join('-')

/** A row's times as HH:MM, as typed if they can't be read, or the question about unclear ones. */
export function readHours({ from, to }: Pick<TableRow, 'from' | 'to'>, half?: Half) {
  if (!from) return { from, to }
  const times = parseTimes(joinHours(from, to), { ...inTable, half })
  if ('reason' in times) {
    if (times.question) return { question: times.question }
    const readAlone = (text?: string) => {
      const alone = text ? parseTimes(cleanTime(text), { ...inTable, half }) : { reason: '' }
      return 'reason' in alone || alone.end !== undefined ? text : formatMinutes(alone.start)
    }
    return { from: readAlone(from), to: readAlone(to) }
  }
  const { start, end } = times
  return { from: formatMinutes(start), to: end === undefined ? to : formatMinutes(end) }
}

/** True for a cell without letters and digits: '—' means that nothing is on. */
export const isBlank = (text = '') => !/[\p{L}\p{N}]/u.test(text)

/** True for a cell that says that there is no place or tutor. */
export const isNone = (text = '') => isBlank(text) || /^(?:n\/?a|nil|none)\.?$/i.test(text)

export const MAY_BE_NONE: Column[] = ['place', 'withWhom']

/** 'Monday 9:30-11:00' in one cell. */
const DAY_AND_TIME = /^(\p{L}[^\d]{0,60}?),? (\d.*)$/su

export function splitDay(text = ''): { day: string; hours: string } | undefined {
  const [, day = '', hours = ''] = DAY_AND_TIME.exec(text) ?? []
  return parseWeekdays(day) ? { day, hours } : undefined
}

/** A time within other words, such as 'Session 1 (9:30-11:00)'. */
const RANGE_WITHIN = /\d{1,2}(?:[:.h]\d\d)?(?: ?[ap]m)? ?(?:[-–—]|to|until) ?\d{1,2}(?:[:.h]\d\d)?(?: ?[ap]m)?(?!\d)/i

const SURE_TIME = /[:.h]\d\d|[ap]m/i

/** True for a text with a sure start and end that are not the row's. */
export function areOtherTimes(text: string, { from, to }: Pick<TableRow, 'from' | 'to'>): boolean {
  if (text.length > 60 || !SURE_TIME.test(text) || !isRange(text)) return false
  return JSON.stringify(readHours({ from: text })) !== JSON.stringify(readHours({ from, to }))
}

/** The times in a heading of a grid; the heading itself if they are not clear. */
export const readSlot = (heading = ''): string => (isTime(heading) ? heading : findRange(heading) || heading)

export const hasTime = (heading: string) => isTime(readSlot(heading))
