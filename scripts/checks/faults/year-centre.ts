import { join } from 'node:path'
import { startRiverbank } from '../../../app/test/running'
import { type Browser, createBrowser, type ReadPage } from '../shared/browser'
import { createClockSettings } from '../shared/clock'

export const YEAR_PASSWORD = 'an otter sleeps on the far bank'
const DAY = 86_400_000

export interface YearPerson {
  id: number
  name: string
  username: string
  password: string
  role: 'student' | 'tutor'
  state: 'open' | 'closed' | 'erased'
  /** A student's first and last day. */
  first: string
  last?: string
  /** The times before, of a student who came back. */
  before?: { first: string; last?: string }[]
  /** When the account was made, and the last day on which they logged in. */
  since: string
  seen?: string
}

/** A student in the register of a day. */
interface RegisterLine {
  id: number
  day: string
  isHere: boolean
}

/** What was done to the centre so far, as the check remembers it: what a backup has of it, it gives back. */
export interface YearMemory {
  people: YearPerson[]
  lines: RegisterLine[]
  /** The numbers of each register, and the day on which it was taken. */
  log: Map<string, { here: number; away: number; on: string }>
  closed: { from: string; to: string; title: string }[]
  isReady: boolean
  family: { id: number; path: string }[]
}

export const shiftDay = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
const spell = (options: Intl.DateTimeFormatOptions) => (day: string) =>
  new Date(day).toLocaleDateString('en-IE', { ...options, timeZone: 'UTC' }).replace(',', '')
// Of '2026-12-04': '4 December 2026', 'Friday 4 December', 'December 2026', 'December' and 'Friday'.
export const spellDate = spell({ day: 'numeric', month: 'long', year: 'numeric' })
export const spellDay = spell({ weekday: 'long', day: 'numeric', month: 'long' })
export const spellMonth = spell({ month: 'long', year: 'numeric' })
export const spellMonthName = spell({ month: 'long' })
export const spellWeekday = spell({ weekday: 'long' })
export const isWeekendDay = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

/** A centre with its own data folder, whose server is started on one day after another. */
export function createYearCentre(folder: string) {
  const dataDir = join(folder, 'data')
  let riverbank: Awaited<ReturnType<typeof startRiverbank>> | undefined
  const memory: YearMemory = { people: [], lines: [], log: new Map(), closed: [], isReady: false, family: [] }
  const nobody = createBrowser('http://127.0.0.1')
  const running = () => riverbank!

  const centre = {
    dataDir,
    memory,
    today: '',
    tutor: nobody,
    visitor: nobody,
    compared: 0,
    faults: [] as string[],
    /** The settings that give a command this day's clock. */
    getClock: () =>
      // Ten o'clock in Dublin in summer, nine in winter: every session of the day is ahead.
      createClockSettings(Date.parse(`${centre.today}T09:00:00Z`) - Date.now()),
    /** Starts the server on a day, and returns its log. */
    async start(day: string): Promise<string> {
      centre.today = day
      const settings = { DATA_DIR: dataDir, DEMO: '0', NEWSLETTER_HOLD_SECONDS: '0', ...centre.getClock() }
      riverbank = await startRiverbank(settings)
      centre.visitor = createBrowser(riverbank.url)
      centre.tutor = createBrowser(riverbank.url)
      return riverbank.output()
    },
    stop: () => running().stop(),
    rows: <Row extends object>(sql: string, ...values: unknown[]) => running().rows(sql, ...values) as Row[],
    count: (sql: string, ...values: unknown[]) => Number(Object.values(running().rows(sql, ...values)[0]!)[0]),

    /** Compares what a screen says with what is so. */
    compare(where: string, says: unknown, isSo: unknown): void {
      centre.compared += 1
      const [one, other] = [says, isSo].map((value) => JSON.stringify(value))
      if (one !== other) centre.faults.push(`${centre.today} ${where}: ${one} instead of ${other}`)
    },
    /** Whether a page has a sentence. */
    compareSentence(where: string, { text }: ReadPage, sentence: string, isThere = true): void {
      centre.compared += 1
      if (text.includes(sentence) !== isThere)
        centre.faults.push(
          `${centre.today} ${where}: ${isThere ? 'does not say' : 'says'} ‘${sentence}’: ${text.slice(0, 1200)}`,
        )
    },

    /** A browser in which a person has logged in; null if they may not. */
    async logIn(person: YearPerson): Promise<Browser | null> {
      const browser = createBrowser(running().url)
      const { username, password } = person
      if ((await browser.call('POST', '/api/login', { username, password })) !== 200) return null
      person.seen = centre.today
      return browser
    },
    async logInTutor(person: YearPerson): Promise<void> {
      const browser = await centre.logIn(person)
      if (!browser) throw new Error(`${person.username} can't log in on ${centre.today}`)
      centre.tutor = browser
    },

    find: (username: string) => centre.memory.people.find((person) => person.username === username)!,
    /** The students with an open account. */
    listOpen: () => centre.memory.people.filter(({ role, state }) => role === 'student' && state === 'open'),
    isClosed: (day: string) => centre.memory.closed.some(({ from, to }) => from <= day && day <= to),
    /** Whether a student belongs to the centre on a day. */
    isThere: ({ role, before = [], ...present }: YearPerson, day: string) =>
      role === 'student' && [...before, present].some(({ first, last }) => first <= day && day <= (last ?? day)),
  }
  return centre
}

export type YearCentre = ReturnType<typeof createYearCentre>
