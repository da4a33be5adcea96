import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { createCalendarToken } from '~/domain/events/address.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { listEvents } from '~/domain/events/events.server'
import { formatIsoMonth } from '~/domain/events/term'
import { readTerm } from '~/domain/events/term.server'
import { withFormRecovery } from '~/http/forms/form-recovery.server'
import { ask, freshForEach, type Person } from '~/test/riverbank'
import * as removal from '../calendar.$id.delete/route'
import * as address from '../calendar.address/route'
import * as add from '../calendar.new/route'
import * as tab from './route'

const riverbank = freshForEach()

const post = (
  { action }: { action: (args: ActionFunctionArgs) => unknown },
  fields: Record<string, string>,
  { as = 'aoife', id }: { as?: Person; id?: number } = {},
) => ask(riverbank, withFormRecovery(action), '/dashboard/calendar', { as, fields, params: { id: String(id) } })
const tea = { title: 'Tea morning', description: '', date: '2025-10-14', time: '10:00', location: '' }

test('adding an event leads to its day', async () => {
  const answer = await post(add, tea)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/dashboard/calendar?day=2025-10-14#day')
  expect((await listEvents(riverbank.db)).items).toMatchObject([
    { title: 'Tea morning', description: null, time: '10:00', location: null, day: 14, month: 'October', year: 2025 },
  ])
})

test.each(['', '2025-02-30', 'soon'])(
  'an event with the date %j is rejected, and the other fields are preserved',
  async (date) => {
    const answer = await post(add, { intent: 'save-event', ...tea, date })
    expect(answer.status).toBe(400)
    const { form, result } = await answer.json()
    expect(form).toBe('save-event')
    expect(result.error).toEqual({ date: ['Please enter a date, for example 1 September 2026.'] })
    expect(result.initialValue).toMatchObject({ title: 'Tea morning', time: '10:00' })
    expect((await listEvents(riverbank.db)).items).toEqual([])
  },
)

test('a tutor changes the term; a bad month or year is rejected', async () => {
  const refused = await post(tab, { intent: 'move-term', month: 'Smarch', year: '99999' })
  expect(refused.status).toBe(400)
  expect(Object.keys((await refused.json()).result.error)).toEqual(['month', 'year'])
  expect((await post(tab, { intent: 'move-term', month: 'January', year: '2026' })).status).toBe(303)
  expect(await readTerm(riverbank.db)).toEqual({ month: 'January', year: 2026 })
})

test('a student creates, renews and turns off their own address and no one else’s', async () => {
  const { db, people, context } = riverbank
  const token = () => createCalendarToken(db, context.sign, people.daniel.id)
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

test('the tab shows the term, the requested month, or the month of a day outside the term', async () => {
  const shown = async (query: string) => {
    const request = await riverbank.request(`/dashboard/calendar${query}`, { as: 'daniel' })
    const { data } = await tab.loader({ request, params: {}, context: riverbank.context })
    return { month: data.month, day: data.day && formatIsoDay(data.day) }
  }
  const march = { month: 'March', year: 2026 }
  expect((await shown('?day=2025-10-14')).month).toBeNull()
  expect(await shown('?month=2026-03')).toEqual({ month: march, day: null })
  expect(await shown('?day=2026-03-17')).toEqual({ month: march, day: '2026-03-17' })
  expect(await shown('?month=2026-03&day=2025-10-14')).toEqual({ month: march, day: '2025-10-14' })
  const now = getToday()
  expect((await shown(`?month=${formatIsoMonth(now)}`)).day).toBe(formatIsoDay(now))
  expect(await shown('?term')).toEqual({ month: null, day: null })
  // The first term is over: the calendar opens at this month.
  const opened = { month: { month: now.month, year: now.year }, day: formatIsoDay(now) }
  const odd = ['', '?month=2026-13', '?month=1999-12', '?month=2101-01', '?month=x', '?month=../..', '?month=2026-3']
  for (const query of [...odd, '?day=2025-02-30', '?day=x', '?day=', '?day=../..'])
    expect(await shown(query), query).toEqual(opened)
})

test('one tick deletes an event and the rest of its series; without it, only the event', async () => {
  await post(add, { ...tea, repeatUntil: '4 November 2025' })
  const ids = (await listEvents(riverbank.db)).items.map(({ id }) => id)
  expect(ids).toHaveLength(4)
  expect((await post(removal, {}, { id: ids[0] })).status).toBe(303)
  expect((await post(removal, { scope: 'later' }, { id: ids[2] })).status).toBe(303)
  expect((await listEvents(riverbank.db)).items).toMatchObject([{ id: ids[1] }])
  const late = await post(add, { intent: 'save-event', ...tea, repeatUntil: '2027-11-04' })
  expect((await late.json()).result).toMatchObject({
    error: { repeatUntil: ['Please choose a last day within a year of the date.'] },
    initialValue: { repeatUntil: '2027-11-04' },
  })
})
