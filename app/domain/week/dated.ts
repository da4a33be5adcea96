import { type Day, formatIsoDay, getToday, parseDay } from '~/domain/events/days'
import { foldForSearch, foldToLetters } from '~/domain/text'
import type { Weekday } from '~db/choices'
import { getWeekday } from './day'
import { translateMonth } from './month-names'
import { parseWeekday } from './weekdays'

/** A day of a timetable with a date: the weekday as typed, if any, and YYYY-MM-DD. */
interface Dated {
  weekday?: Weekday
  date: string
}

/** '30/11', or '30.11.': without the last point it would be a time. */
const DAY_AND_NUMBER = /^\d{1,2}(?:\/\d{1,2}|\.\d{1,2}\.)$/
const DAY_AND_MONTH = /^(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?[a-z]{3,9}\.?|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?)$/

/** '01-Dec-26'. */
const SPREADSHEET_DAY = /^(\d{1,2})-([a-z]{3,9})-(?:20)?(\d\d)$/

/** 'Mon 30 Nov', 'Dé Luain, 30 Samhain', 'Montag, den 30. November'. */
const DAY_AND_REST = /^((?:d[eé] |an )?[\p{L}.]+),? (.*)$/u

/** The day of a date without a year that is nearest to another day, on its weekday if possible. */
function findNearestDay(date: string, today: Day, weekday?: Weekday): string | undefined {
  const separator = DAY_AND_NUMBER.test(date) ? (date.endsWith('.') ? '' : '/') : DAY_AND_MONTH.test(date) ? ' ' : null
  if (separator === null) return
  const days = [0, 1, -1].flatMap((years) => {
    const day = parseDay(`${date}${separator}${today.year + years}`)
    return day ? formatIsoDay(day) : []
  })
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(formatIsoDay(today)))
  const sorted = days.sort((one, other) => distance(one) - distance(other))
  return sorted.find((day) => !weekday || getWeekday(day) === weekday) ?? sorted[0]
}

/**
 * Parses '30/11/2026', 'Mon 30 Nov', '30 Samhain' or '30/11'; null for anything else. Months may be in English, Irish, German, Polish or
 * French. Without a year it is the day nearest to today, on its weekday if possible.
 */
export function parseDated(text: string, today = getToday()): Dated | null {
  const plain = text
    .slice(0, 60)
    .toLowerCase()
    .replace(/[\s()]+/g, ' ')
    .trim()
  const [, first = '', rest = ''] = DAY_AND_REST.exec(plain) ?? []
  const weekday = parseWeekday(first)
  const parse = (part: string, day?: Weekday): Dated | null => {
    const date = translateMonth(part).replace(SPREADSHEET_DAY, '$1 $2 20$3')
    const exact = parseDay(date) ?? parseSerialDay(date)
    const found = exact ? formatIsoDay(exact) : findNearestDay(date, today, day)
    return found ? { weekday: day, date: found } : null
  }
  // 'Mar' may be Tuesday or March.
  return (weekday && parse(rest, weekday)) || parse(plain)
}

/** The first day that spreadsheets count from, and the days that may be meant: 1990 to 2119. */
const SERIAL_ORIGIN = Date.UTC(1899, 11, 30)
const SERIAL_DAY = /^(?:3[3-9]|[4-7]\d)\d{3}$/

/** Parses a day as spreadsheets store it: 46356 for 30 November 2026. */
const parseSerialDay = (text: string) =>
  SERIAL_DAY.test(text)
    ? parseDay(new Date(SERIAL_ORIGIN + Number(text) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10))
    : null

