import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startSession } from '~/auth/sessions.server'
import {
  type AdjustableCategory,
  adjustableCategories,
  defaultRetentionMonths,
  getRetentionBounds,
  getRetentionDays,
  type RetentionCategory,
  type RetentionMonths,
} from '~/content/retention-terms'
import { closeAccountById, reopenAccountById } from '~/domain/accounts/close-account.server'
import { exportPerson } from '~/domain/accounts/personal-data.server'
import { logActivity } from '~/domain/activity/activity.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { addEnquiry, setAnswered } from '~/domain/enquiries/enquiries.server'
import { insertIdempotencyKey } from '~/domain/idempotency/keys.server'
import { storeInterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'
import { addQuestion, answerQuestion } from '~/domain/questions/questions.server'
import { signUp } from '~/domain/subscribers/subscription.server'
import { log } from '~/log.server'
import { runRetention } from '~/retention.server'
import { addSampleFile } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import type { Tables } from '~db/schema'
import {
  changeRetention,
  describeImmediateRemoval,
  listNextRemovals,
  listWaitingForExport,
  readRetention,
  removeExpiredRecords,
  toRetentionRecord,
} from './retention.server'
import { newRetentionPeriods } from './schema'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Late in the evening, two days before Dublin's clocks go forward. */
const start = Date.parse('2026-03-27T21:30:00.000Z')

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date'] }))

const keeper = () => riverbank.context
/** A number of days later, at an hour in UTC. */
function goTo(days: number, hour = 12) {
  vi.setSystemTime(Date.UTC(2026, 2, 27 + days, hour))
}
const count = async (table: keyof Tables) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(riverbank.db)).rows[0]!.n
const markMailsSent = () =>
  riverbank.db.updateTable('deliveries').set({ state: 'sent', settledAt: new Date().toISOString() }).execute()
/** The log lines of the website itself, as sentences. */
const lines = async () => {
  const all = riverbank.db.selectFrom('activity').selectAll().where('actorName', '=', 'The website').orderBy('id')
  return (await all.execute()).map((line) => {
    const { before, title, after } = splitActivitySentence(line as Parameters<typeof splitActivitySentence>[0])
    return before + title + after
  })
}

async function mail(kind: 'welcome' | 'newsletter') {
  await queueMail(riverbank.db, { kind, email: 'a@x.example' })
  await markMailsSent()
}
async function enquiry({ isSpam = false, isAnswered = true } = {}) {
  const { db, people } = riverbank
  const author = { name: 'Maura', email: 'm@x.example', phone: null }
  const fields = { ...author, subject: 'visit', message: 'May we come?' } as const
  const id = await addEnquiry(db, fields, { isSpam, officeEmail: 'office@x.example' })
  if (isAnswered) await setAnswered(db, people.aoife, id, true)
  return id
}
const file = (title = 'Report', studentId = riverbank.people.daniel.id) =>
  addSampleFile(riverbank, { title, studentId })
async function takeOut(id = riverbank.people.daniel.id) {
  const now = Date.now() + 1000
  vi.setSystemTime(now)
  await buffer(await exportPerson(riverbank.db, riverbank.uploads, aoife, id))
  await vi.waitFor(async () => {
    const person = riverbank.db.selectFrom('users').select('exportedAt').where('id', '=', id)
    expect((await person.executeTakeFirst())?.exportedAt).toBe(new Date(now).toISOString())
  }, 15_000)
  // waitFor advances the clock.
  vi.setSystemTime(now)
}
const close = () => closeAccountById(riverbank.db, aoife, riverbank.people.daniel.id)
const change = (patch: Partial<RetentionMonths>, version?: number) =>
  changeRetention(riverbank.db, aoife, { version, patch })

/** How to create one record of each category, and to count them. */
const each: Record<
  Exclude<RetentionCategory, 'leftFiles' | 'closedAccounts'>,
  [make: () => Promise<unknown>, there: () => Promise<number>]
