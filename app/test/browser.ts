import { test as base, expect as baseExpect, type Download, type Locator, type Page, type Route } from 'playwright/test'
import { findAxeFaults } from './axe'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy'
import type { SiteForm } from './forms'
import { isWholeRun, type Mode } from './modes'
import type { Person } from './people'
import { DEMO_PASSWORD_OF_TESTS, extractErrors, type RunningRiverbank, saveState, startRiverbank } from './running'
import { logInAll, type Sessions } from './served'

export type { Locator, Mode, Page, Person, RunningRiverbank }
export { DEMO_PASSWORD_OF_TESTS }

export type Open = (path: string, who?: { as: Person }) => Promise<Page>

interface Fixtures {
  mode: Mode
  /** Attaches the errors that the server logged during a failed test. */
  serverErrors: undefined
  /** True if a test makes the server fail on purpose, with a 500. */
  expectsServerErrors: boolean
  /** True if the browser reaches the server through `line`, which can be broken. */
  usesFaultyProxy: boolean
  /** The worker's proxy, working at the start of each test. */
  line: FaultyProxy
  /** The worker's server with the demonstration's data, restored before each test. */
  riverbank: RunningRiverbank
  /** Opens a path, logged in if `as` is given. With scripts on, waits for hydration. */
  open: Open
  /** Logs in through the portal's form, as a person does. */
  logInByForm: (username: string) => Promise<Page>
}
interface WorkerFixtures {
  /**
   * The worker's server: `current` as the last test left it, maybe a test of another file and with a missing table. A test file that
   * checks one state many times begins with `restore`, which also returns the server. Only tests of the log-in log in: each person has a
   * session.
   */
  server: { current: RunningRiverbank; restore: () => Promise<RunningRiverbank>; sessions: Sessions }
  workersLine: FaultyProxy
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  mode: ['on', { option: true }],
  expectsServerErrors: [false, { option: true }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { stop, ...current } = await startRiverbank()
      // The demonstration's coming events change with the date.
      current.change('delete from events where year > 2025')
      const sessions = await logInAll(current)
      const { restore, remove } = await saveState(current)
      await use({ current, restore: () => restore().then(() => current), sessions })
      remove()
      await stop()
      expect(current.output(), 'Node warns').not.toMatch(/^\(node:\d+\) \w*Warning/m)
    },
    { scope: 'worker' },
  ],
  serverErrors: [
    async ({ server }, use, testInfo) => {
      const since = new Date().toISOString()
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      const body = extractErrors(server.current.output(), since)
      if (body) await testInfo.attach('errors of the server', { body, contentType: 'text/plain' })
    },
    { auto: true },
  ],
  usesFaultyProxy: [false, { option: true }],
  workersLine: [
    async ({ server }, use) => {
      await using line = await startFaultyProxy(server.current.url)
      await use(line)
    },
    { scope: 'worker' },
  ],
  line: async ({ workersLine }, use) => {
    workersLine.mend()
    workersLine.seen.length = 0
    await use(workersLine)
    workersLine.mend()
  },
  riverbank: async ({ server }, use) => use(await server.restore()),
  baseURL: async ({ server, usesFaultyProxy, workersLine }, use) =>
    use(usesFaultyProxy ? workersLine.url : server.current.url),
  page: async ({ page, mode, expectsServerErrors, riverbank: _ }, use) => {
    if (mode === 'blocked') await page.route('**/*.js', (route) => route.abort())
    const complaints: string[] = []
    page.on('console', (message) => {
      const expected = mode === 'blocked' && message.text().includes('net::ERR_FAILED')
      // Remix logs responses that it can't decode.
      const refusal = (
        expectsServerErrors
          ? /status of [45]\d\d|net::ERR_|Unable to decode|manifest patches|^SyntaxError|network error/
          : /status of 4\d\d/
      ).test(message.text())
      if (message.type() === 'error' && !expected && !refusal) complaints.push(message.text())
    })
    page.on('pageerror', (error) => {
      // Remix leaves a rejected promise behind when a submission interrupts the loading of the page's data.
      if (error.name !== 'AbortError') complaints.push(String(error))
    })
    await use(page)
    expect(complaints, 'errors in the browser, CSP reports among them').toEqual([])
  },
  open: async ({ page, mode, server, baseURL }, use) => {
    await use(async (path, who) => {
      const session = who && server.sessions[who.as]
      if (session) {
        const [name = '', value = ''] = session.cookie.split('; ')[0]?.split('=') ?? []
        await page.context().addCookies([{ name, value, url: baseURL, httpOnly: true, sameSite: 'Lax' }])
      }
      await page.goto(path)
      const hydrates = (await page.locator('script[type=module]').count()) > 0
      if (mode === 'on' && hydrates) await waitForHydration(page)
      if (mode === 'on' && session)
        await page.evaluate((token) => localStorage.setItem('authToken', token), session.token)
      return page
    })
  },
  logInByForm: async ({ page, open, mode }, use) => {
    await use(async (username) => {
      await open('/portal')
      await submitLogIn(page, username)
      await page.waitForURL('**/dashboard')
      if (mode === 'on') await waitForHydration(page)
      return page
    })
  },
})

