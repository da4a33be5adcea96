import type { Browser, Page } from 'playwright'
import { startRiverbank } from '../../app/test/running'
import { launch, phone } from './browser'
import { type Bench, median, type Row } from './row'

/** 400 kbit/s, 400 ms there and back, and a processor six times slower than this one. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const SLOWER = 6

async function slowPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext(phone)).newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

/** When something is first drawn, and when the whole text is, in milliseconds from the navigation. */
async function reading(browser: Browser, address: string): Promise<{ first: number; whole: number }> {
  const page = await slowPage(browser)
  await page.addInitScript(() => {
    // Without names of their own: the compiler would wrap those in a function that the page doesn't have.
    document.addEventListener('DOMContentLoaded', () =>
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('whole text'))),
    )
  })
  await page.goto(address)
  const times = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    whole: performance.getEntriesByName('whole text')[0]?.startTime ?? Number.NaN,
  }))
  await page.context().close()
  return times
}

/** When the enquiry's first field can be typed into, and from the press on Send to the thanks; at once, or once the page is at rest. */
async function enquiry(browser: Browser, address: string, atRest: boolean): Promise<{ usable: number; sent: number }> {
  const page = await slowPage(browser)
  await page.goto(address, { waitUntil: atRest ? 'networkidle' : 'commit' })
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Send Message' }) })
  await form.getByLabel('Name').fill('Maura Kelly')
  const usable = await page.evaluate(() => performance.now())
  await form.getByLabel('Email').fill('maura@example.ie')
  await form.getByLabel('Subject').selectOption('visit')
  await form.getByLabel('Message').fill('May we come and see you on a Tuesday?')
  const pressed = performance.now()
  await form.getByRole('button', { name: 'Send Message' }).click({ noWaitAfter: true })
  await page.getByText('Thank you for your message').first().waitFor()
  const sent = performance.now() - pressed
  await page.context().close()
  return { usable, sent }
}

const inSeconds = (times: number[]) => `${(median(times) / 1000).toFixed(2)} s`

/** A first visit on a slow line with a slow phone: until Home is read, until the enquiry's form is usable, until it is sent. */
export const benchVisit: Bench = async ({ short }) => {
  const riverbank = await startRiverbank()
  const browser = await launch()
  const times = <Result>(work: () => Promise<Result>) =>
    Array.from({ length: short ? 1 : 3 }).reduce<Promise<Result[]>>(
      async (before) => [...(await before), await work()],
      Promise.resolve([]),
    )
  try {
    const home = await times(() => reading(browser, riverbank.url))
    const contact = `${riverbank.url}/contact`
    const atOnce = await times(() => enquiry(browser, contact, false))
    const atRest = await times(() => enquiry(browser, contact, true))
    const rows: Row[] = [
      ['Home, something to read', home.map(({ first }) => first), '3 s'],
      ['Home, its whole text', home.map(({ whole }) => whole), '3 s'],
      ['the enquiry’s form can be typed into', atOnce.map(({ usable }) => usable), 'with the text'],
      ['the enquiry, sent as soon as it can be: Send to thanks', atOnce.map(({ sent }) => sent), '5 s'],
      ['the enquiry, sent once scripts run: Send to thanks', atRest.map(({ sent }) => sent), '5 s'],
    ].map(([name, values, goal]) => ({
      name: `slow phone: ${name}`,
      value: inSeconds(values as number[]),
      goal: goal as string,
    }))
    return rows
  } finally {
    await browser.close()
    await riverbank.stop()
  }
}
