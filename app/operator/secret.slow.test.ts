import { beforeEach, expect, test, vi } from 'vitest'
import { createDeviceCookieHeader, isKnownDevice } from '~/auth/device.server'
import { findRequestSession } from '~/auth/identity.server'
import {
  beginSecondStep,
  findAppKey,
  redeemSecondStepCode,
  turnOnSecondStep,
} from '~/domain/accounts/second-step.server'
import { logInWithCard, logInWithDayCode, makeCard, makeDayCode } from '~/domain/cards/cards.server'
import { createCalendarToken, findCalendarReader, makeCalendarAddress } from '~/domain/events/address.server'
import { isLikelyAutomated, signOpeningTime } from '~/http/limits/spam.server'
import { createSigner } from '~/signing.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createTotpCode } from '~/test/second-step'
import { recordSecret } from './secret.server'

const riverbank = setUpFreshRiverbank()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:15Z') }))
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const first = createSigner('the secret of the first year, thirty-two')
const second = createSigner('the secret of the second year, thirty-two')

test('a start notices a new SESSION_SECRET, once', async () => {
  const noticed: boolean[] = []
  for (const sign of [first, first, second, second, first]) noticed.push(await recordSecret(riverbank.db, sign))
  expect(noticed).toEqual([false, false, true, false, true])
})

/** Creates each kind of secret on a server with the first SESSION_SECRET, and tries it on one with `sign`. */
async function listWorkingSecrets(sign: typeof first) {
  const { db, context, people } = riverbank
  const { aoife, daniel } = people
  const works = (attempt: Promise<unknown>) => attempt.then(Boolean, () => false)
  const begin = async () => true
  const before = { ...context, sign: first }
  const now = { ...context, sign }

  await beginSecondStep(db, first, aoife)
  const { key } = (await findAppKey(db, first, aoife, 'Riverbank'))!
  const recoveryCodes = await turnOnSecondStep(db, first, aoife, createTotpCode(key), 0)
  const request = await riverbank.request('/dashboard', { as: 'daniel' })
  const device = (await createDeviceCookieHeader({ request, context: before }, aoife)).split(';')[0]
  await makeCalendarAddress(db, daniel)
  const address = (await createCalendarToken(db, first, daniel))!
  const form = new FormData()
  form.set('opened', signOpeningTime(before))
  later(60)
  const card = async (digits: string | null) => ({
    token: await makeCard(db, first, aoife, daniel.id, { until: '2099-01-01', digits }),
    digits: digits ?? '',
  })
  return {
    'a code from the app': await works(redeemSecondStepCode(db, sign, aoife.id, createTotpCode(key))),
    'a recovery code': await works(redeemSecondStepCode(db, sign, aoife.id, recoveryCodes[0]!)),
    'a session': await works(findRequestSession({ request, context: now })),
    'a known device': await isKnownDevice(now, device),
    'a card without numbers': await works(logInWithCard(db, sign, await card(null), begin)),
    'a card with numbers': await works(logInWithCard(db, sign, await card('1234'), begin)),
    'a code for a day': await works(logInWithDayCode(db, sign, await makeDayCode(db, first, aoife, daniel.id), begin)),
    'a calendar address': (await findCalendarReader(db, sign, address)) !== null,
    'an enquiry form that was open': !isLikelyAutomated(form, now),
  }
}

test('everything works with the same secret', async () => {
  expect(Object.values(await listWorkingSecrets(first))).not.toContain(false)
})

test('a new secret stops what scripts/deploy/README.md says', async () => {
  const works = await listWorkingSecrets(second)
  expect(Object.keys(works).filter((name) => !works[name as keyof typeof works])).toEqual([
    'a code from the app',
    'a known device',
    'a card with numbers',
    'a code for a day',
    'a calendar address',
    'an enquiry form that was open',
  ])
})
