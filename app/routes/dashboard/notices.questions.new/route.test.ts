import { expect, test } from 'vitest'
import { formatIsoDay, getToday, toDay } from '~/domain/events/days'
import { action as answer } from '~/routes/dashboard/notices._index/route'
import { callRoute, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { action as add } from './route'

const riverbank = setUpFreshRiverbank()
const until = formatIsoDay(toDay(Date.parse(formatIsoDay(getToday())) + 3 * 24 * 3_600_000))

const send = (run: typeof add | typeof answer, as: Person, fields: Record<string, string>) =>
  callRoute(riverbank, run, '/dashboard/notices', { as, fields })

test('two of the form’s four answers are enough; with one, the form comes back with everything typed', async () => {
  const two = {
    'answers[0].words': 'Yes',
    'answers[0].symbol': 'yes',
    'answers[1].words': 'No',
    'answers[1].symbol': '',
  }
  const rest = { 'answers[2].words': '', 'answers[2].symbol': '', 'answers[3].words': '', 'answers[3].symbol': '' }
  const bad = await send(add, 'aoife', { question: 'Tea?', ...two, ...rest, 'answers[1].words': '', until })
  expect(bad.status).toBe(400)
  expect(await bad.text()).toMatch(/Tea\?.*Please write at least two answers|Please write at least two answers.*Tea\?/s)
  const good = await send(add, 'aoife', { question: 'Tea?', ...two, ...rest, until })
  expect([good.status, good.headers.get('Location')]).toEqual([303, '/dashboard/notices/questions'])
  const question = await riverbank.db.selectFrom('questions').selectAll().executeTakeFirstOrThrow()
  expect(JSON.parse(question.answers)).toEqual([
    { words: 'Yes', symbol: 'yes' },
    { words: 'No', symbol: null },
  ])
  const id = String(question.id)
  const pressed = await send(answer, 'daniel', { intent: 'answer', id, from: 'today', answer: '0' })
  expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, `/dashboard#question-${id}`])
  for (const wrong of ['2', '-1', 'constructor', ''])
    expect((await send(answer, 'daniel', { intent: 'answer', id, answer: wrong })).status, wrong).toBe(400)
  expect((await send(answer, 'aoife', { intent: 'answer', id, answer: '1' })).status).toBe(404)
  expect(await riverbank.db.selectFrom('questionAnswers').select('answer').execute()).toEqual([{ answer: 0 }])
})