export const expect = baseExpect.extend({
  /**
   * Checks WCAG 2.2 A and AA and axe's best practices at 1280 px. axe can't run with JavaScript off, and only the whole run checks the same
   * HTML again without scripts.
   */
  async toHaveNoViolations(page: Page) {
    let found: string[] = []
    const { javaScriptEnabled, mode } = base.info().project.use as { javaScriptEnabled?: boolean; mode?: Mode }
    if (javaScriptEnabled !== false && (isWholeRun || mode === 'on')) {
      await resizeWindow(page, 1280)
      found = await findAxeFaults(page)
    }
    return { pass: found.length === 0, message: () => `${page.url()} has violations:\n${found.join('\n')}` }
  },
})

export async function submitLogIn(page: Page, username: string, typed = DEMO_PASSWORD_OF_TESTS): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Adds an account to the demonstration, with the demonstration's password. */
export function addAccountWithSession(
  { change }: RunningRiverbank,
  account: { username: string; role: 'student' | 'tutor'; firstName: string; lastName: string },
): void {
  change(
    `insert into users (username, role, firstName, lastName, passwordHash, createdAt)
     select ?, ?, ?, ?, passwordHash, createdAt from users where username = 'demo.student'`,
    ...[account.username, account.role, account.firstName, account.lastName],
  )
}

/** Waits until root.tsx marks the page as hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-scripts=run]').waitFor({ state: 'attached' })
}

export async function expectDeleteQuestion(page: Page, name: string): Promise<void> {
  const question = `Are you sure you want to delete "${name}"? This action cannot be undone.`
  await expect(page.getByText(question, { exact: true })).toBeVisible()
}

export async function fillFields(form: Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
}

export async function fillSiteForm(form: Locator, { fields = {}, option, files }: SiteForm): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = form.getByLabel(label, { exact: true })
    if (await field.evaluate(({ localName }) => localName === 'select')) await field.selectOption(value)
    else await field.fill(value)
  }
  if (option) await form.getByLabel(option).check()
  if (files) await form.getByLabel(files.label, { exact: true }).setInputFiles(files.uploads)
}

export const openDetails = (form: Locator): Promise<void> =>
  form.evaluate((element) => element.closest('details')?.setAttribute('open', ''))

export const findListCard = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The row of a tutor's document `name`, unfolded. */
export async function openDocumentRow(page: Page, name: string): Promise<Locator> {
  const row = findListCard(page, name)
  await row.locator('summary').click()
  return row
}

export const findRow = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

export async function clickDownload(page: Page, link: Locator): Promise<Download> {
  const started = page.waitForEvent('download')
  await link.click()
  return started
}

/** Delays requests to `url` until the returned function is called, then responds with `answer` or the server's own response. */
export async function delayResponses(
  page: Page,
  url: string | RegExp,
  answer?: Parameters<Route['fulfill']>[0],
): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held
    await (answer ? route.fulfill(answer) : route.fallback())
  })
  return letGo
}

/** Sets the window's width, and waits until the page is laid out for it. */
export async function resizeWindow(page: Page, width: number): Promise<void> {
  await page.waitForLoadState()
  await page.setViewportSize({ width, height: 900 })
  await page.waitForFunction((wanted) => innerWidth === wanted, width)
}

/** A page's whole size in CSS px: wider than its window if it scrolls sideways. */
export const measurePage = (page: Page): Promise<{ width: number; height: number }> =>
  page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }))

/** The number of sheets of paper that a page prints on: A4, unless its style sheet has a size. */
export const countSheets = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ??
  0
