import { type Cookie, type CookieOptions, createCookie } from '@remix-run/node'
import type { SiteSettings } from '~/settings.server'

/** The settings that cookies depend on. */
export type CookieSettings = Pick<SiteSettings, 'publicUrl'>

/** On an https site, the prefix makes browsers tie cookies to this host and to https (RFC 6265bis, 4.1.3.2). */
const HOST_PREFIX = '__Host-'

/** The cookie `riverbank_<name>`, HttpOnly and SameSite; on https also Secure, with the prefix __Host- against sibling domains. */
export function createSiteCookie({ publicUrl }: CookieSettings, name: string, options: CookieOptions = {}): Cookie {
  const secure = publicUrl?.protocol === 'https:'
  return createCookie(`${secure ? HOST_PREFIX : ''}riverbank_${name}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    ...options,
  })
}

/** True for a Cookie header with a session, the first step of a log-in or a card, valid or not. Other cookies grant nothing. */
export function hasCredentialCookie(header: string | undefined): boolean {
  return /(^|;\s*)(__Host-)?riverbank_(session|first_step|card)=/.test(header ?? '')
}

/**
 * True for a Cookie header with a cookie that changes pages: any of ours except the device's and its display, which is part of a cached
 * page's key.
 */
export function hasPersonalCookie(header: string | undefined): boolean {
  return /(^|;\s*)(__Host-)?riverbank_(?!(device|display)=)/.test(header ?? '')
}
