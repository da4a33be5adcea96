import type { SiteSettings } from '~/settings.server'

/** The site's origin, without a trailing slash: PUBLIC_URL's, or the request's if PUBLIC_URL is not set. */
export function getOrigin(request: Request, { publicUrl }: Pick<SiteSettings, 'publicUrl'>): string {
  return (publicUrl ?? new URL(request.url)).origin
}
