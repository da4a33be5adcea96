import { foldForSearch } from '~/domain/text'
import { type Weekday, weekdays } from '~db/choices'

/** 'Monday', 'Monday and Friday', or 'Monday to Friday' for three or more in a row. */
export function formatWeekdays(days: readonly Weekday[]): string {
  const places = days.map((day) => weekdays.indexOf(day))
  const isRow = places.every((place, index) => place === places[0]! + index)
  if (days.length > 2 && isRow) return `${days[0]} to ${days.at(-1)}`
  return days.length > 1 ? `${days.slice(0, -1).join(', ')} and ${days.at(-1)}` : (days[0] ?? '')
}

/** Names of the days in other languages, by a prefix of three letters or more, and common abbreviations of two. */
const foreignNames = [
  ['luan', 'luain', 'montag', 'poniedzialek', 'poniedzialki', 'lundi', 'lu', 'pn'],
  ['mairt', 'dienstag', 'wtorek', 'wtorki', 'mardi', 'di', 'wt', 'ma'],
  ['ceadaoin', 'mittwoch', 'sroda', 'srody', 'mercredi', 'mi', 'sr', 'me'],
  ['deardaoin', 'donnerstag', 'czwartek', 'czwartki', 'jeudi', 'do', 'cz', 'je'],
  ['aoine', 'freitag', 'piatek', 'piatki', 'vendredi', 'pt', 've'],
  ['satharn', 'sathairn', 'samstag', 'sonnabend', 'sobota', 'soboty', 'samedi', 'sb'],
  ['domhnach', 'domhnaigh', 'sonntag', 'niedziela', 'niedziele', 'dimanche', 'so', 'nd'],
]

function isNameOf(letters: string, day: Weekday): boolean {
  if (letters.length > 1 && day.toLowerCase().startsWith(letters)) return true
  const names = foreignNames[weekdays.indexOf(day)] ?? []
  return names.some((name) => name === letters || (letters.length > 2 && name.startsWith(letters)))
}

/** Finds a day by its name in English, Irish, German, Polish or French, or an abbreviation of it: 'Tue', 'tues.', 'Th', 'Dé Luain'. */
export function parseWeekday(text: string): Weekday | undefined {
  const letters = foldForSearch(text.slice(0, 40))
    .trim()
    .replace(/^(?:de|an) (?:h(?=aoine))?/, '')
    .replace(/[.\s]/g, '')
  const singular = letters.replace(/s$/, '')
  return weekdays.find((day) => isNameOf(letters, day)) ?? weekdays.find((day) => isNameOf(singular, day))
}

const codes = ['M', 'T', 'W', 'TH', 'F', 'SA', 'SU']
const otherCodes = new Map([
  ['TU', 'T'],
  ['R', 'TH'],
])

/** The place in the week of one end of 'Monday-Friday' or 'M-F'. */
function findEnd(text: string, _: number, { length }: string[]): number {
  const code = text.trim().toUpperCase()
  const day = parseWeekday(text)
  if (day) return weekdays.indexOf(day)
  return length === 2 ? codes.indexOf(otherCodes.get(code) ?? code) : -1
}

/** Parses the letters of 'MWF', 'TTh' or 'M/W/F', in the order of the week; null for anything else. */
export function parseDayCodes(text: string): Weekday[] | null {
  const letters = text.toUpperCase().replace(/[\s,/&+.]/g, '')
  if (!/^(?:TH|TU|SA|SU|[MTWRF]){2,7}$/.test(letters)) return null
  const places: number[] = []
  for (const code of letters.match(/TH|TU|SA|SU|[MTWRF]/g) ?? []) {
    const index = codes.indexOf(otherCodes.get(code) ?? code)
    // A second T is for Thursday.
    places.push(index === 1 && (places.at(-1) ?? -1) > 0 ? 3 : index)
  }
  const isInOrder = places.every((place, index) => index === 0 || place > places[index - 1]!)
  return isInOrder ? places.map((index) => weekdays[index]!) : null
}

/** First letters of the days from Monday, in English, French, German, Irish and Polish. */
const initials = ['mtwtfss', 'lmmjvsd', 'mdmdfss', 'lmcdasd', 'pwscpsn']

