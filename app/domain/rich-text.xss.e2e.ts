import { expect, type Page, test } from '~/test/browser'
import { payloads } from '~/test/payloads'
import { STANDALONE_LINK_CLASS } from '~/ui/site/rich-text'
import { renderMarkdown } from './rich-text.server'

interface Attacks {
  ran: string[]
  reports: string[]
}
declare global {
  interface Window {
    attacks: Attacks
    xss: () => void
  }
}

/** Makes each page record which payload's script ran and what its Content-Security-Policy blocked. */
async function catchAttacks(page: Page) {
  await page.addInitScript(() => {
    window.attacks = { ran: [], reports: [] }
    window.xss = () => window.attacks.ran.push(location.href)
    document.addEventListener('securitypolicyviolation', (event) =>
      window.attacks.reports.push(`${event.violatedDirective}: ${event.sample || event.blockedURI}`),
    )
  })
}

const allowed = new Set(
  'H1 H2 H3 H4 H5 H6 P BR UL OL LI STRONG EM B I A BLOCKQUOTE TABLE CAPTION THEAD TBODY TR TH TD'.split(' '),
)

/** The scripts that ran, the policy's reports, and forbidden elements in the rich text of a page or its frames. */
async function findings(page: Page) {
  const found = await page.evaluate(() => {
    const windows = [window, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow!)]
    const elements = windows.flatMap((one) => [...one.document.querySelectorAll('[data-rich-text] *')])
    return {
      ran: windows.flatMap((one) => one.attacks.ran),
      reports: windows.flatMap((one) => one.attacks.reports),
      elements: elements.map((element) => ({
        name: element.nodeName,
        attributes: [...element.attributes].map(({ name, value }) => ({ name, value })),
      })),
    }
  })
  const { elements, ...attacks } = found
  const odd = elements.flatMap(({ name, attributes }) => [
    ...(allowed.has(name) ? [] : [name]),
    ...attributes
      .filter((one) => !(name === 'A' && one.name === 'href' && /^(https?:\/\/|mailto:|tel:)/i.test(one.value)))
      .filter((one) => !(name === 'A' && one.name === 'class' && one.value === STANDALONE_LINK_CLASS))
      .filter((one) => !(name === 'TH' && one.name === 'scope' && /^(row|col)$/.test(one.value)))
      .map((one) => `${name} ${one.name}="${one.value}"`),
  ])
  return { ...attacks, odd }
}
const nothing = { ran: [], reports: [], odd: [] }

const texts = payloads.map(({ html }) => html)
/** All payloads, in as few texts as possible. */
const halves = [texts.slice(0, 190), texts.slice(190)].map((some) =>
  some.map((html) => `${html}\n<p>and the next</p>`).join('\n'),
)

/** Opens each text as its own document, in a frame of a page without a policy. */
async function openAll(page: Page, documents: string[]) {
  await page.goto('about:blank')
  await page.evaluate(async (all) => {
    const frames = all.map((srcdoc) => Object.assign(document.createElement('iframe'), { srcdoc }))
    const loads = frames.map((frame) => new Promise((loaded) => frame.addEventListener('load', loaded)))
    document.body.append(...frames)
    await Promise.all(loads)
  }, documents)
}

test('none of 300 payloads runs after sanitising', { tag: '@once' }, async ({ page }) => {
  expect(texts.length).toBeGreaterThanOrEqual(300)
  await catchAttacks(page)
  const cleaned = texts.map((html) => `<section data-rich-text>${renderMarkdown(html)}</section><p>end</p>`)
  // A document with six payloads takes the browser no longer than one with one.
  await openAll(
    page,
    cleaned.flatMap((_, at) => (at % 6 ? [] : cleaned.slice(at, at + 6).join('\n'))),
  )
  expect(await findings(page)).toEqual(nothing)
  // No payload swallows the next one.
  const ends = page
    .locator('iframe')
    .evaluateAll((all) =>
      (all as HTMLIFrameElement[]).flatMap((frame) =>
        [...frame.contentDocument!.querySelectorAll('body > section + p')].map(({ textContent }) => textContent),
      ),
    )
  expect(await ends).toEqual(texts.map(() => 'end'))
})

test('without protection, they run in this browser', { tag: '@once' }, async ({ browser }) => {
  const page = await browser.newPage()
  await catchAttacks(page)
  await openAll(
    page,
    texts.filter((_, at) => at % 4 === 0),
  )
  // The others need a click, an older browser or a careless sanitiser.
  await expect.poll(async () => (await findings(page)).ran.length, { timeout: 30_000 }).toBeGreaterThan(20)
  await page.close()
})

// routes/hostile-words.slow.test.ts checks each payload in each field as it is served.
test('no payload runs on a page or in the preview', { tag: '@scripts' }, async ({ page, open, riverbank }) => {
  riverbank.change('update resources set title = ?, content = ? where id = 1', texts[0], halves[0])
  await catchAttacks(page)
  for (const path of ['/resources/1', '/dashboard/resources/1/edit']) {
    await open(path, { as: 'aoife' })
    await expect(page.locator('h1')).toBeVisible()
    expect(await findings(page), path).toEqual(nothing)
  }
  await open('/dashboard/resources/new')
  for (const half of halves) {
    const answer = page.waitForResponse('**/dashboard/preview')
    await page.getByLabel('Content').fill(half)
    await answer
    await expect(page.getByText('Preview: this is how it will look')).toBeVisible()
    expect(await findings(page)).toEqual(nothing)
  }
})
