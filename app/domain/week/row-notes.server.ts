import { parseDated } from './dated'
import { mayBeOffMeanwhile, type NotOn, type RowNote, readNotOn, readNotOnCell, readNotOnNote } from './not-on.server'
import { type Period, type PeriodWords, readPeriodWords } from './period.server'
import { isRepeatWord } from './repeat-marks.server'
import type { TableRow } from './table-cells.server'
import { parseWeekdays } from './weekdays'

const quote = (text: string) => `‘${text.trim().slice(0, 60)}’`

interface Statement {
  text: string
  column?: string
  state?: NotOn
}

const describe = ({ text, column }: Statement) =>
  column ? `The column ${column} says ${quote(text)}` : `It says ${quote(text)}`

const repeatable = ['day', 'date', 'from', 'to', 'activity', 'place', 'withWhom', 'students'] as const

/**
 * Reads what the cells of rows say next to their day, times and activity: whether they are on, and their first and last day. The notes of
 * a row that was read are those with other words.
 */
export function createNoteReader(): (row: TableRow) => TableRow {
  // All cells of a grid's row have the same notes.
  const periods = new Map<string, PeriodWords | null>()
  const states = new Map<RowNote, NotOn | undefined>()
  const readWords = (text: string) => {
    if (!periods.has(text)) periods.set(text, readPeriodWords(text))
    return periods.get(text) ?? null
  }
  const readNote = (note: RowNote) => {
    if (!states.has(note)) states.set(note, readNotOnNote(note))
    return states.get(note)
  }

  /** What the cells say about whether it is on. */
  function listStatements({ activity, day, from, to, place, withWhom, notes = [] }: TableRow): Statement[] {
    // Such a row may have its word in any column: 'Wednesday, Closed'.
    const texts = activity ? [activity] : [day, from, to, place, withWhom]
    const cells = [place, withWhom]
    return [
      ...texts.flatMap((text) => (text ? { text, state: readNotOn(text) } : [])),
      ...cells.flatMap((text) => (text ? { text, state: readNotOnCell(text) } : [])),
      ...notes.map((note) => ({ ...note, state: readNote(note) })),
    ]
  }

  /** The first and last day in the activity, the day and the notes, without their words, and doubts about words that are no date. */
  function readPeriod({ activity, day, date, notes = [], startDate, endDate }: TableRow) {
    const doubts: string[] = []
    const period: Period = { startDate, endDate }
    const isDated = parseDated(date ?? day ?? '') !== null
    /** The rest of a text with such words; undefined if there are none, or the row has others. */
    const read = (text = ''): string | undefined => {
      const words = readWords(text)
      if (!words) return undefined
      const isTwice = (words.startDate && period.startDate) || (words.endDate && period.endDate)
      const isUsed = !isDated && !isTwice && !mayBeOffMeanwhile(text)
      if (!isUsed || words.isUnread)
        doubts.push(`It says ${quote(text)}. We don’t read all of that: please check its first and last day.`)
      if (!isUsed) return undefined
      period.startDate ??= words.startDate
      period.endDate ??= words.endDate
      return words.rest
    }
    const named = read(activity)
    const onDay = day && !parseWeekdays(day) ? read(day) : undefined
    const unread = notes.filter(({ text }) => read(text) !== '')
    return { ...period, activity: named || activity, day: onDay || day, notes: unread, doubts }
  }

  return (row) => {
    const statements = listStatements(row)
    const sure = statements.find(({ state }) => state === 'surely')
    if (sure) return { ...row, notOn: describe(sure) }
    const repeated = repeatable.map((column) => row[column]).find(isRepeatWord)
    const problem = row.problem ?? (repeated && `There is nothing above ${quote(repeated)} that it could repeat.`)
    const period = readPeriod(row)
    const maybe = statements.filter(({ state }) => state === 'maybe')
    const said = maybe.map((one) => `${describe(one)}.`)
    const doubts = [...said, ...(said.length > 0 ? ['Please check that it is on.'] : []), ...period.doubts]
    return { ...row, ...period, problem, doubts: doubts.length > 0 ? doubts : undefined }
  }
}
