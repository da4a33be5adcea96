import { expect, test } from 'vitest'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { withFormRecovery } from '~/http/forms/form-recovery.server'
import { callRoute, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { action } from './route'

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