> = {
  enquiries: [enquiry, () => count('enquiries')],
  activity: [
    async () => {
      const line = { action: 'added', noun: 'event', recordId: 1, title: 'Tea', studentId: null } as const
      await riverbank.db.deleteFrom('activity').execute()
      await logActivity(riverbank.db, aoife, line)
    },
    async () => (await riverbank.db.selectFrom('activity').where('title', '=', 'Tea').selectAll().execute()).length,
  ],
  unconfirmedSignUps: [
    async () => {
      await signUp(riverbank.db, { email: 'never@x.example', name: null }, { doubleOptIn: true })
      await markMailsSent()
    },
    () => count('subscribers'),
  ],
  otherMails: [() => mail('welcome'), () => count('deliveries')],
  readers: [
    () => mail('newsletter'),
    async () =>
      (await riverbank.db.selectFrom('deliveries').where('email', '=', 'a@x.example').selectAll().execute()).length,
  ],
  endedSessions: [
    async () => {
      await riverbank.db.deleteFrom('sessions').execute()
      await startSession(riverbank.db, riverbank.people.daniel.id, false)
      await riverbank.db.updateTable('sessions').set({ endedAt: new Date().toISOString() }).execute()
    },
    () => count('sessions'),
  ],
  absences: [
    () => {
      const day = { startDate: '2026-03-27', endDate: '2026-03-27', createdAt: new Date().toISOString() }
      const row = { ...day, userId: riverbank.people.daniel.id }
      return riverbank.db.insertInto('absences').values(row).execute()
    },
    () => count('absences'),
  ],
  attendance: [
    () => {
      const day = { date: '2026-03-27', state: 'here' as const, recordedAt: new Date().toISOString() }
      const row = { ...day, userId: riverbank.people.daniel.id }
      return riverbank.db.insertInto('attendance').values(row).execute()
    },
    () => count('attendance'),
  ],
  questions: [
    async () => {
      const { db, people } = riverbank
      const answers = ['Bowling', 'A walk'].map((words) => ({ words, symbol: null }))
      const rest = { answers, studentIds: [], allowsVoice: false, until: '2026-03-27' }
      const { id } = await addQuestion(db, people.aoife, { question: 'Where to?', ...rest })
      await answerQuestion(db, people.daniel, id, 1, riverbank.settings.centre)
    },
    // A question is deleted with its answers, or not at all.
    async () => {
      expect(await count('questionAnswers')).toBe(await count('questions'))
      return count('questions')
    },
  ],
  interruptedForms: [
    () => storeInterruptedForm(riverbank.db, riverbank.people.daniel.id, '/dashboard', new FormData()),
    () => count('interruptedForms'),
  ],
  tickets: [() => insertIdempotencyKey(riverbank.db, 'a key', 'a sender').execute(), () => count('tickets')],
}

test.each(Object.keys(each) as (keyof typeof each)[])(
  '%s are announced, stay until the last day of their period, and are removed the day after, with one line in the log and no name',
  async (what) => {
    const [make, there] = each[what]
    const days = getRetentionDays(what)
    await make()
    const on = new Date(Date.UTC(2026, 2, 27 + days)).toISOString().slice(0, 10)
    expect((await listNextRemovals(riverbank.db, aoife, await readRetention(riverbank.db, aoife)))[what]).toEqual({
      count: 1,
      on,
    })
    if (days === 1) vi.setSystemTime(start + DAY - 1)
    else goTo(days - 1, 22)
    await removeExpiredRecords(keeper(), what, Date.now())
    expect(await there()).toBe(1)
    expect(await lines()).toEqual([])

    if (days === 1) vi.setSystemTime(start + DAY + 1)
    else goTo(days, 0)
    for (let run = 0; run < 3; run++) await removeExpiredRecords(keeper(), what, Date.now())
    expect(await there()).toBe(0)
    expect(await lines()).toHaveLength(days === 1 ? 0 : 1)
    expect((await lines()).join()).not.toMatch(/Maura|Daniel|example/)
  },
)

