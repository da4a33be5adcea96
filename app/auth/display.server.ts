import { type Display, displayFrom, displayText } from '~/domain/display/display'
import { findDisplay } from '~/domain/display/display.server'
import { bringsSession, type CookieSettings, siteCookie } from './cookies.server'
import { type Asking, whoIsAsking } from './identity.server'

const YEAR = 365 * 24 * 3600
const WRITTEN = /(?:^|;\s*)(?:__Host-)?riverbank_display=([\w+/-]+)/

/** What a device's cookie asks for. Read before all else, of every request: of whatever is no such cookie, it is the usual display. */
export function displayOfDevice(cookie: string | undefined): Display {
  const written = WRITTEN.exec(cookie ?? '')?.[1] ?? ''
  // Remix keeps a text as base64 of its JSON.
  return displayFrom(Buffer.from(written, 'base64').toString().replaceAll('"', ''))
}

/** The Set-Cookie header that keeps a device's display for a year; that forgets it, for the usual one. */
export function displayCookie(settings: CookieSettings, display: Display): Promise<string> {
  const written = displayText(display)
  return siteCookie(settings, 'display').serialize(written, { maxAge: written ? YEAR : 0 })
}

/** How whoever asks wants to see the screens: as they chose while logged in, else as their device's cookie says. */
export async function displayOf(asking: Asking): Promise<Display> {
  const cookie = asking.request.headers.get('Cookie') ?? undefined
  return (await displayOfAccount(asking, cookie).catch(() => undefined)) ?? displayOfDevice(cookie)
}

/** Rejects where it can't be read: the page around tells that, in the usual display. */
async function displayOfAccount(asking: Asking, cookie: string | undefined): Promise<Display | undefined> {
  const session = bringsSession(cookie) ? await whoIsAsking(asking) : null
  return session ? findDisplay(asking.context.db, session.user.id) : undefined
}
