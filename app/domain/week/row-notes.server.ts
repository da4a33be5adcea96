import { type ColumnUse, describeColumn } from '~/domain/csv.server'
import { formatIsoDay, formatShortDate, getToday, parseDay } from '~/domain/events/days'
import { isEveryWeek, parseDated } from './dated'
import { type MentionFinder, saysOnlyForSome } from './named-students.server'
import { mayBeOffMeanwhile, type NotOn, type RowNote, readNotOn, readNotOnCell } from './not-on.server'
import { type NoteReading, readNote } from './note.server'
import { type Period, type PeriodWords, readPeriodWords, resolvePeriod } from './period.server'
import { isRepeatWord } from './repeat-marks.server'
import { areOtherTimes, type Mention, type TableRow } from './table-cells.server'
import { parseWeekdays } from './weekdays'

const quote = (text: string) => `‘${text.trim().slice(0, 60)}’`

interface Statement {
  text: string
  column?: string
  state?: NotOn
}

const describe = ({ text, column }: Statement) =>
  column ? `${describeColumn(column)} says ${quote(text)}` : `It says ${quote(text)}`

const repeatable = ['day', 'date', 'from', 'to', 'activity', 'place', 'withWhom', 'students'] as const

/** What notes are read for. */
const noteUses = { state: 'whether it is on', period: 'first and last day', weeks: 'which weeks' }
type NoteUse = keyof typeof noteUses

/**
 * Reads what the cells of rows say next to their day, times and activity: whether they are on, and their first and last day. After
 * the last row, `describeColumns` returns what each column of notes was used for.
 */
export function createNoteReader(findStudents: MentionFinder) {
  // All cells of a grid's row have the same notes.
  const readings = new Map<RowNote, NoteReading>()
  const periods = new Map<string, PeriodWords | null>()
  const usesByColumn = new Map<string, Set<NoteUse>>()
  /** Columns with words that were not read. */
  const withOthers = new Set<string>()
  const readWords = (text: string) => {
    if (!periods.has(text)) periods.set(text, readPeriodWords(text))
    return periods.get(text) ?? null
  }
  const read = (note: RowNote): NoteReading => {
    const reading = readings.get(note) ?? readNote(note)
    readings.set(note, reading)
    return reading
  }

  function recordUses({ notes = [], week }: TableRow): void {
    for (const note of notes) {
      const { state, period, isUnderstood } = read(note)
      const uses = usesByColumn.get(note.column) ?? new Set()
      usesByColumn.set(note.column, uses)
      const isWeeks = note.text === week
      if (isWeeks) uses.add('weeks')
      if (period) uses.add('period')
      if (state ?? (isUnderstood && !period)) uses.add('state')
      const isOther = !isWeeks && !isUnderstood && !isEveryWeek(note.text)
      if (isOther || (period?.rest && !period.isUnread && !state)) withOthers.add(note.column)
    }
  }

  /** What the cells say about whether it is on. */
  function listStatements({ activity, day, from, to, place, withWhom, notes = [] }: TableRow): Statement[] {
    // Such a row may have its word in any column: 'Wednesday, Closed'.
    const texts = activity ? [activity] : [day, from, to, place, withWhom]
    const cells = [place, withWhom]
    return [
      ...texts.flatMap((text) => (text ? { text, state: readNotOn(text) } : [])),
      ...cells.flatMap((text) => (text ? { text, state: readNotOnCell(text) } : [])),
      ...notes.map((note) => ({ ...note, state: read(note).state })),
    ]
  }

  /** The first and last day in the activity, the day and the notes, without their words, and doubts about words that are no date. */
  function readPeriod({ activity, day, date, notes = [], startDate, endDate }: TableRow) {
    const doubts: string[] = []
    const period: Period = { startDate, endDate }
    const isDated = parseDated(date ?? day ?? '') !== null
    let ended: Statement | undefined
    /** The rest of a text with such words; undefined if there are none, or the row has others. */
    const takeDays = (statement: Statement, words: PeriodWords | null): string | undefined => {
      if (!words) return undefined
      const { text } = statement
      const isTwice = (words.startDate && period.startDate) || (words.endDate && period.endDate)
      const isUsed = !isDated && !isTwice && !mayBeOffMeanwhile(text)
      if (!isUsed || words.isUnread)
        doubts.push(`It says ${quote(text)}. We don’t read all of that: please check its first and last day.`)
      if (!isUsed) return undefined
      period.startDate ??= words.startDate
      period.endDate ??= words.endDate
      if (words.hasEnded) ended = statement
      return words.rest
    }
    const named = activity && takeDays({ text: activity }, readWords(activity))
    const onDay = day && !parseWeekdays(day) ? takeDays({ text: day }, readWords(day)) : undefined
    for (const note of notes) takeDays(note, read(note).period)
    const days = { ...period, activity: named || activity, day: onDay || day, doubts }
    const last = parseDay(resolvePeriod(period).endDate ?? '')
    if (!ended || !last) return days
    if (formatIsoDay(last) <= formatIsoDay(getToday())) return { ...days, notOn: describe(ended) }
    doubts.push(`It says ${quote(ended.text)}. Has it ended, or is its last day ${formatShortDate(last)}?`)
    return days
  }

  /** The texts that name students, or say that it is for some people only. */
  function listMentions({ activity, place, withWhom, students, notes = [] }: TableRow): Mention[] {
    if (students) return []
    const cells = [activity, place].flatMap((text): Statement[] => (text ? [{ text }] : []))
    const find = (statement: Statement, isOfTutors = false) => {
      const ids = findStudents(statement.text, { isOfTutors })
      return ids.length > 0 || saysOnlyForSome(statement.text) ? { said: describe(statement), ids } : []
    }
    return [
      ...[...cells, ...notes].flatMap((statement) => find(statement)),
      ...(withWhom ? [find({ text: withWhom }, true)].flat() : []),
    ]
  }

  function readRow(row: TableRow): TableRow {
    recordUses(row)
    const statements = listStatements(row)
    const sure = statements.find(({ state }) => state === 'surely')
    if (sure) return { ...row, notOn: describe(sure) }
    const repeated = repeatable.map((column) => row[column]).find(isRepeatWord)
    const problem = row.problem ?? (repeated && `There is nothing above ${quote(repeated)} that it could repeat.`)
    const period = readPeriod(row)
    const maybe = statements.filter(({ state }) => state === 'maybe')
    const said = maybe.map((one) => `${describe(one)}.`)
    const otherTimes = (row.notes ?? [])
      .filter((note) => note.column && areOtherTimes(note.text, row))
      .map((note) => `${describe(note)}. Please check the times.`)
    const doubts = [
      ...said,
      ...(said.length > 0 ? ['Please check that it is on.'] : []),
      ...otherTimes,
      ...period.doubts,
    ]
    const mentions = listMentions(row)
    return { ...row, ...period, problem, mentions, doubts: doubts.length > 0 ? doubts : undefined }
  }

  /** Separates columns of notes that were read, with what for, from those that were not. */
  function describeColumns(names: string[]): { columns: ColumnUse[]; unused: string[] } {
    const isRead = (name: string) => (usesByColumn.get(name)?.size ?? 0) > 0
    const columns = names.filter(isRead).map((name) => {
      const uses = [...usesByColumn.get(name)!].map((use) => noteUses[use]).join(', ')
      return { name, use: withOthers.has(name) ? `${uses}. We don’t use its other words.` : uses }
    })
    return { columns, unused: names.filter((name) => !isRead(name)) }
  }

  return { readRow, describeColumns }
}
