import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendApiRequest } from '~/test/api'
import { lowerHashCost } from '~/test/hash-cost'
import { createMp4 } from '~/test/recordings'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { openDatabase } from '~db/open'
import { cancelReportedAbsence, openFamilyLink, reportAbsence } from './absences/absences.server'
import { makeFamilyLink } from './absences/family-links.server'
import { changePassword } from './accounts/people.server'
import { listActivity } from './activity/activity.server'
import { splitActivitySentence } from './activity/sentences'
import { showAtHome } from './at-home/at-home.server'
import { addDays, formatIsoDay, getToday } from './events/days'
import { countChange } from './limits/limits.server'
import { storedLimits } from './limits/table'
import { addQuestion, answerQuestion } from './questions/questions.server'
import { addSpokenAnswer } from './questions/spoken-answers.server'
import { getReadingGrade, splitSentences } from './reading.server'

const { max: MOST_CHANGES } = storedLimits.changesInDay

lowerHashCost()
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T10:00:00Z') }))

const ringUs = /Please ring us: 020 910 0100\./
/** From ten in the morning to midnight in Dublin. */
const refused = { kind: 'tooMany', message: expect.stringMatching(ringUs), retryAfter: 14 * 3600 }
test('the message above the limit is easy to read', async ({ people, db }) => {
  await db.updateTable('users').set({ changesOn: '2026-12-01', changesThatDay: MOST_CHANGES }).execute()
  const counted = countChange(db, { table: 'users', id: people.daniel.id }, { phone: '020 910 0100' })
  const sentences = await counted.catch(({ message }: Error) => splitSentences(message))
  expect(getReadingGrade(sentences as string[])).toBeLessThanOrEqual(4)
})

const linkFor = (label: string) => makeFamilyLink(riverbank.db, aoife, riverbank.people.daniel.id, { label })

/** Presses 'Not coming today' and 'Coming after all' in turn. */
async function flip(token: string, db = riverbank.db): Promise<void> {
  const { centre } = riverbank.settings
  const [said] = (await openFamilyLink(db, token))?.currentAbsences ?? []
  if (said) await cancelReportedAbsence(db, token, said.id, centre)
  else await reportAbsence(db, token, { startDate: formatIsoDay(getToday()), endDate: null, note: null }, centre)
}

const linesBy = async (name: RegExp) =>
  (await listActivity(riverbank.db, aoife)).filter(({ actorName }) => name.test(actorName))

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

test('a student changes answers forty times a day, in one line per question', async ({ db, people, settings }) => {
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
  await answerQuestion(db, people.niamh, lunch.id, 0, settings.centre)
})

test('a student’s own password changes are one line a day in the log; a tutor’s change is another', async () => {
  const { db, people, settings } = riverbank
  const { aoife, daniel } = people
  for (const words of ['tugboat lantern', 'pebble kettle', 'heron bicycle'])
    await changePassword(db, daniel, daniel.id, words, settings.centre)
  for (const words of ['ferry marmalade', 'otter cardigan'])
    await changePassword(db, aoife, daniel.id, words, settings.centre)
  const lines = (await listActivity(db, aoife)).filter(({ action }) => action === 'set a password')
  expect(lines.map(({ actorName, times }) => [actorName, times])).toEqual([
    ['Aoife Brennan', 1],
    ['Aoife Brennan', 1],
    ['Daniel Okafor', 3],
  ])
})

/** Changes of a student or a family link in a day, and enquiries and mails of a network, by hand. */
const [CHANGES, ENQUIRIES, MAILS] = [40, 50, 40]

/** The outcomes of `count` attempts, one after another, with their numbers: 'saved', the kind of a refusal, or an API status. */
async function tally(count: number, attempt: (index: number) => Promise<unknown>): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  for (let index = 0; index < count; index++) {
    const answer = await attempt(index).catch((error: unknown) => error)
    const { kind, status = 'saved' } = Object(answer) as { kind?: string; status?: number }
    const outcome = kind ?? status
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

const askQuestion = () =>
  addQuestion(riverbank.db, aoife, {
    question: 'Lunch?',
    answers: ['Pizza', 'Soup'].map((words) => ({ words, symbol: null })),
    studentIds: [],
    allowsVoice: true,
    until: addDays(formatIsoDay(getToday()), 3),
  })

test('a recording counts as one of the day’s changes before it is read', async ({ db, uploads, people, settings }) => {
  const { id } = await askQuestion()
  const send = (bytes: Buffer) =>
    addSpokenAnswer(db, uploads, people.daniel, id, new Blob([new Uint8Array(bytes)]), settings.centre)
  expect(await tally(CHANGES, () => send(Buffer.from('hello')))).toEqual({ invalid: CHANGES })
  expect(await tally(2, () => send(createMp4(12)))).toEqual({ tooMany: 2 })
})

test('so does an impossible answer; the same answer again is free', async ({ db, people, settings }) => {
  const { id } = await askQuestion()
  const answer = (question: number, index: number) =>
    answerQuestion(db, people.daniel, question, index, settings.centre)
  await answer(id, 0)
  expect(await tally(CHANGES + 1, () => answer(id, 0))).toEqual({ saved: CHANGES + 1 })
  expect(await tally(CHANGES - 1, (index) => answer(index % 2 ? id : 999, 7))).toEqual({ invalid: 19, notFound: 20 })
  expect(await tally(1, () => answer(id, 1))).toEqual({ tooMany: 1 })
})

test('so does a picture that a student may not show at home', async ({ db, people, settings }) => {
  expect(await tally(CHANGES + 1, () => showAtHome(db, people.daniel, 999, settings.centre))).toEqual({
    conflict: CHANGES,
    tooMany: 1,
  })
})

test('so does an absence beyond a student’s thirty', async ({ db, people, settings }) => {
  const token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
  const report = (index: number) => {
    const day = addDays(formatIsoDay(getToday()), index * 2)
    return reportAbsence(db, token, { startDate: day, endDate: day, note: null }, settings.centre)
  }
  expect(await tally(CHANGES + 1, report)).toEqual({ saved: 30, conflict: 10, tooMany: 1 })
})

test.each([
  ['an enquiry', '/api/contact', ENQUIRIES],
  ['a sign-up', '/api/newsletter/subscribe', MAILS],
])('%s that is refused counts for its network as one that is accepted', async (_, path, max) => {
  const send = (json: object) => sendApiRequest(riverbank, `POST ${path}`, { json, network: `192.0.2.${max}` })
  expect(await tally(max, () => send({ email: 'nobody' }))).toEqual({ 400: max })
  expect(await tally(1, () => send({ email: 'mary@example.ie', name: 'Mary', message: 'May we come?' }))).toEqual({
    429: 1,
  })
})
