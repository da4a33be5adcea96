import { expect, type Page, test } from '~/test/browser'
import { payloads } from '~/test/payloads'
import { ALONE } from '~/ui/site/rich-text'

test.setTimeout(120_000)
// So that two workers share the pages between them.
test.describe.configure({ mode: 'parallel' })

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

/** The scripts that ran, the policy's reports, and forbidden elements in the page's rich text. */
async function findings(page: Page) {
  const { attacks, elements } = await page.evaluate(() => ({
    attacks: window.attacks,
    elements: [...document.querySelectorAll('[data-rich-text] *')].map((element) => ({
      name: element.nodeName,
      attributes: [...element.attributes].map(({ name, value }) => ({ name, value })),
    })),
  }))
  const odd = elements.flatMap(({ name, attributes }) => [
    ...(allowed.has(name) ? [] : [name]),
    ...attributes
      .filter((one) => !(name === 'A' && one.name === 'href' && /^(https?:\/\/|mailto:|tel:)/i.test(one.value)))
      .filter((one) => !(name === 'A' && one.name === 'class' && one.value === ALONE))
      .filter((one) => !(name === 'TH' && one.name === 'scope' && /^(row|col)$/.test(one.value)))
      .map((one) => `${name} ${one.name}="${one.value}"`),
  ])
  return { ...attacks, odd }
}
const nothing = { ran: [], reports: [], odd: [] }

/** Submits the form 'Create New Resource' once for each of `all`; returns the records' ids. */
async function publish(page: Page, all: Partial<Record<'title' | 'description' | 'content', string>>[]) {
  return page.evaluate(async (list) => {
    for (const { title = 'Title', description = '', content = 'Words' } of list) {
      const fields = {
        title: title.slice(0, 200),
        description: description.slice(0, 500),
        content,
        category: 'support',
      }
      const body = new URLSearchParams({ ...fields, isPublic: 'on' })
      await fetch('/dashboard/resources/new', { method: 'POST', body, redirect: 'manual' })
    }
    const kept: { id: number }[] = await (await fetch('/api/resources')).json()
    return kept.slice(0, list.length).map(({ id }) => id)
  }, all)
}

/** Publishes payloads on one page and checks it; when one of them swallows what follows, splits the batch in two. */
async function attack(tutor: Page, visitor: Page, batch: string[]): Promise<void> {
  const [id] = await publish(tutor, [{ content: batch.map((html) => `${html}\n<p>and the next</p>`).join('\n') }])
  await visitor.goto(`/resources/${id}`)
  expect(await findings(visitor), batch.join('\n')).toEqual(nothing)
  if (batch.length === 1) return
  if ((await visitor.locator('[data-rich-text] p', { hasText: /^and the next$/ }).count()) === batch.length) return
  const middle = Math.ceil(batch.length / 2)
  await attack(tutor, visitor, batch.slice(0, middle))
  await attack(tutor, visitor, batch.slice(middle))
}

const texts = payloads.map(({ html }) => html)
const batches = (size: number) =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, place) => texts.slice(place * size, (place + 1) * size))

// The worker's other specs expect the demonstration's resources.
let last: unknown
test.beforeEach(({ riverbank }) => {
  last = riverbank.rows('select max(id) as id from resources')[0]?.id
})
test.afterEach(({ riverbank }) => riverbank.change('delete from resources where id > ?', last))

test('there are at least 300 payloads, and unprotected they do run in this browser', async ({ browser }) => {
  expect(texts.length).toBeGreaterThanOrEqual(300)
  const page = await browser.newPage()
  await catchAttacks(page)
  await page.goto('about:blank')
  await page.evaluate((list) => {
    for (const srcdoc of list) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc }))
  }, texts)
  const running = () =>
    page.evaluate(
      () => [...document.querySelectorAll('iframe')].filter((frame) => frame.contentWindow?.attacks?.ran.length).length,
    )
  // The others need a click, an older browser or a careless sanitiser.
  await expect.poll(running, { timeout: 30_000 }).toBeGreaterThan(80)
  await page.close()
})

test('no payload runs as the content of a public page', async ({ page, open }) => {
  await open('/dashboard', { as: 'aoife' })
  const visitor = await page.context().newPage()
  await catchAttacks(visitor)
  for (const batch of batches(12)) await attack(page, visitor, batch)
})

const everywhere = { tag: '@whole' }
test(
  'no payload runs as a title or a description, in lists, on pages and in forms',
  everywhere,
  async ({ page, open, riverbank }) => {
    await open('/dashboard', { as: 'aoife' })
    const ids = await publish(
      page,
      texts.map((html) => ({ title: html, description: html })),
    )
    expect(riverbank.rows('select id from resources where id > ?', last)).toHaveLength(texts.length)
    await catchAttacks(page)
    const some = ids.filter((_, place) => place % 20 === 0)
    const own = some.flatMap((id) => [`/resources/${id}`, `/dashboard/resources/${id}/edit`])
    for (const path of ['/resources', '/dashboard/resources', ...own]) {
      await open(path)
      expect(await findings(page), path).toEqual(nothing)
    }
  },
)
