import { beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '~/domain/accounts/account'
import { listActivity } from '~/domain/activity/activity.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import type { Database } from '~db/schema'
import {
  addQuestion,
  answerQuestion as answerQuestionAt,
  changeQuestion,
  listOpenQuestions,
  paginateQuestions,
} from './questions.server'
import { newQuestion } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const setClock = () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T10:00:00Z') })
beforeEach(setClock)
setClock()

const dinner = newQuestion.parse({
  question: 'What will we cook?',
  answers: [{ words: 'Pizza', symbol: 'cooking' }, { words: 'Soup' }, { words: '' }],
  until: '2026-12-04',
})
const answerQuestion = (db: Database, user: Account, id: number, answer: number) =>
  answerQuestionAt(db, user, id, answer, riverbank.settings.centre)
const ask = (more: object = {}) => addQuestion(riverbank.db, aoife, { ...dinner, ...more })

test('a student answers with one press and changes the answer; only tutors see it', async ({ db, people }) => {
  const { id } = await ask()
  expect(await answerQuestion(db, people.daniel, id, 0)).toMatchObject({ answer: 0 })
  await answerQuestion(db, people.daniel, id, 1)
  await answerQuestion(db, people.daniel, id, 1)
  expect(await listOpenQuestions(db, people.daniel)).toEqual([
    {
      id,
      question: 'What will we cook?',
      answers: [
        { words: 'Pizza', symbol: 'cooking', photo: null },
        { words: 'Soup', symbol: null, photo: null },
      ],
      allowsVoice: false,
      until: '2026-12-04',
      answer: 1,
      voice: null,
    },
  ])
  expect(await listOpenQuestions(db, people.niamh)).toMatchObject([{ id, answer: null }])
  expect(JSON.stringify(await listOpenQuestions(db, people.niamh))).not.toMatch(/said|studentId|Daniel/)
  const said = [{ studentId: people.daniel.id, answer: 1, answeredAt: '2026-12-01T10:00:00.000Z' }]
  expect((await paginateQuestions(db, aoife, 1)).items).toMatchObject([{ id, said }])
  const log = (await listActivity(db, aoife)).map(({ actorName, action, title, times }) => [
    actorName,
    action,
    title,
    times,
  ])
  expect(log.slice(0, 2)).toEqual([
    ['Daniel Okafor', 'answered', dinner.question, 2],
    ['Aoife Brennan', 'added', dinner.question, 1],
  ])
})

test('only the chosen students can answer, until the end of the last day in Dublin, and only with a given answer', async () => {
  const { db, people } = riverbank
  const { id } = await ask({ studentIds: [people.niamh.id] })
  expect(await listOpenQuestions(db, people.daniel)).toEqual([])
  expect(await listOpenQuestions(db, people.aoife)).toEqual([])
  for (const other of [people.daniel, people.aoife])
    await expect(answerQuestion(db, other, id, 0)).rejects.toMatchObject({ kind: 'notFound' })
  await expect(answerQuestion(db, people.niamh, id, 2)).rejects.toMatchObject({ kind: 'invalid' })
  await expect(answerQuestion(db, people.niamh, id + 1, 0)).rejects.toMatchObject({ kind: 'notFound' })
  vi.setSystemTime('2026-12-04T23:59:00Z')
  await answerQuestion(db, people.niamh, id, 0)
  vi.setSystemTime('2026-12-05T00:01:00Z')
  await expect(answerQuestion(db, people.niamh, id, 1)).rejects.toMatchObject({ kind: 'notFound' })
  expect(await listOpenQuestions(db, people.niamh)).toEqual([])
})

test('its text can change until a student answers; the last day and the students always', async ({ db, people }) => {
  const { id } = await ask()
  const change = (patch: object) => changeQuestion(db, riverbank.uploads, people.aoife, id, { patch })
  expect(await change({ question: 'What will we eat?' })).toMatchObject({ question: 'What will we eat?', version: 2 })
  await answerQuestion(db, people.daniel, id, 0)
  await expect(change({ question: 'What will we drink?' })).rejects.toMatchObject({ kind: 'conflict' })
  await expect(change({ answers: dinner.answers.toReversed() })).rejects.toMatchObject({ kind: 'conflict' })
  const ids = [people.daniel.id, people.niamh.id]
  expect(await change({ until: '2026-12-08', studentIds: ids })).toMatchObject({
    studentIds: ids,
    said: [{ answer: 0 }],
  })
  await expect(change({ studentIds: [people.aoife.id] })).rejects.toMatchObject({ kind: 'invalid' })
})

test('unanswered questions come first, then those that end first', async ({ db, people }) => {
  const [first, second, third] = [await ask(), await ask({ until: '2026-12-02' }), await ask({ until: '2026-12-03' })]
  await answerQuestion(db, people.daniel, second.id, 0)
  expect((await listOpenQuestions(db, people.daniel)).map(({ id }) => id)).toEqual([third.id, first.id, second.id])
})

test.each([
  ['five answers', { answers: ['a', 'b', 'c', 'd', 'e'].map((words) => ({ words })) }, false],
  ['a symbol that is not there', { answers: [{ words: 'Soup', symbol: 'constructor' }, { words: 'Tea' }] }, false],
])('a question with %s', (_, more, isTaken) => {
  expect(newQuestion.safeParse({ ...dinner, ...more }).success).toBe(isTaken)
})
