import { formatIsoDay, getToday, parseDay } from '~/domain/events/days'
import { foldForSearch } from '~/domain/text'
import { parseDated } from './dated'

/** The first and the last day of a session as YYYY-MM-DD, or as typed if it is no date. */
export interface Period {
  startDate?: string
  endDate?: string
}

/** Words before a first or a last day, in English, German, French, Polish and Irish, without accents. */
const starts = new Set(
  'from start starts starting begin begins beginning commences commencing since first ab seit beginnt partir des depuis du od o'.split(
    ' ',
  ),
)
const ends = new Set(
  'until till til end ends ending finish finishes finishing stops stopping last final bis jusqu’au jusqu’a jusque dti'
    .replaceAll('’', "'")
    .split(' '),
)
/** The same, in a sentence about the past. */
const pastEnds = new Set(
  'ended finished stopped concluded beendet endete termine terminee fini finie zakonczone zakonczony zakonczona'.split(
    ' ',
  ),
)
/** Between a first day and a last one. */
const links = new Set('- to until till til through bis au do go jusqu’au'.replaceAll('’', "'").split(' '))
/** Between such a word and a day. */
const fillers = new Set(
  'on the in of class session day to dti partir du de le au zum am den dnia week next early late mid end'.split(' '),
)
/** Times of the year that are no exact date. */
const others = new Set('after before during only'.split(' '))
const SEASON =
  /^(?:christmas|xmas|easter|summer|autumn|winter|spring|halloween|half|term|mid-?term|new|next|holidays?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|weihnachten|ostern|sommer|herbst|noel|paques|swiat|wakacji|nollaig|\d{1,2}(?:st|nd|rd|th)|\d{1,2}\/\d.*)$/

/** What the words of a text say about a first and a last day. */
export interface PeriodWords extends Period {
  /** The text without them. */
  rest: string
  /** Whether it also has words about days that are no date. */
  isUnread: boolean
  /** Whether it says that the last day was in the past: 'ended 12 December'. */
  hasEnded: boolean
}

/** Characters and words of a text that are read, and words of a date. */
const MAX_LENGTH = 200
const MAX_WORDS = 30
const DATE_WORDS = 5

interface Word {
  plain: string
  text: string
  start: number
  end: number
}

const trimMarks = (text: string) => text.replace(/^[([,;:]+/, '').replace(/[)\],;:]{1,9}$/, '')

/** The words of a text. '14/9-18/12' has two, with a dash between them. */
function listWords(text: string): Word[] {
  const found = text.slice(0, MAX_LENGTH).matchAll(/[–—]|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|-(?=\d{1,2}\/)|[^\s–—]+/g)
  const words: Word[] = []
  for (const { 0: word, index } of found) {
    if (words.length === MAX_WORDS) break
    const plain = foldForSearch(trimMarks(word))
    words.push({ plain, text: trimMarks(word), start: index, end: index + word.length })
  }
  return words
}

/** The date that begins at a word, and how many words it has. */
function findDate(words: Word[], index: number): { date: string; length: number } | undefined {
  for (let length = Math.min(DATE_WORDS, words.length - index); length > 0; length--) {
    const some = words.slice(index, index + length)
    const date = some.map(({ text }) => text).join(' ')
    if (/\d/.test(date) && parseDated(date)) return { date, length }
  }
  return undefined
}

const skipFillers = (words: Word[], index: number) => {
  let next = index
  while (next < index + 3 && fillers.has(words[next]?.plain ?? '')) next += 1
  return next
}

/** Reads 'starts 14 Sept', 'until 18 December' or '14 Sept - 18 Dec' in a text. Null if it says nothing of that kind. */
export function readPeriodWords(text: string): PeriodWords | null {
  const words = listWords(text)
  const found: Period = {}
  const read: { from: number; to: number }[] = []
  let isUnread = false
  let hasEnded = false
  for (let index = 0; index < words.length; index++) {
    const { plain } = words[index]!
    const isStart = starts.has(plain)
    const isPast = pastEnds.has(plain)
    const isEnd = isPast || ends.has(plain)
    const isKeyword = isStart || isEnd
    if (!isKeyword && !others.has(plain) && !/^\d/.test(plain)) continue
    const at = isKeyword ? skipFillers(words, index + 1) : index
    const first = others.has(plain) ? undefined : findDate(words, at)
    const link = first && !isEnd && links.has(words[at + first.length]?.plain ?? '') ? at + first.length : undefined
    const lastAt = link === undefined ? undefined : skipFillers(words, link + 1)
    const last = lastAt === undefined ? undefined : findDate(words, lastAt)
    if (!first || (!isKeyword && !last)) {
      const next = words[skipFillers(words, index + 1)]?.plain ?? ''
      isUnread ||= !/^\d/.test(plain) && SEASON.test(next)
      continue
    }
    if ((isEnd ? found.endDate : found.startDate) || (last && found.endDate)) {
      isUnread = true
      continue
    }
    found[isEnd ? 'endDate' : 'startDate'] = first.date
    hasEnded ||= isPast
    if (last) found.endDate = last.date
    const to = last && lastAt !== undefined ? lastAt + last.length : at + first.length
    read.push({ from: words[index]!.start, to: words[to - 1]!.end })
    index = to - 1
  }
  if (read.length === 0 && !isUnread) return null
  return { ...found, rest: cutOut(text, read), isUnread, hasEnded }
}

/** A text without some parts, and without the brackets and marks around them. */
function cutOut(text: string, parts: { from: number; to: number }[]): string {
  let rest = text
  for (const { from, to } of parts.toReversed()) rest = `${rest.slice(0, from)} ${rest.slice(to)}`
  const parted = rest.replace(/\(\s{0,3}[,;]?\s{0,3}\)/g, ' ').replace(/\s+/g, ' ')
  return parted.replace(/^[ ,;:([–—-]+/, '').replace(/[ ,;:([–—-]{1,9}$/, '')
}

const hasYear = (text: string) => /\d{4}|\d[/.-]\d{1,2}[/.-]\d\d$|-\d\d$/.test(text)

const toDate = (text?: string) => (text && parseDated(text)?.date) || text

/** The first and the last day as dates. Without a year, the last day is the next one after the first. Other texts stay as typed. */
export function resolvePeriod({ startDate, endDate }: Period): Period {
  if (!startDate || !endDate) return { startDate: toDate(startDate), endDate: toDate(endDate) }
  const last = hasYear(endDate) ? parseDay(toDate(endDate)!) : null
  const nearest = last && !hasYear(startDate) ? last : getToday()
  const found = parseDated(startDate, nearest)?.date ?? startDate
  const isAfter = last && !hasYear(startDate) && found > formatIsoDay(last)
  const first = (isAfter && parseDated(startDate, { ...last, year: last.year - 1 })?.date) || found
  const start = parseDay(first)
  if (last || !start) return { startDate: first, endDate: toDate(endDate) }
  const possible = [0, 1].flatMap((years) => parseDated(endDate, { ...start, year: start.year + years })?.date ?? [])
  return { startDate: first, endDate: possible.find((end) => end >= first) ?? toDate(endDate) }
}
