import type { Settings } from '~/settings.server'

/** The site's address without a slash at its end: PUBLIC_URL's, or where that is not set the one that was asked. */
export function originOf(request: Request, { publicUrl }: Settings): string {
  return (publicUrl ?? new URL(request.url)).origin
}
