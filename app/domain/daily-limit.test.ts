import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '~/auth/sessions.server'
import { sendApiRequest } from '~/test/api'
import { lowerHashCost } from '~/test/hash-cost'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { openDatabase } from '~db/open'
import { cancelReportedAbsence, openFamilyLink, reportAbsence } from './absences/absences.server'
import { makeFamilyLink } from './absences/family-links.server'
import { changePassword } from './accounts/people.server'
import { listActivity } from './activity/activity.server'
import { splitActivitySentence } from './activity/sentences'
import { countChange } from './daily-limit.server'
import { formatIsoDay, getToday } from './events/days'
import { storedLimits } from './limits/table'
import { addQuestion, answerQuestion } from './questions/questions.server'
import { getReadingGrade, splitSentences } from './reading.server'

const { most: MOST_CHANGES } = storedLimits.changesInDay

lowerHashCost()
const riverbank = setUpFreshRiverbank()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const ringUs = /Please ring us: 020 910 0100\./
/** From ten in the morning to midnight in Dublin. */
const refused = { status: 429, message: expect.stringMatching(ringUs), retryAfter: 14 * 3600 }
test('the message above the limit is easy to read', async () => {
  const { people, db } = riverbank
  await db.updateTable('users').set({ changesOn: '2026-12-01', changesThatDay: MOST_CHANGES }).execute()
  const counted = countChange(db, { table: 'users', id: people.daniel.id }, { phone: '020 910 0100' })
  const sentences = await counted.catch(({ message }: Error) => splitSentences(message))
  expect(getReadingGrade(sentences as string[])).toBeLessThanOrEqual(4)
})

const linkFor = (label: string) =>
  makeFamilyLink(riverbank.db, riverbank.people.aoife, riverbank.people.daniel.id, { label })

/** Presses 'Not coming today' and 'Coming after all' in turn. */
async function flip(token: string, db = riverbank.db): Promise<void> {
  const { centre } = riverbank.settings
  const [said] = (await openFamilyLink(db, token))?.currentAbsences ?? []
  if (said) await cancelReportedAbsence(db, token, said.id, centre)
  else await reportAbsence(db, token, { startDate: formatIsoDay(getToday()), endDate: null, note: null }, centre)
}

const linesBy = async (name: RegExp) =>
  (await listActivity(riverbank.db)).filter(({ actorName }) => name.test(actorName))

test('a family link makes forty changes a day, in two lines of the log; the family’s other link still works', async () => {
  const [mother, father] = [await linkFor('Mother'), await linkFor('Mother')]
  for (let press = 0; press < MOST_CHANGES; press++) await flip(mother)
  await expect(flip(mother)).rejects.toMatchObject(refused)
  const words = (await linesBy(/^Mother/)).map((line) => Object.values(splitActivitySentence(line)).join(''))
  expect(words).toEqual([
    'removed an absence: Daniel Okafor, 1 December 2026 (20 times that day)',
    'recorded an absence: Daniel Okafor, 1 December 2026 (20 times that day)',
  ])
  await flip(father)
  vi.setSystemTime('2026-12-02T00:01:00Z')
  await flip(mother)
  expect((await linesBy(/^Mother/)).map(({ times }) => times)).toEqual([1, 21, 20])
})

test('the limit survives a restart, and repeats don’t count', async () => {
  const token = await linkFor('Mother')
  await flip(token)
  const absence = { startDate: formatIsoDay(getToday()), endDate: null, note: null }
  for (let press = 0; press < MOST_CHANGES; press++)
    await reportAbsence(riverbank.db, token, absence, riverbank.settings.centre)
  for (let press = 1; press < MOST_CHANGES; press++) await flip(token)
  const restarted = openDatabase(join(riverbank.settings.dataDir, 'riverbank.sqlite'))
  await expect(flip(token, restarted)).rejects.toMatchObject(refused)
  await restarted.destroy()
})

test('a student changes answers forty times a day, in one line per question; another student can continue', async () => {
  const { db, people, settings } = riverbank
  const answers = ['Pizza', 'Soup'].map((words) => ({ words, symbol: null }))
  const rest = { answers, studentIds: [], allowsVoice: false, until: '2026-12-04' }
  const [lunch, dinner] = [
    await addQuestion(db, people.aoife, { question: 'Lunch?', ...rest }),
    await addQuestion(db, people.aoife, { question: 'Dinner?', ...rest }),
  ]
  for (let press = 0; press < MOST_CHANGES; press++)
    await answerQuestion(db, people.daniel, press < 30 ? lunch.id : dinner.id, press % 2, settings.centre)
  await expect(answerQuestion(db, people.daniel, lunch.id, 0, settings.centre)).rejects.toMatchObject(refused)
  expect(await linesBy(/^Daniel/)).toMatchObject([
    { title: 'Dinner?', times: 10 },
    { title: 'Lunch?', times: 30 },
  ])
  riverbank.sessions.daniel = await startSession(db, people.daniel.id, false)
  const answer = await sendApiRequest(riverbank, `POST /api/questions/${lunch.id}/answer`, {
    as: 'daniel',
    json: { answer: 0 },
  })
  expect([answer.status, answer.body]).toEqual([429, { message: expect.stringMatching(ringUs) }])
  expect(answer.headers.get('Retry-After')).toBe(String(14 * 3600))
  await answerQuestion(db, people.niamh, lunch.id, 0, settings.centre)
})

test('a student’s own password changes are one line a day in the log; a tutor’s change is another', async () => {
  const { db, people, settings } = riverbank
  const { aoife, daniel } = people
  for (const words of ['tugboat lantern', 'pebble kettle', 'heron bicycle'])
    await changePassword(db, daniel, daniel.id, words, settings.centre)
  for (const words of ['ferry marmalade', 'otter cardigan'])
    await changePassword(db, aoife, daniel.id, words, settings.centre)
  const lines = (await listActivity(db)).filter(({ action }) => action === 'set a password')
  expect(lines.map(({ actorName, times }) => [actorName, times])).toEqual([
    ['Aoife Brennan', 1],
    ['Aoife Brennan', 1],
    ['Daniel Okafor', 3],
  ])
})
