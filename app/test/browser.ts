import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect as baseExpect, type Download, type Locator, type Page, type Route } from 'playwright/test'
import type { Person } from './people'
import { keepState, password, type RunningRiverbank, startRiverbank } from './running'

export type Mode = 'on' | 'off' | 'blocked'
export type { Page, Person, RunningRiverbank }
export { password }

/** What the demonstration calls the people that every test knows. */
const usernames: Record<Person, string> = { aoife: 'demo.tutor', daniel: 'demo.student', niamh: 'demo.student2' }

/** How a spec opens an address, as somebody or as a visitor. */
export type Open = (path: string, who?: { as: Person }) => Promise<Page>

interface Fixtures {
  mode: Mode
  /** Whether a spec makes the server fail, and expects its 500. */
  failing: boolean
  /** The worker's server, as the demonstration fills it in: whatever earlier tests changed is undone before each test. */
  riverbank: RunningRiverbank
  /**
   * Goes to an address, logged in `as` somebody where that is given, and with scripts on waits until they run, so that the
   * scripted ways are the ones tested.
   */
  open: Open
  /** Logs in through the portal's form, as a person does. */
  logInByForm: (username: string) => Promise<Page>
}
interface WorkerFixtures {
  /** The worker's server as it is, for what asks many questions of one state. */
  server: RunningRiverbank
  putBack: () => Promise<void>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  mode: ['on', { option: true }],
  failing: [false, { option: true }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { stop, ...running } = await startRiverbank()
      await use(running)
      await stop()
    },
    { scope: 'worker' },
  ],
  putBack: [
    async ({ server }, use) => {
      const { putBack, remove } = await keepState(server)
      await use(putBack)
      remove()
    },
    { scope: 'worker' },
  ],
  riverbank: async ({ server, putBack }, use) => {
    await putBack()
    await use(server)
  },
  baseURL: async ({ server }, use) => use(server.url),
  page: async ({ page, mode, failing, riverbank: _ }, use) => {
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
    await use(async (path, who) => {
      const token = who && (await logInByCall(page, usernames[who.as]))
      await page.goto(path)
      const hydrates = (await page.locator('script[type=module]').count()) > 0
      if (mode === 'on' && hydrates) await scriptsRun(page)
      if (mode === 'on' && token) await page.evaluate((kept) => localStorage.setItem('authToken', kept), token)
      return page
    })
  },
  logInByForm: async ({ page, open, mode }, use) => {
    await use(async (username) => {
      await open('/portal')
      await typeLogIn(page, username)
      await page.waitForURL('**/dashboard')
      if (mode === 'on') await scriptsRun(page)
      return page
    })
  },
})

export const expect = baseExpect.extend({
  /** WCAG 2.2 A and AA and axe's best practice, at 360 and 1280 px. axe can't run where JavaScript is off: see the 'scripts blocked' project. */
  async toHaveNoViolations(page: Page) {
    const widths = base.info().project.use.javaScriptEnabled === false ? [] : [360, 1280]
    const found: string[] = []
    for (const width of widths) {
      await resize(page, width)
      // In one pass and with the violations alone: the same rules, in a third of the time. (The other mode is for frames of other sites.)
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .options({ resultTypes: ['violations'] })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      for (const { id, nodes } of violations)
        found.push(`${id} at ${width} px: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    }
    return { pass: found.length === 0, message: () => `${page.url()} has violations:\n${found.join('\n')}` }
  },
})

/** Logs in by one call, which leaves the cookie in the page's browser. Gives the token that the form's scripts would keep. */
async function logInByCall(page: Page, username: string): Promise<string> {
  const answer = await page.request.post('/api/login', { data: { username, password } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).token
}

/** Fills in the log-in form of the page and sends it. */
export async function typeLogIn(page: Page, username: string, typed = password): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Adds an account to the demonstration, with the password that all of its accounts have. */
export function addAccount(
  { change }: RunningRiverbank,
  account: { username: string; role: 'student' | 'tutor'; firstName: string; lastName: string },
): void {
  change(
    `insert into users (username, role, firstName, lastName, passwordHash, createdAt)
     select ?, ?, ?, ?, passwordHash, createdAt from users where username = 'demo.student'`,
    ...[account.username, account.role, account.firstName, account.lastName],
  )
}

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

/** The card of a list whose heading is `name`. */
export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The row of a table that holds `text`. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Follows a link that is a download. */
export async function download(page: Page, link: Locator): Promise<Download> {
  const begun = page.waitForEvent('download')
  await link.click()
  return begun
}

/** Keeps what goes to `url` waiting until the function that it gives is called; then `answer` is the answer, or the server's own. */
export async function holdBack(
  page: Page,
  url: string | RegExp,
  answer?: Parameters<Route['fulfill']>[0],
): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    await held
    await (answer ? route.fulfill(answer) : route.fallback())
  })
  return letGo
}

/** Makes the window so wide, and waits until the page is laid out for it, styles and all. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.waitForLoadState()
  await page.setViewportSize({ width, height: 900 })
  await page.waitForFunction((wanted) => innerWidth === wanted, width)
}
