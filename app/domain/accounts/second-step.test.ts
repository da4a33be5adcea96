import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findSession, startSession } from '~/auth/sessions.server'
import { listActivity } from '~/domain/activity/activity.server'
import { createSigner } from '~/signing.server'
import { lowerHashCost } from '~/test/hash-cost'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createTotpCode } from '~/test/second-step'
import {
  beginSecondStep,
  findAppKey,
  findSecondStep,
  redeemSecondStepCode,
  renewRecoveryCodes,
  turnOffSecondStep,
  turnOnSecondStep,
} from './second-step.server'

lowerHashCost()
const riverbank = setUpFreshRiverbank()
beforeEach(async () => {
  // The middle of a thirty-second step, as far as possible from its neighbours.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:15Z') })
})
afterEach(() => void vi.useRealTimers())

const aoife = () => riverbank.people.aoife
const sign = () => riverbank.context.sign
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const take = (code: string) => redeemSecondStepCode(riverbank.db, sign(), aoife().id, code)

async function keyOfAoife() {
  await beginSecondStep(riverbank.db, sign(), aoife())
  return (await findAppKey(riverbank.db, sign(), aoife(), 'Riverbank'))!.key
}
async function turnedOn() {
  const key = await keyOfAoife()
  const recoveryCodes = await turnOnSecondStep(riverbank.db, sign(), aoife(), createTotpCode(key), 0)
  later(60)
  return { key, recoveryCodes }
}

