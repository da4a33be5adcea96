import { delayResponses, expect, fillFields, type Page, type Person, test, waitForHydration } from '~/test/browser'
import { FULL_RUN_ONLY } from '~/test/modes'

// Checks every pending text while the response is held back.

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
const data = /\.data(\?|$)/
const newsletter = { 'Newsletter Title': 'June news', 'Newsletter Content': 'The choir sang in the hall.' }
const LOADING = 'Loading...'

/** Loading pages and lists. */
const pages: PendingScreen[] = [
  { at: '/contact', press: pressLink('Achievements'), words: 'Loading achievements...', held: /assets.*\.js/ },
  { at: '/board', press: pressTab('Past Members'), words: LOADING },
  { at: '/dashboard', as: 'daniel', press: pressTab('Calendar'), words: LOADING },
  { at: '/dashboard', as: 'aoife', press: pressTab('Newsletter'), words: 'Loading newsletter data...' },
  { at: '/dashboard/newsletter', as: 'aoife', press: pressLink(/^View/), words: 'Loading newsletter details...' },
  { at: '/dashboard/newsletter/subscribers', as: 'aoife', press: pressButton('Search'), words: LOADING },
]

/** Forms that are being submitted. */
const forms: PendingScreen[] = [
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
    at: '/contact',
    fill: { 'Email address': 'm@example.org' },
    press: pressButton('Subscribe to Newsletter'),
    words: 'Subscribing...',
  },
  {
    at: '/portal',
    fill: { Username: 'demo.student', Password: 'a guess' },
    press: pressButton('Log In'),
    words: 'Logging in...',
    held: /api\/login/,
  },
  { at: '/dashboard', as: 'daniel', press: pressButton('Log Out'), words: 'Logging out...', held: /api\/logout/ },
  { at: '/dashboard?edit=1', as: 'aoife', press: pressButton('Save'), words: 'Saving...' },
  {
    at: '/dashboard/newsletter/new',
    as: 'aoife',
    fill: newsletter,
    press: pressButton('Create Newsletter'),
    words: 'Creating...',
  },
  {
    at: '/dashboard/newsletter/subscribers',
    as: 'aoife',
    fill: { 'Email Address': 'm@example.org' },
    press: pressButton('Add Subscriber'),
    words: 'Adding...',
  },
  { at: '/dashboard/resources/1/edit', as: 'aoife', press: pressButton('Update Resource'), words: 'Updating...' },
  { at: '/dashboard/resources/1/delete', as: 'aoife', press: pressButton('Delete'), words: 'Deleting...' },
  { at: '/dashboard/profile/enquiries', as: 'aoife', press: pressButton(/^Mark as answered/), words: 'Saving...' },
  { at: '/dashboard/profile/people/3/close', as: 'aoife', press: pressButton(/^Close/), words: 'Closing...' },
  { at: '/dashboard/calendar', as: 'daniel', press: pressButton('Add to my phone'), words: 'Please wait...' },
]

const all = [...pages, ...forms]
const findPlace = (reported: string) => all.findIndex(({ words }) => words === reported)
/** For short runs: the first page with each text, and one form of each kind. */
const shortRun = [0, 1, 3, 4, ...['Sending...', 'Logging in...', 'Logging out...', 'Deleting...'].map(findPlace)]

for (const [index, { at, as, fill = {}, press, words, held = data }] of all.entries())
  test(`${index + 1}: ${at} says ${words} @scripts`, { tag: shortRun.includes(index) ? [] : FULL_RUN_ONLY }, async ({
    page,
    open,
  }) => {
    await open(at, as && { as })
    await waitForHydration(page)
    await fillFields(page.locator('main'), fill)
    const release = await delayResponses(page, held)
    await press(page)
    // For screen readers, a row's button also says what it is about.
    const reported = page.getByText(new RegExp(`^${words.replaceAll('.', '[.]')}`))
    await expect(reported).toHaveCount(1)
    await expect(reported).toBeVisible()
    release()
    await expect(reported).toHaveCount(0)
  })
