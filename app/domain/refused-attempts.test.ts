import { expect, test } from 'vitest'
import { sendApiRequest } from '~/test/api'
import { createMp4 } from '~/test/recordings'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { reportAbsence } from './absences/absences.server'
import { makeFamilyLink } from './absences/family-links.server'
import { addDays, formatIsoDay, getToday } from './events/days'
import { showAtHome } from './home/home.server'
import { addQuestion, answerQuestion } from './questions/questions.server'
import { addSpokenAnswer } from './questions/spoken-answers.server'

/** Changes of a student or a family link in a day, and enquiries and mails of a network, by hand. */
const [CHANGES, ENQUIRIES, MAILS] = [40, 50, 40]

const riverbank = setUpFreshRiverbank()

/** The statuses of `count` attempts, one after another, with their numbers. */
async function tally(count: number, attempt: (index: number) => Promise<unknown>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let index = 0; index < count; index++) {
    const answer = await attempt(index).catch((error: unknown) => error)
    const { status = 200 } = Object(answer) as { status?: number }
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const askQuestion = () =>
  addQuestion(riverbank.db, riverbank.people.aoife, {
    question: 'Lunch?',
    answers: ['Pizza', 'Soup'].map((words) => ({ words, symbol: null })),
    studentIds: [],
    allowsVoice: true,
    until: addDays(formatIsoDay(getToday()), 3),
  })

test('a refused recording counts as one of the day’s changes, before it is looked at', async () => {
  const { db, uploads, people, settings } = riverbank
  const { id } = await askQuestion()
  const send = (bytes: Buffer) =>
    addSpokenAnswer(db, uploads, people.daniel, id, new Blob([new Uint8Array(bytes)]), settings.centre)
  expect(await tally(CHANGES, () => send(Buffer.from('hello')))).toEqual({ 400: CHANGES })
  expect(await tally(2, () => send(createMp4(12)))).toEqual({ 429: 2 })
})

test('so does an answer that the question does not have, and one to another’s question; the same answer again is free', async () => {
  const { db, people, settings } = riverbank
  const { id } = await askQuestion()
  const answer = (question: number, place: number) =>
    answerQuestion(db, people.daniel, question, place, settings.centre)
  await answer(id, 0)
  expect(await tally(CHANGES + 1, () => answer(id, 0))).toEqual({ 200: CHANGES + 1 })
  expect(await tally(CHANGES - 1, (index) => answer(index % 2 ? id : 999, 7))).toEqual({ 400: 19, 404: 20 })
  expect(await tally(1, () => answer(id, 1))).toEqual({ 429: 1 })
})

test('so does a picture that a student may not show at home', async () => {
  const { db, people, settings } = riverbank
  expect(await tally(CHANGES + 1, () => showAtHome(db, people.daniel, 999, settings.centre))).toEqual({
    409: CHANGES,
    429: 1,
  })
})

test('so does an absence beyond a student’s thirty', async () => {
  const { db, people, settings } = riverbank
  const token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
  const report = (index: number) => {
    const day = addDays(formatIsoDay(getToday()), index * 2)
    return reportAbsence(db, token, { startDate: day, endDate: day, note: null }, settings.centre)
  }
  expect(await tally(CHANGES + 1, report)).toEqual({ 200: 30, 409: 10, 429: 1 })
})

test.each([
  ['an enquiry', '/api/contact', ENQUIRIES],
  ['a sign-up', '/api/newsletter/subscribe', MAILS],
])('%s that is refused counts for its network as one that is accepted', async (_, path, most) => {
  const send = (json: object) => sendApiRequest(riverbank, `POST ${path}`, { json, network: `192.0.2.${most}` })
  expect(await tally(most, () => send({ email: 'nobody' }))).toEqual({ 400: most })
  expect(await tally(1, () => send({ email: 'mary@example.ie', name: 'Mary', message: 'May we come?' }))).toEqual({
    429: 1,
  })
})
