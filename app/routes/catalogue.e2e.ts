import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, type Mode, type Page, type Person, type RunningRiverbank, test } from '~/test/browser'
import type { FaultyProxy } from '~/test/faulty-proxy'
import { siteForms } from '~/test/forms'

// Messages of failures that neither weak-line.e2e.ts nor the tests of single screens cover, each with its cause.
test.use({ usesFaultyProxy: true, expectsServerErrors: true })

interface FailureContext {
  page: Page
  riverbank: RunningRiverbank
  line: FaultyProxy
  mode: Mode
}

interface Failure {
  row: string
  as?: Person
  at: string
  /** Before the page is opened. */
  before?: (causes: FailureContext) => unknown
  /** On the open page. */
  act?: (causes: FailureContext) => unknown
  words: (string | RegExp)[]
  /** Only with scripts: without them the browser shows its own message. */
  scripts?: true
}

const renameTable =
  (table: string) =>
  ({ riverbank }: FailureContext) =>
    riverbank.change(`alter table ${table} rename to ${table}Taken`)
const makeUnreachable =
  (path: RegExp) =>
  ({ line }: FailureContext) =>
    line.break(502, ({ url = '' }) => path.test(url))
const logOut = ({ page }: FailureContext) => page.getByRole('button', { name: 'Log Out' }).click()
const listLoadFailureTexts = (what: string) => [
  'Error Loading Data',
  'There was an error loading the newsletter data. Please try again later.',
  `Failed to fetch ${what}: 500`,
]

const BUSY = 'The website is busy with something else just now, so this was not saved.'

/** Sends an enquiry while another program locks the database, so that the server answers 503. */
async function sendWhileLocked({ page, riverbank }: FailureContext): Promise<void> {
  const { form, fill, button } = siteForms.find(({ name }) => name === 'Send Us a Message')!
  await fill?.(page.locator(form), page)
  const other = new SQLite(join(riverbank.dataDir, 'riverbank.sqlite'))
  other.exec('begin immediate')
  await page.locator(form).getByRole('button', { name: button, exact: true }).click()
  await expect(page.locator(`${form} [data-failure]`)).toBeVisible()
  other.close()
}

const failures: Failure[] = [
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
    before: renameTable('newsletters'),
    words: listLoadFailureTexts('newsletters'),
  },
  {
    row: 'Failed to fetch newsletter',
    as: 'aoife',
    at: '/dashboard/newsletter/1',
    before: renameTable('newsletterAttachments'),
    words: listLoadFailureTexts('newsletter'),
  },
  {
    row: 'Image load failure',
    as: 'daniel',
    at: '/dashboard/notices/qqi',
    before: makeUnreachable(/^\/files\//),
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

for (const { row, as, at, before, act, words, scripts } of failures)
  test(`${row}${scripts ? ' @scripts' : ''}`, async ({ page, open, riverbank, line, mode }) => {
    const causes = { page, riverbank, line, mode }
    await before?.(causes)
    await open(at, as && { as })
    await act?.(causes)
    for (const text of words) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  })
