import { expect, test } from 'vitest'
import { addYear } from '~/domain/consent/schema'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { action } from './route'

const riverbank = setUpFreshRiverbank()

test('the form records what several students said, and comes back with everything if something is missing', async ({
  db,
  people,
}) => {
  const from = formatIsoDay(getToday())
  const answers = {
    'students[0].studentId': String(people.daniel.id),
    'students[0].website': 'yes',
    'students[1].studentId': String(people.niamh.id),
    'students[1].website': 'no',
    'students[1].print': '',
  }
  const send = (more: Record<string, string>) =>
    callRoute(riverbank, withFormRecovery(action), '/dashboard/profile/people/photos/answers?of=all', {
      as: 'aoife',
      fields: { ...answers, from, until: addYear(from), explained: 'the sheet', ...more },
    })
  const refused = await send({})
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Only the person can decide')])
  const saved = await send({ decided: 'on' })
  expect(saved.headers.get('Location')).toBe('/dashboard/profile/people/photos/answers?of=all')
  expect(readFlashMessage(saved)).toContain('Daniel Okafor and Niamh Walsh')
  const stored = db.selectFrom('photoConsents').select(['userId', 'use', 'answer']).orderBy('userId')
  expect(await stored.execute()).toEqual([
    { userId: people.daniel.id, use: 'website', answer: 'yes' },
    { userId: people.niamh.id, use: 'website', answer: 'no' },
  ])
})