test('an unanswered enquiry stays; spam is removed by the day it arrived', async () => {
  await enquiry({ isAnswered: false })
  await enquiry({ isSpam: true, isAnswered: false })
  goTo(5 * 365)
  await runRetention(keeper())
  expect(await riverbank.db.selectFrom('enquiries').select('suspected').execute()).toEqual([{ suspected: 0 }])
  expect(await lines()).toContain('removed 1 enquiry, past the time we keep them')
})

test('files of a student who left wait for an export, and are removed once, in one log line', async ({ db }) => {
  await file('One')
  await takeOut()
  vi.setSystemTime(start + HOUR)
  await file('Two')
  await close()
  goTo(364)
  await runRetention(keeper())
  expect(await listWaitingForExport(db, aoife, await readRetention(db, aoife))).toEqual([])
  goTo(365)
  await runRetention(keeper())
  expect(await count('files')).toBe(2)
  const since = '2027-03-27'
  expect(await listWaitingForExport(db, aoife, await readRetention(db, aoife))).toMatchObject([
    { firstName: 'Daniel', files: 2, since },
  ])
  expect((await listNextRemovals(db, aoife, await readRetention(db, aoife))).leftFiles).toBeNull()
  await takeOut()
  expect((await listNextRemovals(db, aoife, await readRetention(db, aoife))).leftFiles).toEqual({ count: 2, on: since })
  for (let run = 0; run < 3; run++) await runRetention(keeper())
  expect(await count('files')).toBe(0)
  expect((await lines()).filter((line) => line.includes('file'))).toEqual([
    'removed 2 files of a student who left, past the time we keep them',
  ])
})

test('files of a student who left wait for more than an interrupted export', async () => {
  await file()
  await close()
  const zip = await exportPerson(riverbank.db, riverbank.uploads, aoife, riverbank.people.daniel.id)
  zip.destroy()
  goTo(400)
  await runRetention(keeper())
  expect(await count('files')).toBe(1)
})

test('files of a current or returned student stay', async () => {
  await file()
  await file('Letter', riverbank.people.niamh.id)
  await close()
  await takeOut()
  await reopenAccountById(riverbank.db, aoife, riverbank.people.daniel.id)
  goTo(4000)
  await runRetention(keeper())
  expect(await count('files')).toBe(2)
})

test('a closed account is erased once after its period, and only after its files are exported', async ({ db }) => {
  const erased = async () =>
    (await db.selectFrom('users').select('firstName').where('erasedAt', 'is not', null).execute()).length
  await file()
  await close()
  goTo(getRetentionDays('closedAccounts') + 1)
  await runRetention(keeper())
  expect(await erased()).toBe(0)
  await takeOut()
  for (let run = 0; run < 3; run++) await runRetention(keeper())
  expect(await erased()).toBe(1)
  expect(await count('files')).toBe(0)
  expect((await lines()).filter((line) => line.includes('erased'))).toEqual(['erased a person and all their data'])
  expect(JSON.stringify(await db.selectFrom('users').selectAll().execute())).not.toMatch(/Daniel|Okafor/)
})

test('an interrupted removal is undone with its log line, and the next one completes it', async ({ db }) => {
  await enquiry()
  goTo(800)
  await sql`create trigger dies before insert on activity begin select raise(abort, 'died'); end`.execute(db)
  await expect(removeExpiredRecords(keeper(), 'enquiries', Date.now())).rejects.toThrow('died')
  expect(await count('enquiries')).toBe(1)
  await sql`drop trigger dies`.execute(db)
  for (let run = 0; run < 2; run++) await removeExpiredRecords(keeper(), 'enquiries', Date.now())
  expect(await count('enquiries')).toBe(0)
  expect((await lines()).filter((line) => line.includes('enquiry'))).toHaveLength(1)
})

