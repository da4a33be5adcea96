import { type Cookie, type CookieOptions, createCookie } from '@remix-run/node'
import type { SiteSettings } from '~/settings.server'

/** What of the settings a cookie depends on. */
export type CookieSettings = Pick<SiteSettings, 'publicUrl'>

/** Where the site speaks https, cookies keep to this host and to https by their very name (RFC 6265bis, 4.1.3.2). */
const HOST_ONLY = '__Host-'

/**
 * One of the site's cookies, `riverbank_` before its name: unseen by scripts, never sent along from other sites' forms; where
 * PUBLIC_URL is https, Secure and with the prefix __Host-, so that no sister site can set it.
 */
export function siteCookie({ publicUrl }: CookieSettings, name: string, options: CookieOptions = {}): Cookie {
  const secure = publicUrl?.protocol === 'https:'
  return createCookie(`${secure ? HOST_ONLY : ''}riverbank_${name}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    ...options,
  })
}

/** True when a Cookie header holds a session, or the first step of a log-in, good or not. The other cookies let nobody do anything. */
export function bringsSession(header: string | undefined): boolean {
  return /(^|;\s*)(__Host-)?riverbank_(session|first_step)=/.test(header ?? '')
}
