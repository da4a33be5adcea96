import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, type Mode, type Page, type Person, type RunningRiverbank, test } from '~/test/browser'
import type { FaultyProxy } from '~/test/faulty-proxy'
import { siteForms } from '~/test/forms'

// The words for every failure that neither a form tells (weak-line.e2e.ts) nor the spec of its screen, each by its cause.
test.use({ overLine: true, failing: true })

interface Causes {
  page: Page
  riverbank: RunningRiverbank
  line: FaultyProxy
  mode: Mode
}

interface Row {
  row: string
  as?: Person
  at: string
  /** Before the page is opened. */
  before?: (causes: Causes) => unknown
  /** On the open page. */
  act?: (causes: Causes) => unknown
  words: (string | RegExp)[]
  /** Only scripts do it; a plain link or picture has the browser's own words. */
  scripts?: true
}

const taken =
  (table: string) =>
  ({ riverbank }: Causes) =>
    riverbank.change(`alter table ${table} rename to ${table}Taken`)
const unreachable =
  (path: RegExp) =>
  ({ line }: Causes) =>
    line.break(502, ({ url = '' }) => path.test(url))
const logOut = ({ page }: Causes) => page.getByRole('button', { name: 'Log Out' }).click()
const loadingFailed = (what: string) => [
  'Error Loading Data',
  'There was an error loading the newsletter data. Please try again later.',
  `Failed to fetch ${what}: 500`,
]

const BUSY = 'The website is busy with something else just now, so this was not saved.'

/** Sends an enquiry while another program holds the database: the server refuses it (503). */
async function sendWhileLocked({ page, riverbank }: Causes): Promise<void> {
  const { form, fill, press } = siteForms.find(({ name }) => name === 'Send Us a Message')!
  await fill?.(page.locator(form), page)
  const other = new SQLite(join(riverbank.dataDir, 'riverbank.sqlite'))
  other.exec('begin immediate')
  await page.locator(form).getByRole('button', { name: press, exact: true }).click()
  await expect(page.locator(`${form} [data-failure]`)).toBeVisible()
  other.close()
}

const rows: Row[] = [
  {
    row: 'Contact failure, refused by the server',
    at: '/contact',
    act: sendWhileLocked,
    words: ['Error', `Failed to send message: ${BUSY}`],
  },
  {
    row: 'Failed to fetch newsletters',
    as: 'aoife',
    at: '/dashboard/newsletter',
    before: taken('newsletters'),
    words: loadingFailed('newsletters'),
  },
  {
    row: 'Failed to fetch newsletter',
    as: 'aoife',
    at: '/dashboard/newsletter/1',
    before: taken('newsletterAttachments'),
    words: loadingFailed('newsletter'),
  },
  {
    row: 'Image load failure',
    as: 'daniel',
    at: '/dashboard/notices/qqi',
    before: unreachable(/^\/files\//),
    words: ['Error: Failed to load image: 502'],
    scripts: true,
  },
  {
    row: 'Logout failure',
    as: 'daniel',
    at: '/dashboard',
    act: async (causes) => {
      for (const change of ['update', 'delete'])
        causes.riverbank.change(
          `create trigger stays_${change} before ${change} on sessions begin select raise(abort, 'broken'); end`,
        )
      await logOut(causes)
    },
    words: ['Logout failed'],
  },
]

for (const { row, as, at, before, act, words, scripts } of rows)
  test(`${row}${scripts ? ' @scripts' : ''}`, async ({ page, open, riverbank, line, mode }) => {
    const causes = { page, riverbank, line, mode }
    await before?.(causes)
    await open(at, as && { as })
    await act?.(causes)
    for (const text of words) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  })