/** The days of a week's first letters in order, such as M, T, W, T, F; null for others. */
export function parseInitials(letters: readonly string[]): Weekday[] | null {
  const row = foldForSearch(letters.join(''))
  const isWeek = row.length > 4 && row.length === letters.length && initials.some((days) => days.startsWith(row))
  return isWeek ? weekdays.slice(0, row.length) : null
}

/** Parses 'Mon Wed Fri'. */
function parseDayList(words: string[]): Weekday[] | null {
  const days = words.flatMap((word) => parseWeekday(word) ?? [])
  return words.length > 1 && days.length === words.length ? weekdays.filter((day) => days.includes(day)) : null
}

const EACH = /^(?:(?:every|each|on|w|jeden|co|gach|chaque|tous les|le|am) )+/
const EACH_DAY =
  /^(?:every ?day|daily|all days|weekdays|taglich|werktags|codziennie|chaque jour|tous les jours|gach la)$/

/**
 * Parses 'Tuesday', 'Mon, Wed and Fri', 'MWF', 'Monday to Friday', 'every Monday' or 'every day'; null for anything else. The weekend is
 * not every day.
 */
export function parseWeekdays(text: string): Weekday[] | null {
  const whole = foldForSearch(text.slice(0, 200)).trim()
  if (EACH_DAY.test(whole)) return weekdays.slice(0, 5)
  const plain = whole.replace(EACH, '').replace(/ only$/, '')
  const found = new Set<Weekday>()
  for (const part of plain.split(/[,;/&+]|\b(?:and|und|et|agus|i)\b/)) {
    const ends = part.split(/-|\b(?:to|until|bis|go dti|au)\b/).map(findEnd)
    const [first = -1, last = first] = ends
    if (ends.length > 2 || first < 0 || last < first) return parseDayCodes(plain) ?? parseDayList(plain.split(' '))
    for (const day of weekdays.slice(first, last + 1)) found.add(day)
  }
  return weekdays.filter((day) => found.has(day))
}

/** Words of columns and days that only French, or only German, tables have. Prefixes of days with three letters are of one language too. */
const frenchWords =
  'lu ma me je ve jour jours heure heures horaire horaires debut fin activite activites atelier cours lieu salle avec pour'
const germanWords =
  'mo mi do fr so tag tage wochentag uhrzeit zeit von bis ende raum ort aktivitat veranstaltung angebot kurs mit leitung betreuer'
const frenchDays = /^(?:lun|mar|mer|jeu|ven|same|dim)/
const germanDays = /^(?:mon?t|die|mit|don|fre|sams|sonn)/

/**
 * Reads 'Di' by the other cells of a table: it is Tuesday in German and Sunday in French. The result replaces the day, or says why it
 * can't be known.
 */
export function createDiReader(cells: string[]) {
  const words = new Set(
    cells.flatMap((cell) => {
      const plain = foldForSearch(cell.slice(0, 60)).trim()
      const isDays = /^(?:[a-z]{2,9}\.?(?:[ ,;/&+-]+|$))+$/.test(plain) && parseWeekdays(plain) !== null
      return isDays ? plain.split(/[^a-z]+/) : [plain.replace(/[^a-z ]/g, '').trim()]
    }),
  )
  const has = (list: string, days: RegExp) =>
    [...words].some((word) => list.split(' ').includes(word) || (parseWeekday(word) !== undefined && days.test(word)))
  const isGerman = has(germanWords, germanDays)
  const isFrench =
    has(frenchWords, frenchDays) || (!isGerman && cells.some((cell) => /\b\d{1,2} ?h(?:\d\d)?\b/i.test(cell)))
  return (day?: string): { day?: string; problem?: string } => {
    const isUnclear = day !== undefined && /\bdi\b/i.test(day)
    if (!isUnclear || (isGerman && !isFrench)) return {}
    if (isFrench && !isGerman) return { day: day.replace(/\bdi\b/i, 'dimanche') }
    return { problem: `‘${day.slice(0, 60)}’ can be Tuesday or Sunday. Please write the whole name of the day.` }
  }
}
