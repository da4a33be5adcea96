import { formatIsoDay, getToday, parseDay } from '~/domain/events/days'
import { foldForSearch } from '~/domain/text'
import type { Weekday } from '~db/choices'
import { getWeekday } from './day'
import { parseWeekday } from './weekdays'

/** A day of a timetable with a date: the weekday as typed, if any, and YYYY-MM-DD. */
interface Dated {
  weekday?: Weekday
  date: string
}

const DAY_AND_MONTH = /^(?:\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}\.?|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?)$/

/** Parses '30/11/2026', 'Mon 30 Nov' or '30/11'; null for anything else. Without a year it is the nearest day, on its weekday if possible. */
export function parseDated(text: string, today = getToday()): Dated | null {
  const plain = text.slice(0, 60).trim().toLowerCase().replace(/\s+/g, ' ')
  const [, first = '', rest = ''] = /^([\p{L}.]+),? (.*)$/u.exec(plain) ?? []
  const weekday = parseWeekday(first)
  const date = weekday ? rest : plain
  const exact = parseDay(date)
  if (exact) return { weekday, date: formatIsoDay(exact) }
  const separator = /^\d{1,2}\/\d{1,2}$/.test(date) ? '/' : DAY_AND_MONTH.test(date) ? ' ' : null
  if (!separator) return null
  const days = [0, 1, -1].flatMap((years) => {
    const day = parseDay(`${date}${separator}${today.year + years}`)
    return day ? formatIsoDay(day) : []
  })
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(formatIsoDay(today)))
  const sorted = days.sort((one, other) => distance(one) - distance(other))
  const found = sorted.find((day) => !weekday || getWeekday(day) === weekday) ?? sorted[0]
  return found ? { weekday, date: found } : null
}

const SOME_WEEKS =
  /\b(?:week|wk|woche|seachtain|semaine|tydzien)[ .:-]{0,3}(?:a|b|1|2|one|two|odd|even)\b(?! ?-| to\b)|\((?:a|b)\)|\bfortnight|\bbi-?weekly\b|\balternat(?:e|ing) (?:weeks?|mon|tue|wed|thu|fri|sat|sun)|\b(?:every|each) (?:second|other|2nd|2|two)\b|\b(?:odd|even) weeks?\b|\b(?:1st|2nd|3rd|4th|first|second|third|fourth|last) (?:mon|tue|wed|thu|fri|sat|sun)|\bmonthly\b|\bonce a month\b/

/** True for a text that says that something isn't on in every week: 'Week A', 'Choir (B)', 'every second Monday'. */
export const isSomeWeeksOnly = (text: string): boolean => SOME_WEEKS.test(foldForSearch(text.slice(0, 200)))

const EVERY_WEEK = new Set(['', 'every', 'everyweek', 'eachweek', 'weekly', 'all', 'both', 'ab', 'aandb', 'allweeks'])

/** True for the cell of a column about weeks that means every week. */
export const isEveryWeek = (text: string): boolean => EVERY_WEEK.has(foldForSearch(text).replace(/[^a-z0-9]/g, ''))