describe('the terms', () => {
  test('are the defaults until a tutor changes them, each within its bounds', async () => {
    expect((await readRetention(riverbank.db, aoife)).terms).toEqual(defaultRetentionMonths)
    for (const what of adjustableCategories) {
      const { min, max } = getRetentionBounds(what)
      const widest = { ...defaultRetentionMonths, leftFiles: 3, closedAccounts: 84 }
      for (const months of [min, max])
        expect(newRetentionPeriods.safeParse({ ...widest, [what]: months }).success, `${what} ${months}`).toBe(true)
      for (const months of [min - 1, max + 1, 0, -1, 7.5, 'constructor', '1e1', null, '\0', [12]])
        expect(newRetentionPeriods.safeParse({ ...widest, [what]: months }).success, `${what} ${months}`).toBe(false)
    }
    const early = newRetentionPeriods.safeParse({ ...defaultRetentionMonths, leftFiles: 24, closedAccounts: 12 })
    expect(early.error?.issues[0]?.path).toEqual(['closedAccounts'])
  })

  test('are changed with their version, and the log says how', async () => {
    const { version } = await change({ enquiries: 12 })
    expect(version).toBe(2)
    expect((await readRetention(riverbank.db, aoife)).terms).toEqual({ ...defaultRetentionMonths, enquiries: 12 })
    const changed = riverbank.db.selectFrom('activity').select(['actorName', 'title']).where('noun', '=', 'retention')
    expect(await changed.execute()).toEqual([{ actorName: 'Aoife Brennan', title: 'Enquiries: 1 year' }])
    await expect(change({ enquiries: 6 }, 1)).rejects.toMatchObject({ kind: 'conflict' })
    await expect(change({ enquiries: 2 })).rejects.toMatchObject({ kind: 'invalid' })
    expect((await readRetention(riverbank.db, aoife)).version).toBe(2)
  })

  test('remove nothing while they are held, until they are saved', async ({ db }) => {
    await enquiry()
    const value = { version: 3, months: { enquiries: 3, activity: 99, leftFiles: 'x' }, held: ['enquiries'] }
    const row = { name: 'retention' as const, value: JSON.stringify(value) }
    await db.replaceInto('portalSettings').values(row).execute()
    goTo(300)
    await runRetention(keeper())
    expect(await count('enquiries')).toBe(1)
    const stored = await readRetention(db, aoife)
    // A period outside its bounds gets its default.
    const terms = { ...defaultRetentionMonths, enquiries: 3 }
    expect(stored).toMatchObject({ version: 3, terms, held: ['enquiries'] })
    expect(await describeImmediateRemoval(db, aoife, stored.terms)).toEqual([{ what: 'enquiries', count: 1 }])
    await change({ activity: 12 })
    await runRetention(keeper())
    expect(await count('enquiries')).toBe(1)
    expect(await toRetentionRecord(db, aoife, await change({ enquiries: 3 }))).toMatchObject({ held: [], enquiries: 3 })
    await runRetention(keeper())
    expect(await count('enquiries')).toBe(0)
  })

  test('and a leap of the clock: a new period removes nothing until the clock is trusted', async () => {
    vi.useFakeTimers({ now: Date.now() + HOUR, toFake: ['Date', 'performance'] })
    vi.spyOn(log, 'warn').mockImplementation(() => {})
    const { db, settings } = riverbank
    const { clockWatch } = riverbank.context
    await enquiry()
    await clockWatch.start(settings)
    await clockWatch.store(db)
    vi.setSystemTime(Date.now() + 120 * DAY)
    await change({ enquiries: 3 } satisfies Partial<Record<AdjustableCategory, number>>)
    await runRetention(keeper())
    expect(clockWatch.doubt()).toBeTruthy()
    expect(await count('enquiries')).toBe(1)
    vi.setSystemTime(Date.now() - 120 * DAY)
    await runRetention(keeper())
    expect(await count('enquiries')).toBe(1)
  })
})
