import { type Browser, type BrowserContextOptions, chromium } from 'playwright'
import type { RunningRiverbank } from '../../../app/test/running'
import { logInOverHttp } from '../../../app/test/served'
import playwright from '../../../playwright.config'

/** Starts the browser of the tests. With `port`, it listens there for Lighthouse. */
export function launchBrowser(port?: number): Promise<Browser> {
  const { args = [], ...options } = playwright.use?.launchOptions ?? {}
  return chromium.launch({ ...options, args: [...args, ...(port ? [`--remote-debugging-port=${port}`] : [])] })
}

/** A small phone. */
export const phoneViewport: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/** The cookies of a new session of `username`, for a context of the browser. */
export async function getBrowserCookies(riverbank: RunningRiverbank, username: string) {
  return (await logInOverHttp(riverbank, username)).cookie.split('; ').map((cookie) => {
    const [, name = '', value = ''] = /^(.*?)=(.*)$/.exec(cookie) ?? []
    return { ...storedCookie, name, value }
  })
}

const storedCookie = {
  domain: '127.0.0.1',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax' as const,
}
