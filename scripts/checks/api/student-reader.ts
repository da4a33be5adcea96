import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { RunningRiverbank } from '../../../app/test/running'
import { fakeVoices, irishVoice, listSaid } from '../../../app/test/voices'
import { getBrowserCookies, launchBrowser } from '../bench/browser'

/** Seconds until the pages of a document must be ready. */
const MAX_CONVERSION_TIME = 60

interface ReadPage {
  /** The visible text, with marks such as [s] for what is crossed out, and the numbers of lists. */
  sees: string
  /** The same with the numbers alone. */
  text: string
  /** What Listen reads; null without a Listen button. */
  hears: string | null
  unsaid: string[]
}

export interface StudentReader extends AsyncDisposable {
  /** Opens a page and listens to it. Reads the element `part`, by default the one that Listen reads, or the main part of the page. */
  read: (path: string, part?: string) => Promise<ReadPage>
  canPlay: (path: string) => Promise<boolean>
}

/** Words and numbers, in lower case. */
const listWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

export function findMissingWords(text: string, others: string): string[] {
  const there = new Set(listWords(others))
  return [...new Set(listWords(text))].filter((word) => !there.has(word))
}

/** Starts a browser in which a student is logged in, with a voice that says nothing aloud. */
export async function startStudentReader(riverbank: RunningRiverbank): Promise<StudentReader> {
  const browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addCookies(await getBrowserCookies(riverbank, 'demo.student'))
  // tsx names functions by a helper, which pages lack.
  await context.addInitScript('globalThis.__name = (value) => value')
  await fakeVoices(context, [irishVoice], 0)
  const page = await context.newPage()
  return {
    read: async (path, part) => {
      await openWhenReady(page, riverbank.url + path)
      const said = await listen(page)
      const { sees, text } = await readText(page, part)
      const ofAll = said === null ? '' : (await readText(page, undefined)).text
      return { sees, text, hears: said, unsaid: said === null ? [] : findMissingWords(ofAll, said) }
    },
    canPlay: async (path) => {
      await page.goto(`${riverbank.url}/dashboard`)
      return page.evaluate(
        (src) =>
          new Promise<boolean>((resolve) => {
            const audio = new Audio(src)
            audio.preload = 'auto'
            audio.oncanplaythrough = () => resolve(true)
            audio.onerror = () => resolve(false)
          }),
        path,
      )
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** Opens a page, again until its document is ready. */
async function openWhenReady(page: Page, address: string): Promise<void> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < MAX_CONVERSION_TIME * 1000) {
    const answer = await page.goto(address)
    if (!answer?.headers().refresh) return
    await setTimeout(200)
  }
  throw new Error(`${address} is not ready after ${MAX_CONVERSION_TIME} s`)
}

/** Presses the first Listen, and returns what was said until its end. */
async function listen(page: Page): Promise<string | null> {
  const button = page.locator('.listen button').first()
  if ((await page.locator('.listen').count()) === 0) return null
  await button.click()
  await page.locator('.listen button[value=listen]').first().waitFor()
  return (await listSaid(page)).map((line) => line.replace(/ en-IE 1$/, '')).join(' / ')
}

/** The text of a part of the page; without one, of what Listen reads, or of the main part. */
const readText = (page: Page, part: string | undefined) =>
  page.evaluate((selector) => {
    const controls = document.querySelector<HTMLElement>('[data-listen]')
    const file = document.querySelector('section[aria-labelledby=file]') ? 'section[aria-labelledby=file]' : 'main'
    const target = selector ?? (controls ? `#${CSS.escape(controls.dataset.listen!)}` : file)
    const element = document.querySelector<HTMLElement>(target)
    if (!element) return { sees: '', text: '' }
    const changed: (() => void)[] = []
    const hide = (one: HTMLElement) => {
      const { display } = one.style
      one.style.display = 'none'
      changed.push(() => {
        one.style.display = display
      })
    }
    for (const one of element.querySelectorAll<HTMLElement>('.listen, .sr-only')) hide(one)
    const insert = (words: string, place: InsertPosition, next: Element) => {
      const mark = document.createElement('span')
      mark.textContent = words
      next.insertAdjacentElement(place, mark)
      changed.push(() => mark.remove())
    }
    for (const list of element.querySelectorAll('ol, ul')) {
      const { listStyleType } = getComputedStyle(list)
      if (listStyleType === 'none') continue
      const toLetter = (number: number) => String.fromCharCode((listStyleType === 'upper-alpha' ? 64 : 96) + number)
      let number = list instanceof HTMLOListElement ? list.start : 0
      for (const item of list.children) {
        if (item instanceof HTMLLIElement && item.value > 0) number = item.value
        const label = listStyleType.endsWith('-alpha') ? toLetter(number) : number
        insert(list.localName === 'ol' ? `${label}. ` : '• ', 'afterbegin', item)
        number += 1
      }
    }
    // A raised figure is no part of the word before it.
    for (const one of element.querySelectorAll('sup')) insert(' ', 'afterbegin', one)
    const text = element.innerText
    const marks: Record<string, string> = {
      s: 's',
      strong: 'b',
      em: 'i',
      sup: 'raised',
      blockquote: 'quotation',
      '[dir=rtl]': 'right to left',
    }
    for (const [name, mark] of Object.entries(marks))
      for (const one of element.querySelectorAll(name)) {
        insert(`[${mark}]`, 'afterbegin', one)
        insert(`[/${mark}]`, 'beforeend', one)
      }
    for (const one of element.querySelectorAll('h1, h2, h3, h4, h5, h6')) insert('[heading] ', 'afterbegin', one)
    for (const one of element.querySelectorAll('a[href]')) insert(` [${one.getAttribute('href')}]`, 'beforeend', one)
    for (const one of element.querySelectorAll('img')) insert(`[picture: ${one.alt}]`, 'beforebegin', one)
    const sees = element.innerText
    for (const undo of changed.reverse()) undo()
    return { sees, text }
  }, part)
