/**
 * Where a log-in leads: to `next`, from a `request` with a cookie; else first to the log-in page, which leads on to `next`, or says that the
 * browser kept no cookie.
 */
export function getCookieCheckPath(next: string, request?: Request): string {
  if (request?.headers.has('Cookie')) return next
  return `/portal?check-cookies&next=${encodeURIComponent(next)}`
}

/** Whether the browser kept no cookie, at an address with `check-cookies`, which follows after one was set; null at another address. */
export function hasNoCookieSupport({ url, headers }: Request): boolean | null {
  return new URL(url).searchParams.has('check-cookies') ? !headers.has('Cookie') : null
}

const ALLOW = 'Allow cookies in the settings of your browser.'

/** What a page says whose browser keeps no cookies. */
export const NO_COOKIES_MESSAGE = {
  title: 'This browser keeps no cookies',
  logIn: `What you typed is right. But we need a cookie to let you in. ${ALLOW} Then log in again.`,
  card: `We need a cookie to let you in with your card. Ask a tutor to help you. ${ALLOW} Then scan your card again.`,
  settings: `So we could not save how you want our pages to look. ${ALLOW} Then press Save again.`,
}
