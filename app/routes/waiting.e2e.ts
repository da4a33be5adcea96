import { delayResponses, expect, fillFields, type Open, type Page, type Person, test } from '~/test/browser'

// Checks the pending text of each kind of page and form while the response is held back.

const pressLink = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first().click()
const pressTab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()
const pressButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

interface PendingScreen {
  at: string
  as?: Person
  fill?: Record<string, string>
  press: (page: Page) => Promise<void>
  words: string
  /** Requests to hold back instead of a page's data. */
  held?: RegExp
}
const newsletter = { 'Newsletter Title': 'June news', 'Newsletter Content': 'The choir sang in the hall.' }

const screens: PendingScreen[] = [
  { at: '/contact', press: pressLink('Achievements'), words: 'Loading achievements...', held: /assets.*\.js/ },
  {
    at: '/contact',
    fill: { Name: 'Maura Daly', Email: 'maura@example.org', Message: 'May we come and see you in June?' },
    press: async (page) => {
      await page.getByLabel('Subject').selectOption('visit')
      await pressButton('Send Message')(page)
    },
    words: 'Sending...',
  },
  {
    at: '/portal',
    fill: { Username: 'demo.student', Password: 'a guess' },
    press: pressButton('Log In'),
    words: 'Logging in...',
    held: /api\/login/,
  },
  { at: '/dashboard', as: 'aoife', press: pressTab('Newsletter'), words: 'Loading newsletter data...' },
  { at: '/dashboard/newsletter', press: pressLink(/^View/), words: 'Loading newsletter details...' },
  { at: '/dashboard/newsletter/new', fill: newsletter, press: pressButton('Create Newsletter'), words: 'Creating...' },
  { at: '/dashboard/resources/1/delete', press: pressButton('Delete'), words: 'Deleting...' },
  { at: '/dashboard', as: 'daniel', press: pressTab('Calendar'), words: 'Loading...' },
  { at: '/dashboard', press: pressButton('Log Out'), words: 'Logging out...', held: /api\/logout/ },
]

async function expectPendingText(page: Page, open: Open, screen: PendingScreen) {
  const { at, as, fill = {}, press, words, held = /\.data(\?|$)/ } = screen
  await open(at, as && { as })
  await fillFields(page.locator('main'), fill)
  const release = await delayResponses(page, held)
  await press(page)
  // For screen readers, a row's button also says what it is about.
  const reported = page.getByText(new RegExp(`^${words.replaceAll('.', '[.]')}`))
  await expect(reported, `${at}: ${words}`).toHaveCount(1)
  await expect(reported).toBeVisible()
  release()
  await expect(reported).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
}

test('pages, lists and forms say so while people wait @scripts', async ({ page, open }) => {
  for (const screen of screens) await expectPendingText(page, open, screen)
})
