import { expect, test } from 'vitest'
import { findSession, startSession } from '~/auth/sessions.server'
import { findByPassword } from '~/domain/accounts/accounts.server'
import { GUESSABLE } from '~/domain/accounts/password.server'
import { callRoute, PASSWORD_OF_PEOPLE, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { enableSecondStep } from '~/test/second-step'
import { action as renewCodes } from '../password.second-step.codes/route'
import { action as turnOff } from '../password.second-step.off/route'
import { action } from './route'

const riverbank = setUpFreshRiverbank()

const change = (as: Person, currentPassword: string, newPassword: string) =>
  callRoute(riverbank, action, '/dashboard/password', { as, fields: { currentPassword, newPassword } })

test('POST /dashboard/password changes the user’s password, ends their other sessions and keeps this one', async () => {
  const { db, people, sessions } = riverbank
  const other = await startSession(db, people.daniel.id, true)
  const answer = await change('daniel', PASSWORD_OF_PEOPLE, 'kingfisher at noon')
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard/password'])
  expect(await findByPassword(db, 'daniel', PASSWORD_OF_PEOPLE)).toBeNull()
  expect(await findByPassword(db, 'daniel', 'kingfisher at noon')).not.toBeNull()
  expect(await findSession(db, 'cookie', sessions.daniel.cookie)).not.toBeNull()
  expect(await findSession(db, 'cookie', other.cookie)).toBeNull()
  expect(await findSession(db, 'cookie', sessions.niamh.cookie)).not.toBeNull()
  const log = await db
    .selectFrom('activity')
    .select(['actorName', 'action', 'noun'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(log).toEqual({ actorName: 'Daniel Okafor', action: 'set a password', noun: 'account' })
})

test.each([
  [
    'a wrong current password',
    'not this one',
    'kingfisher at noon',
    { currentPassword: ['This is not your current password.'] },
  ],
  ['a common password', PASSWORD_OF_PEOPLE, 'Liverpool1', { newPassword: [GUESSABLE] }],
])(
  'POST /dashboard/password refuses %s with an error at its field, and returns no password',
  async (_, now, next, error) => {
    const answer = await change('aoife', now, next)
    expect(answer.status).toBe(400)
    const { result } = await answer.json()
    expect(result.error).toEqual(error)
    expect(JSON.stringify(result.initialValue ?? {})).not.toMatch(/kingfisher|Liverpool|this one/)
    expect(await findByPassword(riverbank.db, 'aoife', PASSWORD_OF_PEOPLE)).not.toBeNull()
  },
)

test('wrong current passwords are rate-limited per account after ten', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => change('niamh', 'not this one', 'kingfisher at noon')),
  )
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429, 429])
  const limited = await change('niamh', PASSWORD_OF_PEOPLE, 'kingfisher at noon')
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await limited.json()).result.error.currentPassword[0]).toMatch(/Please wait a few minutes/)
  expect((await change('daniel', PASSWORD_OF_PEOPLE, 'kingfisher at noon')).status).toBe(303)
})

test.each([
  ['new recovery codes', renewCodes],
  ['turning the second step off', turnOff],
])('the form for %s needs the password, and redirects once the second step is off', async (_, action) => {
  const { recoveryCodes } = await enableSecondStep(riverbank, 'aoife')
  riverbank.sessions.aoife = await startSession(riverbank.db, riverbank.people.aoife.id, false)
  const send = (currentPassword: string) =>
    callRoute(riverbank, action, '/dashboard/password/second-step', { as: 'aoife', fields: { currentPassword } })
  const refused = await send('not this one')
  expect(refused.status).toBe(400)
  expect((await refused.json()).result.error.currentPassword).toEqual(['This is not your current password.'])
  const listSecondSteps = () => riverbank.db.selectFrom('secondSteps').select('userId').execute()
  expect(await listSecondSteps()).toHaveLength(1)
  const accepted = await send(PASSWORD_OF_PEOPLE)
  if (action === turnOff)
    expect([accepted.headers.get('Location'), await listSecondSteps()]).toEqual(['/dashboard/password', []])
  else expect((await accepted.json()).recoveryCodes).not.toContain(recoveryCodes[1])
  await riverbank.db.deleteFrom('secondSteps').execute()
  const repeated = await send(PASSWORD_OF_PEOPLE)
  expect([repeated.status, repeated.headers.get('Location')]).toEqual([
    303,
    action === turnOff ? '/dashboard/password' : '/dashboard/password/second-step',
  ])
})
