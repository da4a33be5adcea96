import type { Page } from 'playwright'
import { type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { listScreens, resolveAddress, type Screen } from '../../../app/test/screens'
import { usernames } from '../../../app/test/served'
import { getBrowserCookies, launchBrowser, phoneViewport } from './browser'
import { type Bench, type BenchRow, formatKilobytes } from './row'
import { addPeople, fillTables } from './rows'

/** The rows of a centre after some years: 45 people, three of them the demonstration's. */
const PEOPLE = 42
const rows: Record<string, number> = {
  // Of documents, photos and timetables each.
  files: 330,
  subscribers: 5000,
  newsletters: 200,
  events: 500,
  activity: 5000,
  enquiries: 200,
}
const OTHERS = 100

/** In CSS px and in bytes. */
const MAX_HEIGHT = 4000
/** My Files has two lists of ten files. */
const MAX_FILES_HEIGHT = 7500
/** Home has a section for everything that the specification names. */
const MAX_HOME_BYTES = 6000
const MAX_PAGE_BYTES = 150_000
const BEGINS_AT = 300
/** The smallest window of a phone, without its bars. */
const FIRST_SCREEN = 740

interface PageSize {
  name: string
  path: string
  height: number
  bytes: number
  /** The positions of the content, and of the upload form or the button that leads to it, if any. */
  begins: number
  form?: number
}

/** Measures every screen with this data on a phone, the highest first, with the missed goals. */
export const benchSize: Bench = async ({ short }) => {
  await using riverbank = await startRiverbank()
  await using browser = await launchBrowser()
  addPeople(riverbank, PEOPLE)
  fillTables(riverbank, (table) => rows[table] ?? OTHERS)
  const seen: PageSize[] = []
  for (const as of [undefined, 'daniel', 'aoife'] as const) {
    const cookies = as ? await getBrowserCookies(riverbank, usernames[as]) : []
    const context = await browser.newContext({ ...phoneViewport, storageState: { cookies, origins: [] } })
    const page = await context.newPage()
    for (const screen of measurePage(short).filter((one) => one.as === as))
      seen.push(await measure(page, riverbank, screen))
    await context.close()
  }
  return seen.sort((one, other) => other.height - one.height).map(toRow)
}

function measurePage(short: boolean): Screen[] {
  return short ? listScreens().filter(({ as, path }) => as === 'aoife' || path === '/') : listScreens()
}

async function measure(page: Page, riverbank: RunningRiverbank, { path, as }: Screen): Promise<PageSize> {
  const answer = await page.goto(riverbank.url + resolveAddress(riverbank, path), { waitUntil: 'networkidle' })
  const bytes = Buffer.byteLength((await answer?.text()) ?? '')
  const measured = await page.evaluate(() => {
    const panel = document.querySelector('main [role="tabpanel"]')
    const first = panel?.firstElementChild ?? document.querySelector('main h1, main h2')
    // On a phone a button at the top leads to it, below the list.
    const uploadLinks = [...document.querySelectorAll<HTMLElement>('#upload, a[href$="add#add"]')]
    const form = uploadLinks.find(({ offsetParent }) => offsetParent)
    // A focused confirmation scrolls into view.
    const from = window.scrollY
    return {
      height: document.documentElement.scrollHeight,
      begins: Math.round(from + (first?.getBoundingClientRect().top ?? Number.NaN)),
      form: form ? Math.round(from + form.getBoundingClientRect().top) : undefined,
    }
  })
  return { name: `${path}${as ? ` for ${usernames[as]}` : ''}`, path, bytes, ...measured }
}

function toRow({ name, path, height, bytes, begins, form }: PageSize): BenchRow {
  const max = path === '/' ? MAX_HOME_BYTES : path === '/dashboard' ? MAX_FILES_HEIGHT : MAX_HEIGHT
  const beyond = [
    height > max && `at most ${max} px`,
    bytes > MAX_PAGE_BYTES && `at most ${formatKilobytes(MAX_PAGE_BYTES)}`,
    path.startsWith('/dashboard') && begins > BEGINS_AT && `begins at ${BEGINS_AT} px at most`,
    form !== undefined && form > FIRST_SCREEN && 'the upload form or its button on the first screen',
  ].filter(Boolean)
  const formAt = form === undefined ? '' : `, the upload form or its button at ${form} px`
  return {
    name: `${name}, at 360 px`,
    value: `${height} px, ${formatKilobytes(bytes)} of HTML, begins at ${begins} px${formAt}`,
    goal: beyond.join('; ') || 'met',
  }
}
