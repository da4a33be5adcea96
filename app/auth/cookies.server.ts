import { type Cookie, type CookieOptions, createCookie } from '@remix-run/node'
import type { SiteSettings } from '~/settings.server'

/** The settings that cookies depend on. */
export type CookieSettings = Pick<SiteSettings, 'publicUrl'>

/** On an https site, the prefix makes browsers tie cookies to this host and to https (RFC 6265bis, 4.1.3.2). */
const HOST_ONLY = '__Host-'

/** A cookie named `riverbank_` and `name`, HttpOnly and SameSite; on https also Secure and, against sister sites, __Host-. */
export function createSiteCookie({ publicUrl }: CookieSettings, name: string, options: CookieOptions = {}): Cookie {
  const secure = publicUrl?.protocol === 'https:'
  return createCookie(`${secure ? HOST_ONLY : ''}riverbank_${name}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    ...options,
  })
}

/** True when a Cookie header has a session, a log-in's first step or a card, valid or not. The other cookies grant nothing. */
export function hasCredentialCookie(header: string | undefined): boolean {
  return /(^|;\s*)(__Host-)?riverbank_(session|first_step|card)=/.test(header ?? '')
}

/** True when a Cookie header has one that a page may depend on: any of ours except the one that only recognises a device, and its display, of which a kept page has few. */
export function hasPersonalCookie(header: string | undefined): boolean {
  return /(^|;\s*)(__Host-)?riverbank_(?!(device|display)=)/.test(header ?? '')
}
