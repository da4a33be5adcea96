import { randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { type CookieSettings, createSiteCookie, hasCredentialCookie } from '~/auth/cookies.server'
import type { Account } from '~/domain/accounts/account'
import { type AccountCredentials, findCredentials } from '~/domain/accounts/accounts.server'
import { type Display, parseDisplay, serializeDisplay } from '~/domain/display/display'
import { findDisplay } from '~/domain/display/display.server'
import { isValidSignature } from '~/signing.server'
import { findRequestSession, type RequestArgs } from './identity.server'

const ONE_YEAR = 365 * 24 * 3600
/** Several people may share a device. */
const MAX_PEOPLE = 5

/** The cookie's entry for each person: the account's id, a random number for the device, and the signature of both. */
const ENTRY_PATTERN = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/

/** The number of the requesting device, if it logged in to the account within a year with the current password; or null. */
export async function findKnownDevice(args: RequestArgs, credentials: AccountCredentials): Promise<string | null> {
  for (const [, id, number, signature] of await readEntries(args))
    if (
      Number(id) === credentials.id &&
      isValidSignature(args.context.sign, getSignedText(credentials, number!), signature!)
    )
      return number!
  return null
}

/** True when a Cookie header comes from a device that is known to any account. */
export async function isKnownDevice(
  { db, sign, settings }: Pick<AppLoadContext, 'db' | 'sign'> & { settings: CookieSettings },
  cookies: string | undefined,
): Promise<boolean> {
  for (const [, id, number, signature] of await parseEntries(settings, cookies ?? null)) {
    const credentials = await findCredentials(db, { id: Number(id) })
    if (credentials && isValidSignature(sign, getSignedText(credentials, number!), signature!)) return true
  }
  return false
}

/** The Set-Cookie header that makes the requesting device known to `account` for a year, and preserves its other accounts. */
export async function createDeviceCookieHeader(args: RequestArgs, account: Account): Promise<string> {
  const others = (await readEntries(args)).filter(([, id]) => Number(id) !== account.id).map(([text]) => text)
  const credentials = await findCredentials(args.context.db, account)
  const own = credentials ? [createEntry(args, credentials)] : []
  return createDeviceCookie(args.context.settings).serialize([...own, ...others].slice(0, MAX_PEOPLE))
}

/** Recognises a device that logged in before. It is no authentication, contains no username, and survives a log-out. */
function createDeviceCookie(settings: CookieSettings) {
  return createSiteCookie(settings, 'device', { maxAge: ONE_YEAR })
}

const readEntries = ({ request, context }: RequestArgs) => parseEntries(context.settings, request.headers.get('Cookie'))

async function parseEntries(settings: CookieSettings, cookies: string | null): Promise<RegExpExecArray[]> {
  const cookieValue: unknown = await createDeviceCookie(settings).parse(cookies)
  const entries = Array.isArray(cookieValue) ? cookieValue.slice(0, MAX_PEOPLE) : []
  return entries.map((text) => ENTRY_PATTERN.exec(String(text))).filter((match) => match !== null)
}

function createEntry({ context }: RequestArgs, credentials: AccountCredentials): string {
  const number = randomBytes(16).toString('base64url')
  return `${credentials.id}.${number}.${context.sign(getSignedText(credentials, number))}`
}

const getSignedText = ({ id, passwordHash }: AccountCredentials, number: string) =>
  `device ${id} ${number} ${passwordHash}`

const YEAR = 365 * 24 * 3600
const DISPLAY_COOKIE = /(?:^|;\s*)(?:__Host-)?riverbank_display=([\w+/-]+)/

/** The display in a device's cookie, or the default for anything else. It is read first, for every request. */
export function readDeviceDisplay(cookie: string | undefined): Display {
  const value = DISPLAY_COOKIE.exec(cookie ?? '')?.[1] ?? ''
  // Remix encodes a cookie's value as base64 of its JSON.
  return parseDisplay(Buffer.from(value, 'base64').toString().replaceAll('"', ''))
}

/** The Set-Cookie header that stores a device's display for a year, or clears it for the default. */
export function createDisplayCookieHeader(settings: CookieSettings, display: Display): Promise<string> {
  const value = serializeDisplay(display)
  return createSiteCookie(settings, 'display').serialize(value, { maxAge: value ? YEAR : 0 })
}

/** The display for a request: as the account chose while logged in, else as the device's cookie says. */
export async function findDisplayOfRequest(args: RequestArgs): Promise<Display> {
  const cookie = args.request.headers.get('Cookie') ?? undefined
  return (await findAccountDisplay(args, cookie).catch(() => undefined)) ?? readDeviceDisplay(cookie)
}

/** Rejects when it can't be read: the layout reports that, in the default display. */
async function findAccountDisplay(args: RequestArgs, cookie: string | undefined): Promise<Display | undefined> {
  const session = hasCredentialCookie(cookie) ? await findRequestSession(args) : null
  return session ? findDisplay(args.context.db, session.user.id) : undefined
}
