import type { SiteSettings } from '~/settings.server'

/** The site's address without a slash at its end: PUBLIC_URL's, or where that is not set the one that was asked. */
export function originOf(request: Request, { publicUrl }: Pick<SiteSettings, 'publicUrl'>): string {
  return (publicUrl ?? new URL(request.url)).origin
}
