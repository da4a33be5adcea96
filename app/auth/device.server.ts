import { randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { type CookieSettings, siteCookie } from '~/auth/cookies.server'
import type { Account } from '~/domain/accounts/account'
import { findLock, type Lock } from '~/domain/accounts/accounts.server'
import { isSealed } from '~/seal.server'
import type { Asking } from './identity.server'

const ONE_YEAR = 365 * 24 * 3600
/** Several people may share a device. */
const MOST_PEOPLE = 5

/** What the cookie holds for each of them: the account's id, a random number for the device, and the seal of both. */
const pass = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/

/** The number of the requesting device, where somebody logged in to the account on it within a year by the same password; or null. */
export async function knownDevice(asking: Asking, lock: Lock): Promise<string | null> {
  for (const [, id, number, sealed] of await passesOf(asking))
    if (Number(id) === lock.id && isSealed(asking.context.seal, textOf(lock, number!), sealed!)) return number!
  return null
}

/** True when a Cookie header comes from a device that is known to any account. */
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

/** The Set-Cookie header that makes the requesting device known to `account` for a year, and keeps the accounts it was known to before. */
export async function deviceHeader(asking: Asking, account: Account): Promise<string> {
  const others = (await passesOf(asking)).filter(([, id]) => Number(id) !== account.id).map(([text]) => text)
  const lock = await findLock(asking.context.db, account)
  const own = lock ? [newPass(asking, lock)] : []
  return deviceCookie(asking.context.settings).serialize([...own, ...others].slice(0, MOST_PEOPLE))
}

/** Recognises a device that logged in before. It authenticates nobody, holds no username, and survives a log-out. */
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
