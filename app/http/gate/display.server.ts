import { type Display, displayFrom, displayText } from '~/domain/display/display'
import { type CookieSettings, siteCookie } from './cookies.server'

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
