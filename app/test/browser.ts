import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from 'playwright/test'
import { password, type RunningRiverbank, startRiverbank } from './running'

export type Mode = 'on' | 'off' | 'blocked'
export type { Page, RunningRiverbank }
export { expect, password }

interface Fixtures {
  mode: Mode
  /** Whether a spec makes the server fail, and expects its 500. */
  failing: boolean
  /** Goes to an address and, with scripts on, waits until they run, so that the scripted ways are the ones tested. */
  open: (path: string) => Promise<Page>
  /** Logs in through the portal's form, as a person does. */
  logInByForm: (username: string) => Promise<Page>
  /** Logs in by one call and opens the dashboard. */
  logInAs: (username: string) => Promise<Page>
}

export const test = base.extend<Fixtures, { riverbank: RunningRiverbank }>({
  mode: ['on', { option: true }],
  failing: [false, { option: true }],
  riverbank: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { stop, ...running } = await startRiverbank()
      await use(running)
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ riverbank }, use) => use(riverbank.url),
  page: async ({ page, mode, failing }, use) => {
    if (mode === 'blocked') await page.route('**/*.js', (route) => route.abort())
    const complaints: string[] = []
    page.on('console', (message) => {
      const expected = mode === 'blocked' && message.text().includes('net::ERR_FAILED')
      const refusal = (failing ? /status of [45]\d\d/ : /status of 4\d\d/).test(message.text())
      if (message.type() === 'error' && !expected && !refusal) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await use(page)
    expect(complaints, 'errors in the browser, CSP reports among them').toEqual([])
  },
  open: async ({ page, mode }, use) => {
    await use(async (path) => {
      await page.goto(path)
      const hydrates = (await page.locator('script[type=module]').count()) > 0
      if (mode === 'on' && hydrates) await scriptsRun(page)
      return page
    })
  },
  logInByForm: async ({ page, open, mode }, use) => {
    await use(async (username) => {
      await open('/portal')
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log In' }).click()
      await page.waitForURL('**/dashboard')
      if (mode === 'on') await scriptsRun(page)
      return page
    })
  },
  logInAs: async ({ page, open, mode }, use) => {
    await use(async (username) => {
      // What the form leaves in the browser: the cookie and, by scripts, the token.
      const answer = await page.request.post('/api/login', { data: { username, password } })
      expect(answer.status()).toBe(200)
      const { token } = await answer.json()
      await open('/dashboard')
      if (mode === 'on') await page.evaluate((kept) => localStorage.setItem('authToken', kept), token)
      return page
    })
  },
})

/** Waits until the page's scripts have taken over: the region for toasts is there only then. */
export async function scriptsRun(page: Page): Promise<void> {
  await page.locator('[role=region][aria-label*=Notification]').waitFor({ state: 'attached' })
}

/** The question before a delete, to the word. */
export async function expectDeleteQuestion(page: Page, name: string): Promise<void> {
  const question = `Are you sure you want to delete "${name}"? This action cannot be undone.`
  await expect(page.getByText(question, { exact: true })).toBeVisible()
}

/** Fills in a form's fields, each by its label. */
export async function fillIn(form: Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
}

/** Makes the window so wide, and waits until the page is laid out for it, styles and all. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.waitForLoadState()
  await page.setViewportSize({ width, height: 900 })
  await page.waitForFunction((wanted) => innerWidth === wanted, width)
}

/** WCAG 2.2 A and AA and axe's best practice, at 360 and 1280 px. axe can't run where JavaScript is off: see the 'scripts blocked' project. */
export async function expectNoViolations(page: Page, mode: Mode): Promise<void> {
  if (mode === 'off') return
  for (const width of [360, 1280]) {
    await resize(page, width)
    // In one pass and with the violations alone: the same rules, in a third of the time. (The other mode is for frames of other sites.)
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    expect(found, `${page.url()} at ${width} px`).toEqual([])
  }
}
