import { randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { findLock, type Lock } from '~/domain/accounts/accounts.server'
import { type CookieSettings, siteCookie } from '~/http/cookies.server'
import { isSealed } from '~/seal.server'
import type { Asking } from './identity.server'

const ONE_YEAR = 365 * 24 * 3600
/** Several people may share a phone. */
const MOST_PEOPLE = 5

/** What a device keeps for each of its people: the account's id, a number of its own, and the seal of both. */
const pass = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/

/**
 * The number by which the device that is asking is known to an account, or null: nobody logged in to it there within a year, or the
 * password is another one since. The seal is over the password's hash, so that a new password makes every old pass worthless.
 */
export async function knownDevice(asking: Asking, lock: Lock): Promise<string | null> {
  for (const [, id, number, sealed] of await passesOf(asking))
    if (Number(id) === lock.id && isSealed(asking.context.seal, textOf(lock, number!), sealed!)) return number!
  return null
}

/** True for a Cookie header of a device that is known to somebody, whoever is about to log in there. */
export async function isKnownDevice(
  { db, seal, settings }: Pick<AppLoadContext, 'db' | 'seal'> & { settings: CookieSettings },
  cookies: string | undefined,
): Promise<boolean> {
  for (const [, id, number, sealed] of await passesIn(settings, cookies ?? null)) {
    const lock = await findLock(db, { id: Number(id) })
    if (lock && isSealed(seal, textOf(lock, number!), sealed!)) return true
  }
  return false
}

/** The Set-Cookie header by which the device that is asking is known to `account` for a year, beside the people it was known to before. */
export async function deviceHeader(asking: Asking, account: Account): Promise<string> {
  const others = (await passesOf(asking)).filter(([, id]) => Number(id) !== account.id).map(([text]) => text)
  const lock = await findLock(asking.context.db, account)
  const own = lock ? [newPass(asking, lock)] : []
  return deviceCookie(asking.context.settings).serialize([...own, ...others].slice(0, MOST_PEOPLE))
}

/** Tells a phone or computer that logged in before. It logs nobody in, holds no username, and stays at a log-out. */
function deviceCookie(settings: CookieSettings) {
  return siteCookie(settings, 'device', { maxAge: ONE_YEAR })
}

const passesOf = ({ request, context }: Asking) => passesIn(context.settings, request.headers.get('Cookie'))

async function passesIn(settings: CookieSettings, cookies: string | null): Promise<RegExpExecArray[]> {
  const brought: unknown = await deviceCookie(settings).parse(cookies)
  const passes = Array.isArray(brought) ? brought.slice(0, MOST_PEOPLE) : []
  return passes.map((text) => pass.exec(String(text))).filter((read) => read !== null)
}

function newPass({ context }: Asking, lock: Lock): string {
  const number = randomBytes(16).toString('base64url')
  return `${lock.id}.${number}.${context.seal(textOf(lock, number))}`
}

const textOf = ({ id, passwordHash }: Lock, number: string) => `device ${id} ${number} ${passwordHash}`
