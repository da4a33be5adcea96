import type { Page } from 'playwright'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { addressIn, type Screen, screens } from '../../app/test/screens'
import { usernames } from '../../app/test/served'
import { getBrowserCookies, launchBrowser, phoneViewport } from './browser'
import { type Bench, type BenchRow, formatKilobytes } from './row'
import { addPeople, fillTables } from './rows'

/** What a tutor's week looks like after some years: 45 people, three of them the demonstration's, and so much of everything. */
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
/** Home tells all that the specification names, a part each. */
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
  /** Where the content begins, and the upload form, or the button that leads to it, where there is one. */
  begins: number
  form?: number
}

/** Every screen at this size on a phone, the highest first, each with the goals that it misses. */
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
  return short ? screens().filter(({ as, path }) => as === 'aoife' || path === '/') : screens()
}

async function measure(page: Page, riverbank: RunningRiverbank, { path, as }: Screen): Promise<PageSize> {
  const answer = await page.goto(riverbank.url + addressIn(riverbank, path), { waitUntil: 'networkidle' })
  const bytes = Buffer.byteLength((await answer?.text()) ?? '')
  const measured = await page.evaluate(() => {
    const panel = document.querySelector('main [role="tabpanel"]')
    const first = panel?.firstElementChild ?? document.querySelector('main h1, main h2')
    // On a phone a button at the top leads to it, below the list.
    const ways = [...document.querySelectorAll<HTMLElement>('#upload, a[href$="add#add"]')]
    const form = ways.find(({ offsetParent }) => offsetParent)
    // A question is scrolled to by its focus.
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
  const most = path === '/' ? MAX_HOME_BYTES : MAX_HEIGHT
  const beyond = [
    height > most && `at most ${most} px`,
    bytes > MAX_PAGE_BYTES && `at most ${formatKilobytes(MAX_PAGE_BYTES)}`,
    path.startsWith('/dashboard') && begins > BEGINS_AT && `begins at ${BEGINS_AT} px at most`,
    form !== undefined && form > FIRST_SCREEN && 'the way to upload within the first screen',
  ].filter(Boolean)
  const formAt = form === undefined ? '' : `, the way to upload at ${form} px`
  return {
    name: `${name}, at 360 px`,
    value: `${height} px, ${formatKilobytes(bytes)} of HTML, begins at ${begins} px${formAt}`,
    goal: beyond.join('; ') || 'kept',
  }
}
