import { type Display, parseDisplay, serializeDisplay } from '~/domain/display/display'
import { findDisplay } from '~/domain/display/display.server'
import { type CookieSettings, createSiteCookie, hasCredentialCookie } from './cookies.server'
import { findRequestSession, type RequestArgs } from './identity.server'

const YEAR = 365 * 24 * 3600
const WRITTEN = /(?:^|;\s*)(?:__Host-)?riverbank_display=([\w+/-]+)/

/** What a device's cookie asks for. Read before all else, of every request: of whatever is no such cookie, it is the usual display. */
export function readDeviceDisplay(cookie: string | undefined): Display {
  const written = WRITTEN.exec(cookie ?? '')?.[1] ?? ''
  // Remix keeps a text as base64 of its JSON.
  return parseDisplay(Buffer.from(written, 'base64').toString().replaceAll('"', ''))
}

/** The Set-Cookie header that keeps a device's display for a year; that forgets it, for the usual one. */
export function createDisplayCookieHeader(settings: CookieSettings, display: Display): Promise<string> {
  const written = serializeDisplay(display)
  return createSiteCookie(settings, 'display').serialize(written, { maxAge: written ? YEAR : 0 })
}

/** How whoever asks wants to see the screens: as they chose while logged in, else as their device's cookie says. */
export async function findDisplayOfRequest(args: RequestArgs): Promise<Display> {
  const cookie = args.request.headers.get('Cookie') ?? undefined
  return (await displayOfAccount(args, cookie).catch(() => undefined)) ?? readDeviceDisplay(cookie)
}

/** Rejects where it can't be read: the page around tells that, in the usual display. */
async function displayOfAccount(args: RequestArgs, cookie: string | undefined): Promise<Display | undefined> {
  const session = hasCredentialCookie(cookie) ? await findRequestSession(args) : null
  return session ? findDisplay(args.context.db, session.user.id) : undefined
}