test('setting up a second step gives a 160-bit key that apps can read (SHA-1, six digits, thirty seconds), stored encrypted', async () => {
  const key = await keyOfAoife()
  const { key: again, address } = (await findAppKey(riverbank.db, sign(), aoife(), 'Riverbank: Dublin'))!
  expect(again, 'in a second window').toBe(key)
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  expect(address).toBe(
    `otpauth://totp/Riverbank%20%20Dublin:aoife?issuer=Riverbank%20%20Dublin&secret=${key}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(await keyOfAoife()).toBe(key)
  const row = await riverbank.db.selectFrom('secondSteps').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(key)
  const other = createSigner('another secret of thirty-two characters')
  expect(await findAppKey(riverbank.db, other, aoife(), '')).toBeNull()
})

test('setting up a second step waits for a first code, then ends the other sessions', async ({ db, sessions }) => {
  const key = await keyOfAoife()
  expect(await findSecondStep(db, aoife(), aoife().id)).toBeNull()
  expect(await take(createTotpCode(key))).toBeNull()
  const here = (await findSession(db, 'cookie', sessions.aoife.cookie))!
  const other = await startSession(db, aoife().id, true)
  await expect(turnOnSecondStep(db, sign(), aoife(), '000000', here.id)).rejects.toMatchObject({
    kind: 'invalid',
    errors: { code: [expect.stringMatching(/^That code did not work\./)] },
  })
  expect(await turnOnSecondStep(db, sign(), aoife(), createTotpCode(key), here.id)).toHaveLength(10)
  expect(await findSecondStep(db, aoife(), aoife().id)).toEqual({
    onSince: '2026-11-21T10:00:15.000Z',
    recoveryCodesLeft: 10,
  })
  expect(await findSession(db, 'cookie', sessions.aoife.cookie)).not.toBeNull()
  expect(await findSession(db, 'token', other.token)).toBeNull()
  expect(await findAppKey(db, sign(), aoife(), 'Riverbank')).toBeNull()
})

test('setting up a second step is refused once it is on, and after an hour', async ({ db }) => {
  const key = await keyOfAoife()
  later(3601)
  await expect(turnOnSecondStep(db, sign(), aoife(), createTotpCode(key), 0)).rejects.toMatchObject({
    kind: 'conflict',
  })
  expect(await keyOfAoife()).not.toBe(key)
  await turnedOn()
  await expect(beginSecondStep(db, sign(), aoife())).rejects.toThrow('Your second step is already on.')
})

test('setting up a second step happens once, however often the first code is sent at the same time', async () => {
  const code = createTotpCode(await keyOfAoife())
  const all = await Promise.allSettled([1, 2, 3].map(() => turnOnSecondStep(riverbank.db, sign(), aoife(), code, 0)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await riverbank.db.selectFrom('recoveryCodes').select('id').execute()).toHaveLength(10)
  expect(await take(code), 'the code that turned it on does not log in').toBeNull()
})

test('an app’s code is accepted now, and thirty seconds earlier or later, but no further away', async () => {
  for (const [away, taken] of [
    [-2, null],
    [-1, 'app'],
    [0, 'app'],
    [1, 'app'],
    [2, null],
  ] as const) {
    const { key } = await turnedOn()
    expect(await take(createTotpCode(key, away)), `${away}`).toBe(taken)
    await turnOffSecondStep(riverbank.db, aoife(), aoife().id, { endSessions: false })
  }
})

test('an app’s code is accepted once, however often it is sent; neither it nor an earlier one is accepted again', async () => {
  const { key } = await turnedOn()
  const earlier = createTotpCode(key, -1)
  const all = await Promise.all(Array.from({ length: 8 }, () => take(createTotpCode(key))))
  expect(all.filter(Boolean)).toEqual(['app'])
  expect(await take(earlier)).toBeNull()
  expect(await take(createTotpCode(key, 1))).toBe('app')
})

test('an app’s code may contain spaces and dashes, and nothing else', async () => {
  const { key } = await turnedOn()
  const code = createTotpCode(key)
  const arabic = [...code].map((digit) => String.fromCharCode(0x0660 + Number(digit))).join('')
  for (const wrong of [arabic, `${code}0`, code.slice(1), `${code}.0`, `+${code}`, '', 'abcdef', '0'.repeat(10_000)])
    expect(await take(wrong), wrong.slice(0, 20)).toBeNull()
  expect(await take(`  ${code.slice(0, 2)} ${code.slice(2, 4)}\u2011${code.slice(4)}\u200B`)).toBe('app')
})

test('an app’s code does not work on a server with another secret, but recovery codes do', async () => {
  const { key, recoveryCodes } = await turnedOn()
  const other = createSigner('another secret of thirty-two characters')
  expect(await redeemSecondStepCode(riverbank.db, other, aoife().id, createTotpCode(key))).toBeNull()
  expect(await redeemSecondStepCode(riverbank.db, other, aoife().id, recoveryCodes[0]!)).toBe('recovery')
})

test('a recovery code works once, with or without spaces, and is stored hashed', async () => {
  const { recoveryCodes } = await turnedOn()
  const [first = '', second = ''] = recoveryCodes
  expect(recoveryCodes).toHaveLength(10)
  expect(first).toMatch(/^\d{4} \d{4} \d{4}$/)
  const stored = JSON.stringify(await riverbank.db.selectFrom('recoveryCodes').selectAll().execute())
  expect(stored).not.toContain(first.replaceAll(' ', ''))
  const all = await Promise.all([take(first), take(first.replaceAll(' ', '-'))])
  expect(all.filter(Boolean)).toEqual(['recovery'])
  expect(await take(second.replaceAll(' ', ''))).toBe('recovery')
  expect(await findSecondStep(riverbank.db, aoife(), aoife().id)).toMatchObject({ recoveryCodesLeft: 8 })
})

test('another person’s recovery code, or one that was replaced, does not work', async () => {
  const { recoveryCodes } = await turnedOn()
  const fresh = await renewRecoveryCodes(riverbank.db, aoife())
  expect(await take(recoveryCodes[0]!)).toBeNull()
  expect(await redeemSecondStepCode(riverbank.db, sign(), riverbank.people.daniel.id, fresh[0]!)).toBeNull()
  expect(await take(fresh[0]!)).toBe('recovery')
})

test('turning it off removes the key and codes, ends sessions on request, and is logged', async ({ db }) => {
  const { key, recoveryCodes } = await turnedOn()
  const { token } = await startSession(db, aoife().id, true)
  const operator = { id: null, role: 'operator' as const, firstName: 'The', lastName: 'operator' }
  await turnOffSecondStep(db, operator, aoife().id, { endSessions: true })
  expect(await take(createTotpCode(key))).toBeNull()
  expect(await take(recoveryCodes[0]!)).toBeNull()
  expect(await findSession(db, 'token', token)).toBeNull()
  for (const table of ['secondSteps', 'recoveryCodes'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  const log = (await listActivity(db, riverbank.people.aoife)).filter(({ title }) => title === 'aoife')
  expect(log.slice(0, 2)).toMatchObject([
    { actorName: 'The operator', action: 'turned off the second step', noun: 'account' },
    { actorName: 'Aoife Brennan', action: 'turned on the second step', noun: 'account' },
  ])
  await expect(turnOffSecondStep(db, operator, aoife().id, { endSessions: true })).rejects.toMatchObject({
    kind: 'conflict',
  })
  await expect(renewRecoveryCodes(db, aoife())).rejects.toMatchObject({ kind: 'conflict' })
})
