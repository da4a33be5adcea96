import { expect, type Page, test } from '~/test/browser'
import { payloads } from '~/test/payloads'

const at = '/dashboard/profile/website'
test.setTimeout(300_000)

interface Part {
  /** Where it is edited. */
  editor: string
  /** Its page for everybody. */
  to: string
}

/** Every part of every page, as the editor's own links lead there. */
async function partsOf(page: Page): Promise<Part[]> {
  await page.goto(at)
  const editors = await hrefs(page, '#pages + ul a.button')
  const parts: Part[] = []
  for (const editor of editors) {
    await page.goto(editor)
    const to = (await page.getByRole('link', { name: 'See the page' }).getAttribute('href')) ?? ''
    for (const part of await hrefs(page, 'main li a.button')) parts.push({ editor: part, to })
  }
  return parts
}

/** The addresses of links, read without scripts too. */
async function hrefs(page: Page, selector: string): Promise<string[]> {
  const links = await page.locator(selector).all()
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
}

test('a field of every part of every page is changed on a phone, and its page shows it', { tag: '@whole' }, async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await open('/dashboard', { as: 'aoife' })
  const parts = await partsOf(page)
  expect(parts.length).toBeGreaterThan(45)
  for (const [place, { editor, to }] of parts.entries()) {
    const words = `Ours, number ${place}`
    await open(editor)
    const field = page.locator('#section').locator('input[type=text]:not([inputmode]), textarea').first()
    if (!(await field.isVisible())) await page.locator('#section summary').first().click()
    await field.fill(words)
    for (const tick of await page.locator('#section input[name$=agreed]').all()) {
      while (!(await tick.isVisible())) await page.locator('#section details:not([open]) > summary').first().click()
      await tick.check()
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page, editor).toHaveURL(editor.replace(/\/[^/]+$/, ''))
    const shown = await page.request.get(to)
    expect(await shown.text(), editor).toContain(words)
  }
})

declare global {
  interface Window {
    ranInWords: string[]
  }
}

// Each of the attacks in each of the fields: routes/hostile-words.test.ts.
test('nothing that is typed into any field of any page runs @whole', { tag: '@once' }, async ({ open, page }) => {
  await page.addInitScript(() => {
    window.ranInWords = []
    Object.assign(window, { xss: () => window.ranInWords.push(location.href) })
  })
  await open('/dashboard', { as: 'aoife' })
  const parts = await partsOf(page)
  const attacks = payloads.map(({ html }) => html)
  let next = 0
  for (const { editor } of parts) {
    await page.goto(editor)
    const { used, status } = await page.locator('#section').evaluate(
      async (form: HTMLFormElement, { attacks, from }) => {
        let used = 0
        const upTo = (room: number) => {
          let text = 'A'
          do text += ` ${attacks[(from + used++) % attacks.length]}`
          while (text.length < room)
          // A browser sends each line break as two characters.
          while (text.replaceAll('\n', '\r\n').length > room) text = text.slice(0, -1)
          return text
        }
        for (const field of form.elements) {
          const isTyped =
            field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text')
          const isFree = isTyped && field.inputMode === '' && !/date$|createdAt$/i.test(field.name)
          const room = Number(/At most (\d+)/.exec(field.closest('div')?.textContent ?? '')?.[1] ?? 300)
          // Longer ones hold enough for every attack, and cost time.
          if (isFree) field.value = upTo(Math.min(room, 1500))
          if (field instanceof HTMLInputElement && field.name.endsWith('agreed')) field.checked = true
        }
        const answer = await fetch(form.action, { method: 'POST', body: new FormData(form), redirect: 'manual' })
        return { used, status: answer.type }
      },
      { attacks, from: next },
    )
    next += used
    expect(status, editor).toBe('opaqueredirect')
  }
  expect(next).toBeGreaterThan(3 * attacks.length)
  for (const to of [...new Set(parts.map((part) => part.to)), ...parts.map(({ editor }) => editor)]) {
    await page.goto(to)
    expect(await page.evaluate(() => window.ranInWords), to).toEqual([])
  }
})
