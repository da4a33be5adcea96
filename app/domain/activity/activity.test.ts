import { beforeAll, expect, test, vi } from 'vitest'
import { shareRiverbank } from '~/test/riverbank'
import { type ActivityFilter, listActivity, logActivity } from './activity.server'
import { splitActivitySentence } from './sentences'

const riverbank = shareRiverbank()

/** The days around the nights when Dublin's clocks change, and one more. */
const days = [
  ['2026-03-28T23:59:59.999Z', '28 March, late'],
  ['2026-03-29T00:00:00.000Z', '29 March, first'],
  ['2026-03-29T22:59:59.999Z', '29 March, last'],
  ['2026-03-29T23:00:00.000Z', '30 March, first'],
  ['2026-06-01T12:00:00.000Z', '1 June'],
] as const

beforeAll(async () => {
  const { db, people } = riverbank
  await db.deleteFrom('activity').execute()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const [at, title] of days) {
    vi.setSystemTime(at)
    await logActivity(db, people.aoife, { action: 'added', noun: 'event', recordId: 1, title, studentId: null })
  }
  const [document, account] = [{ noun: 'document', recordId: 1 } as const, { noun: 'account', recordId: 2 } as const]
  await logActivity(db, people.aoife, { ...document, action: 'added', title: 'Report', studentId: people.daniel.id })
  await logActivity(db, people.daniel, { ...account, action: 'renamed', title: 'daniel', studentId: people.daniel.id })
  await logActivity(db, people.aoife, { ...document, action: 'added', title: 'Menu', studentId: null })
  vi.useRealTimers()
})

const titles = async (narrowed: ActivityFilter & { limit?: number }) =>
  (await listActivity(riverbank.db, riverbank.people.aoife, narrowed)).map(({ title }) => title)

test('all lines, newest first', async () => {
  const events = days.map(([, title]) => title).reverse()
  expect(await titles({})).toEqual(['Menu', 'daniel', 'Report', ...events])
  expect(await titles({ limit: 2 })).toEqual(['Menu', 'daniel'])
})

test('for a person: what they did, and what was done to their records, each once', async () => {
  const { aoife, daniel, niamh } = riverbank.people
  expect(await titles({ personId: daniel.id })).toEqual(['daniel', 'Report'])
  expect((await titles({ personId: aoife.id, limit: 2 })).length).toBe(2)
  expect(await titles({ personId: aoife.id, limit: 2 })).toEqual(['Menu', 'Report'])
  expect(await titles({ personId: niamh.id })).toEqual([])
})

test('about a subject, alone and with a person', async () => {
  expect(await titles({ subject: 'documents' })).toEqual(['Menu', 'Report'])
  expect(await titles({ subject: 'calendar', limit: 1 })).toEqual(['1 June'])
  expect(await titles({ subject: 'documents', personId: riverbank.people.daniel.id })).toEqual(['Report'])
  expect(await titles({ subject: 'enquiries' })).toEqual([])
})

test.each([
  [{ day: 28, month: 'March', year: 2026 }, ['28 March, late']],
  [{ day: 29, month: 'March', year: 2026 }, ['29 March, last', '29 March, first']],
  [{ day: 30, month: 'March', year: 2026 }, ['30 March, first']],
  [{ day: 31, month: 'May', year: 2026 }, []],
  [{ day: 2, month: 'June', year: 2026 }, []],
] as const)('on a day in Dublin, %j', async (day, lines) => {
  expect(await titles({ day })).toEqual(lines)
})

test('before a line, within the filter', async () => {
  const [first, second] = await listActivity(riverbank.db, riverbank.people.aoife, { subject: 'calendar' })
  expect(await titles({ subject: 'calendar', before: first?.id, limit: 1 })).toEqual([second?.title])
  const day = { day: 29, month: 'March', year: 2026 } as const
  const [last] = await listActivity(riverbank.db, riverbank.people.aoife, { day })
  expect(await titles({ day, before: last?.id })).toEqual(['29 March, first'])
})

test.each([
  [
    'sent again',
    'newsletter',
    'June news',
    'asked to send the newsletter “June news” again to people it had not reached',
  ],
  ['resumed', 'sending', 'with all that waited', 'turned sending back on, with all that waited'],
  ['deleted', 'resource', 'What {title} and $& mean', 'deleted the resource “What {title} and $& mean”'],
] as const)('the sentence of: %s %s', (action, noun, title, sentence) => {
  const { before, title: shown, after } = splitActivitySentence({ action, noun, title })
  expect(before + shown + after).toBe(sentence)
})
