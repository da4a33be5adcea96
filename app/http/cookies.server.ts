import { type Cookie, type CookieOptions, createCookie } from '@remix-run/node'
import type { SiteSettings } from '~/settings.server'

/** Where the site speaks https, cookies keep to this host and to https by their very name (RFC 6265bis, 4.1.3.2). */
const HOST_ONLY = '__Host-'

/**
 * One of the site's cookies, `riverbank_` before its name: unseen by scripts, never sent along from other sites' forms; where
 * PUBLIC_URL is https, Secure and with the prefix __Host-, so that no sister site can set it.
 */
export function siteCookie(
  { publicUrl }: Pick<SiteSettings, 'publicUrl'>,
  name: string,
  options: CookieOptions = {},
): Cookie {
  const secure = publicUrl?.protocol === 'https:'
  return createCookie(`${secure ? HOST_ONLY : ''}riverbank_${name}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    ...options,
  })
}

/** True when a Cookie header holds a cookie of the site's, or the one of this `name`, good or not. */
export function bringsOwnCookie(header: string | undefined, name?: string): boolean {
  const names = (header ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim().replace(HOST_ONLY, ''))
  return names.some((given) => (name ? given === `riverbank_${name}` : given?.startsWith('riverbank_')))
}
