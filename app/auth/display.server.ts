import { type Display, parseDisplay, serializeDisplay } from '~/domain/display/display'
import { findDisplay } from '~/domain/display/display.server'
import { type CookieSettings, createSiteCookie, hasCredentialCookie } from './cookies.server'
import { findRequestSession, type RequestArgs } from './identity.server'

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
