import { Secret, TOTP } from 'otpauth'
import { beginSecondStep, findAppKey, turnOnSecondStep } from '~/domain/accounts/second-step.server'
import type { Person, TestRiverbank } from './riverbank'

/** The code that an app shows for `key` now, or so many half minutes later. */
export function codeOf(key: string, halfMinutes = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + halfMinutes * 30_000,
  })
}

/** Turns a person's second step on, as if some time ago: the current code has not been used. Their sessions end. */
export async function withSecondStep({ db, context, people }: TestRiverbank, person: Person) {
  const user = people[person]
  await beginSecondStep(db, context.seal, user.id)
  const key = (await findAppKey(db, context.seal, user, 'Riverbank'))!.key
  const recoveryCodes = await turnOnSecondStep(db, context.seal, user, codeOf(key), 0)
  await db.updateTable('secondSteps').set({ lastTimeStep: 1 }).where('userId', '=', user.id).execute()
  return { key, recoveryCodes }
}
