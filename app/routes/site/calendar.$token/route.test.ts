import { afterEach, beforeEach, expect, test } from 'vitest'
import { calendarToken, makeCalendarAddress } from '~/domain/events/address.server'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { answerOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { loader } from './route'

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function get(token: string) {
  const request = await riverbank.request(`/calendar/${token}`)
  return answerOf(() => loader({ request, params: { token }, context: riverbank.context }), request.url)
}

test('GET /calendar/:token answers with the events, without a session', async () => {
  const { db, people, context } = riverbank
  const tea = { title: 'Tea morning', time: '10:00-11:30', day: 14, month: 'October', year: 2025 }
  await addEvent(db, people.aoife, newEvent.parse(tea))
  await makeCalendarAddress(db, people.daniel.id)
  const answer = await get((await calendarToken(db, context.seal, people.daniel.id)) ?? '')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain('X-WR-CALNAME:Riverbank Calendar\r\n')
  expect(text).toContain('DTSTART;TZID=Europe/Dublin:20251014T100000\r\n')
})

test('GET /calendar/:token answers 404 to what is nobody’s address', async () => {
  for (const token of ['1', '1.guess', 'x']) {
    const answer = await get(token)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('Not found.')
  }
})
