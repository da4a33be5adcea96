import { expect, test } from 'vitest'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import * as addEvent from './calendar.new/route'
import * as register from './timetable.register._index/route'
import * as plan from './timetable.week.plan/route'

const riverbank = setUpFreshRiverbank()
const event = { intent: 'save-event', title: 'Tea', date: '14 October 2026' }
const session = { intent: 'save-session', weekdays: 'Monday', activity: 'Art', to: '15:00' }
const { id } = riverbank.people.daniel

test.each([
  [
    'an event',
    addEvent,
    event,
    'time',
    'am',
    () => riverbank.db.selectFrom('events').select('time as stored'),
    '01:30',
  ],
  [
    'a session',
    plan,
    session,
    'from',
    'pm',
    () => riverbank.db.selectFrom('weekSessions').select('from as stored'),
    '13:30',
  ],
  [
    'a register',
    register,
    { intent: 'register', [`s${id}`]: 'late' },
    `t${id}`,
    'pm',
    () => riverbank.db.selectFrom('attendance').select('time as stored'),
    '13:30',
  ],
] as const)(
  'a form asks what 1:30 in %s means, and one press answers',
  async (_, route, fields, field, half, select, stored) => {
    const send = (more: Record<string, string> = {}) => {
      const typed = { ...fields, [field]: '1:30', ...more }
      return callRoute(riverbank, withFormRecovery(route.action), '/dashboard', { as: 'aoife', fields: typed })
    }
    const asked = await send()
    expect(asked.status).toBe(400)
    const { result, failed } = await asked.json()
    expect(result.error?.[field]?.[0] ?? failed.message).toBe('1:30 at night, or 13:30 in the afternoon?')
    expect(result.initialValue[field]).toBe('1:30')
    expect((await send({ timeAnswer: `${half} ${field}` })).status).toBe(303)
    expect(await select().execute()).toEqual([{ stored }])
  },
)