/** Signs of sessions that are not on in every week, in English, German, French, Polish and Irish, without accents. */
const SOME_WEEKS = [
  /\b(?:weeks?|wks?|wochen?|seachtain|semaines?|tydzien|tygodnie)[ .:-]{0,3}(?:a|b|[1-4]|one|two|three|four|odd|even)\b(?! ?-| to\b)/,
  /\((?:a|b)\)|\bfortnight|\bbi-?weekly\b|(?:^|\(|, ?| [-–] )alternat(?:e|es|ing|ely)(?:$|\))|\balternat(?:es|ing) with\b|\balternat(?:e|ing) (?:weeks?|mon|tue|wed|thu|fri|sat|sun)/,
  /\b(?:every|each) (?:second|other|third|fourth|2nd|3rd|4th|[234]|two|three|four)\b|\b(?:odd|even) weeks?\b/,
  /\b(?:1st|2nd|3rd|4th|first|second|third|fourth|last) (?:mon|tue|wed|thu|fri|sat|sun)|\bmonthly\b|\b(?:a|per|(?:each|every|the) )month\b/,
  // 'Cycle 4 miles' and Ireland's 'Junior Cycle 2' are activities.
  /(?<!\b(?:junior|senior|life|motor) )\b(?:cycles?|rotas?|rotations?|turnus|zyklus|cykl|timthriall)[ .:#-]{0,3}(?:a|b|[1-4]|one|two|three|four)(?=$| ?(?:[,;/&+()]|:(?!\d))| - | (?:only|and|or)\b)|\b(?:1st|2nd|3rd|4th|first|second|third|fourth) (?:cycle|rota|rotation)\b/,
  /\balle (?:zwei|drei|vier|[234]|14) (?:wochen|tage)\b|\b(?:14|vierzehn|zwei) ?-?(?:tagig|wochentlich|wochig)|\bjede[nrs]? (?:zweite|dritte|vierte|[234]\.)|\b(?:un)?gerade (?:wochen?|kw)\b|\bmonatlich|\bim monat\b/,
  /\btou(?:te)?s les (?:deux|trois|quatre|quinze|[234]|15) |\bsur (?:deux|trois|2|3)\b|\bsemaines? (?:im)?paires?\b|\bquinzaine|\b(?:bi)?mensuel|\bpar mois\b/,
  /\bco (?:dwa|trzy|cztery|drug|trzeci|[234] )|\b(?:nie)?parzyst|\bmiesieczn|\bw miesiacu\b|\bgach (?:re|dara|triu) |\bcoicis|\bsa mhi\b/,
]
const saysSomeWeeks = (plain: string) => SOME_WEEKS.some((words) => words.test(plain))

/** 'Mon A' in a timetable of two weeks. */
const DAY_AND_WEEK = /^([a-z]{2,12})\.?[ -]{1,3}(?:a|b)$/

/** True for a text that says that something isn't on in every week: 'Week A', 'Choir (B)', 'Monday A', 'every second Monday'. */
export function isSomeWeeksOnly(text: string): boolean {
  const plain = foldForSearch(text.slice(0, 200))
  const [, day] = DAY_AND_WEEK.exec(plain) ?? []
  return saysSomeWeeks(plain) || (day !== undefined && parseWeekday(day) !== undefined)
}

/** True for a note or a place that says so: 'fortnightly'. 'Room (B)' and 'Sam A' are names. */
export const hasSomeWeeks = (text: string): boolean =>
  saysSomeWeeks(foldForSearch(text.slice(0, 200)).replace(/\([ab]\)/g, ''))

/** True for a day that is not on in every week: 'Mon A', 'Tuesday (week 2)'. */
export const isDayOfSomeWeeks = (text: string): boolean =>
  isSomeWeeksOnly(text) && parseWeekday(/^\p{L}+/u.exec(text.trim())?.[0] ?? '') !== undefined

const EVERY_WEEK = new Set(['', 'every', 'everyweek', 'eachweek', 'weekly', 'all', 'both', 'ab', 'aandb', 'allweeks'])

/** True for the cell of a column about weeks that means every week. */
export const isEveryWeek = (text: string): boolean => EVERY_WEEK.has(foldForSearch(text).replace(/[^a-z0-9]/g, ''))

const SOME_WEEK = /^(?:week |wk )?[ab]$/i
/** A column for the weeks of a cycle, and its cells: 'Week 2', '1 and 2'. */
const CYCLE = /cycle|rotation|^(?:rota|turnus|termweek|weekno|weeknumber)$/
const CYCLE_WEEK = /^(?:(?:week|wk) ?)?[1-4ab](?: ?(?:[,/&+-]|and|or) ?(?:(?:week|wk) ?)?[1-4ab]){0,3}$/i

/** True for the cells of a column that are weeks of a cycle. A column of any name is one if it has nothing else. */
export function areWeeks(name: string, texts: string[]): boolean {
  if (CYCLE.test(foldToLetters(name.slice(0, 60)))) return texts.some((text) => CYCLE_WEEK.test(text))
  const areCycle = texts.every((text) => CYCLE_WEEK.test(text) || isEveryWeek(text))
  return areCycle && texts.some((text) => SOME_WEEK.test(text))
}
