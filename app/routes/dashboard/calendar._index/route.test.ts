import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { createCalendarToken } from '~/domain/events/address.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { listEvents } from '~/domain/events/events.server'
import { formatIsoTerm, getTermOfDay } from '~/domain/events/term'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import * as removal from '../calendar.$id.delete/route'
import * as address from '../calendar.address/route'
import * as add from '../calendar.new/route'
import * as tab from './route'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const post = (
  { action }: { action: (args: ActionFunctionArgs) => unknown },
  fields: Record<string, string>,
  { as = 'aoife', id }: { as?: Person; id?: number } = {},
) => callRoute(riverbank, withFormRecovery(action), '/dashboard/calendar', { as, fields, params: { id: String(id) } })
const tea = { title: 'Tea morning', description: '', date: '2025-10-14', time: '10:00', location: '' }

test('adding an event leads to its day', async () => {
  const answer = await post(add, tea)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/dashboard/calendar?day=2025-10-14#day')
  expect((await listEvents(riverbank.db, aoife)).items).toMatchObject([
    { title: 'Tea morning', description: null, time: '10:00', location: null, day: 14, month: 'October', year: 2025 },
  ])
})

test('a student creates, renews and turns off their own address and no one else’s', async () => {
  const { db, people, context } = riverbank
  const token = () => createCalendarToken(db, context.sign, people.daniel)
  await post(address, { intent: 'make-address' }, { as: 'daniel' })
  const first = await token()
  expect(first).not.toBeNull()
  await post(address, { intent: 'make-address' }, { as: 'niamh' })
  await post(address, { intent: 'remove-address' }, { as: 'niamh' })
  expect(await token()).toBe(first)
  await post(address, { intent: 'make-address' }, { as: 'daniel' })
  expect(await token()).not.toBe(first)
  await post(address, { intent: 'remove-address' }, { as: 'daniel' })
  expect(await token()).toBeNull()
  expect((await post(address, {}, { as: 'daniel' })).status).toBe(400)
})

test('the tab shows the term of today, of a requested day, or the requested term', async () => {
  const shown = async (query: string) => {
    const request = await riverbank.request(`/dashboard/calendar${query}`, { as: 'daniel' })
    const { data } = await tab.loader({ request, params: {}, context: riverbank.context })
    return { term: formatIsoTerm(data.term), day: data.day && formatIsoDay(data.day) }
  }
  const now = getToday()
  const today = { term: formatIsoTerm(getTermOfDay(now)), day: formatIsoDay(now) }
  expect(await shown('')).toEqual(today)
  expect(await shown('?day=2025-10-14')).toEqual({ term: '2025-09', day: '2025-10-14' })
  expect(await shown('?term=2025-10')).toEqual({ term: '2025-09', day: null })
  expect(await shown('?term=2026-01&day=2025-10-14')).toEqual({ term: '2026-01', day: '2025-10-14' })
  expect(await shown(`?term=${today.term}`)).toEqual(today)
  for (const query of ['?term', '?term=2026-13', '?term=1999-12', '?term=../..', '?day=2025-02-30', '?day=x', '?day='])
    expect(await shown(query), query).toEqual(today)
})

test('one tick deletes an event and the rest of its series; without it, only the event', async () => {
  await post(add, { ...tea, repeatUntil: '4 November 2025' })
  const ids = (await listEvents(riverbank.db, aoife)).items.map(({ id }) => id)
  expect(ids).toHaveLength(4)
  expect((await post(removal, {}, { id: ids[0] })).status).toBe(303)
  expect((await post(removal, { scope: 'later' }, { id: ids[2] })).status).toBe(303)
  expect((await listEvents(riverbank.db, aoife)).items).toMatchObject([{ id: ids[1] }])
  const rejected = await post(add, { intent: 'save-event', ...tea, repeatUntil: '2027-11-04' })
  expect((await rejected.json()).result).toMatchObject({
    error: { repeatUntil: ['Please choose a last day within a year of the date.'] },
    initialValue: { repeatUntil: '2027-11-04' },
  })
})
