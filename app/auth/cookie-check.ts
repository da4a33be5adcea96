/**
 * The path that a log-in redirects to: `next` where the request has a cookie; else the log-in page, which redirects to `next` or reports
 * that the browser blocks cookies.
 */
export function getCookieCheckPath(next: string, request?: Request): string {
  if (request?.headers.has('Cookie')) return next
  return `/portal?check-cookies&next=${encodeURIComponent(next)}`
}

/** Whether the browser blocks cookies: known only at an address with `check-cookies`, which follows a Set-Cookie; null elsewhere. */
export function hasNoCookieSupport({ url, headers }: Request): boolean | null {
  return new URL(url).searchParams.has('check-cookies') ? !headers.has('Cookie') : null
}

const ALLOW_COOKIES = 'Allow cookies in the settings of your browser.'

/** The texts for a browser that blocks cookies. */
export const NO_COOKIES_MESSAGE = {
  title: 'This browser blocks cookies',
  logIn: `Your log-in details are right. But we need a cookie to let you in. ${ALLOW_COOKIES} Then log in again.`,
  card: `We need a cookie to let you in with your card. Ask a tutor to help you. ${ALLOW_COOKIES} Then scan your card again.`,
  settings: `We could not save how you want our pages to look. ${ALLOW_COOKIES} Then press Save again.`,
}
