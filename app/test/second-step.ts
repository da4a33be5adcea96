import { Secret, TOTP } from 'otpauth'
import { beginSecondStep, findAppKey, turnOnSecondStep } from '~/domain/accounts/second-step.server'
import type { Person, TestRiverbank } from './riverbank'

/** The code that an app shows for `key` now, or `halfMinutes` later. */
export function createTotpCode(key: string, halfMinutes = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + halfMinutes * 30_000,
  })
}

/** Turns on a person's second step, as if some time ago: the current code is unused. Their sessions end. */
export async function enableSecondStep({ db, context, people }: TestRiverbank, person: Person) {
  const user = people[person]
  await beginSecondStep(db, context.sign, user)
  const key = (await findAppKey(db, context.sign, user, 'Riverbank'))!.key
  const recoveryCodes = await turnOnSecondStep(db, context.sign, user, createTotpCode(key), 0)
  await db.updateTable('secondSteps').set({ lastTimeStep: 1 }).where('userId', '=', user.id).execute()
  return { key, recoveryCodes }
}
