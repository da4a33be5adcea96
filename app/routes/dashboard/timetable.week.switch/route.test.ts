import { expect, test } from 'vitest'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { getWeekday } from '~/domain/week/day'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession } from '~/domain/week/week.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()

test.each([
  ['that no button sends', 'constructor', 400],
  ['for a deleted session', `${formatIsoDay(getToday())} off 4711`, 404],
])('a press %s returns to the screen, with a message', async (_, press, status) => {
  const fields = { press, next: '/dashboard/timetable/week/plan' }
  const answer = await callRoute(riverbank, withFormRecovery(action), '/dashboard', { as: 'aoife', fields })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard/timetable/week/plan'])
  expect(readFlashMessage(answer)).toContain(`Failed to change the session: ${status}`)
})

const today = formatIsoDay(getToday())
const STUDENT_WEEK = '/dashboard/timetable/week/plan?of=2'

async function add(activity: string, studentIds: number[]) {
  const session = { weekday: getWeekday(today), from: '9:00', to: '10:00', activity, studentIds }
  return (await addWeekSession(riverbank.db, riverbank.people.aoife, newWeekSession.parse(session))).id
}
const press = (fields: Record<string, string>) =>
  callRoute(riverbank, action, '/dashboard', { as: 'aoife', fields: { next: STUDENT_WEEK, ...fields } })
const listOff = async () =>
  (await riverbank.db.selectFrom('sessionChanges').select('sessionId').orderBy('sessionId').execute()).map(
    ({ sessionId }) => sessionId,
  )

test('copies of a session are cancelled for all or for one, by name, never without a question', async ({ people }) => {
  const [daniels, niamhs] = [await add('Art', [people.daniel.id]), await add('Art', [people.niamh.id])]
  await add('Choir', [people.niamh.id])
  for (const ids of [`${daniels}`, `${daniels},${niamhs}`]) {
    const next = ids.includes(',') ? '/dashboard' : STUDENT_WEEK
    const asked = await press({ press: `${today} off ${ids}`, next })
    const location = asked.headers.get('Location') ?? ''
    expect(location).toMatch(/^\/dashboard\/timetable\/week\/switch\?press=/)
    expect(await listOff()).toEqual([])
    expect(await (await callRoute(riverbank, loader, location, { as: 'aoife' })).json()).toMatchObject({
      activity: 'Art',
      names: ['Daniel', 'Niamh'],
      twins: [
        { id: daniels, names: ['Daniel'] },
        { id: niamhs, names: ['Niamh'] },
      ],
      next,
    })
  }
  const one = await press({ press: `${today} off ${daniels}`, sure: 'yes' })
  expect(readFlashMessage(one)).toContain('Daniel can see it now.')
  expect(await listOff()).toEqual([daniels])
  // The other one is unlike it now, so it is clear which is meant.
  const both = await press({ press: `${today} off ${niamhs}` })
  expect(readFlashMessage(both)).toContain('Niamh can see it now.')
  const again = await press({ press: `${today} on ${daniels}` })
  expect(again.headers.get('Location')).toContain('/switch?')
  await press({ press: `${today} on ${daniels},${niamhs}`, sure: 'yes' })
  expect(await listOff()).toEqual([])
})

test('from one student’s week, a session of others too is switched off only after a question', async ({ people }) => {
  const bus = await add('Bus', [])
  const own = await add('Reading', [people.daniel.id])
  const asked = await press({ press: `${today} off ${bus}` })
  expect(asked.headers.get('Location')).toContain('/switch?')
  expect(await listOff()).toEqual([])
  const page = await callRoute(riverbank, loader, asked.headers.get('Location') ?? '', { as: 'aoife' })
  expect(await page.json()).toMatchObject({ names: null, twins: [{ id: bus, names: null }] })
  expect(readFlashMessage(await press({ press: `${today} off ${bus}`, sure: 'yes' }))).toContain('Everyone can see it')
  expect(readFlashMessage(await press({ press: `${today} off ${own}` }))).toContain('Daniel can see it now.')
  // On everyone's week, nobody can take it for one student's.
  const all = await press({ press: `${today} on ${bus}`, next: '/dashboard/timetable/week/plan' })
  expect(readFlashMessage(all)).toContain('Everyone can see it now.')
})
