import { randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { type CookieSettings, createSiteCookie } from '~/auth/cookies.server'
import type { Account } from '~/domain/accounts/account'
import { type AccountCredentials, findCredentials } from '~/domain/accounts/accounts.server'
import { isValidSignature } from '~/signing.server'
import type { RequestArgs } from './identity.server'

const ONE_YEAR = 365 * 24 * 3600
/** Several people may share a device. */
const MOST_PEOPLE = 5

/** What the cookie holds for each of them: the account's id, a random number for the device, and the seal of both. */
const pass = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/

/** The number of the requesting device, where somebody logged in to the account on it within a year by the same password; or null. */
export async function findKnownDevice(args: RequestArgs, lock: AccountCredentials): Promise<string | null> {
  for (const [, id, number, sealed] of await passesOf(args))
    if (Number(id) === lock.id && isValidSignature(args.context.sign, textOf(lock, number!), sealed!)) return number!
  return null
}

/** True when a Cookie header comes from a device that is known to any account. */
export async function isKnownDevice(
  { db, sign, settings }: Pick<AppLoadContext, 'db' | 'sign'> & { settings: CookieSettings },
  cookies: string | undefined,
): Promise<boolean> {
  for (const [, id, number, sealed] of await passesIn(settings, cookies ?? null)) {
    const lock = await findCredentials(db, { id: Number(id) })
    if (lock && isValidSignature(sign, textOf(lock, number!), sealed!)) return true
  }
  return false
}

/** The Set-Cookie header that makes the requesting device known to `account` for a year, and keeps the accounts it was known to before. */
export async function createDeviceCookieHeader(args: RequestArgs, account: Account): Promise<string> {
  const others = (await passesOf(args)).filter(([, id]) => Number(id) !== account.id).map(([text]) => text)
  const lock = await findCredentials(args.context.db, account)
  const own = lock ? [newPass(args, lock)] : []
  return deviceCookie(args.context.settings).serialize([...own, ...others].slice(0, MOST_PEOPLE))
}

/** Recognises a device that logged in before. It authenticates nobody, holds no username, and survives a log-out. */
function deviceCookie(settings: CookieSettings) {
  return createSiteCookie(settings, 'device', { maxAge: ONE_YEAR })
}

const passesOf = ({ request, context }: RequestArgs) => passesIn(context.settings, request.headers.get('Cookie'))

async function passesIn(settings: CookieSettings, cookies: string | null): Promise<RegExpExecArray[]> {
  const brought: unknown = await deviceCookie(settings).parse(cookies)
  const passes = Array.isArray(brought) ? brought.slice(0, MOST_PEOPLE) : []
  return passes.map((text) => pass.exec(String(text))).filter((read) => read !== null)
}

function newPass({ context }: RequestArgs, lock: AccountCredentials): string {
  const number = randomBytes(16).toString('base64url')
  return `${lock.id}.${number}.${context.sign(textOf(lock, number))}`
}

const textOf = ({ id, passwordHash }: AccountCredentials, number: string) => `device ${id} ${number} ${passwordHash}`
