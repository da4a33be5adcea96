import type { CookieOptions } from '@remix-run/node'
import type { SiteSettings } from '~/settings.server'

/** What all of the site's cookies share: unseen by scripts, never sent along from other sites' forms, Secure where the site is. */
export function cookieAttributes(settings: Pick<SiteSettings, 'publicUrl'>): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: settings.publicUrl?.protocol === 'https:' }
}
