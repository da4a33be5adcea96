import { axeFaults } from '~/test/axe'
import { expect, type Page, test } from '~/test/browser'
import { weak } from './measures'
import { colourPairs, motions, smallTargets, whileHovered } from './seen'
import { walk } from './tab-walk'
import { textFaults } from './text'

// Each measure finds what is made wrong on purpose.

/** Opens the Contact page at 320 px with something wrong. */
async function spoilt(open: (path: string) => Promise<Page>, css: string): Promise<Page> {
  const page = await open('/contact')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
  return page
}

test('fields without a label, and grey words at their limit, are found by axe', async ({ open }) => {
  const page = await spoilt(open, 'main p { color: #666 }')
  expect(await axeFaults(page)).toEqual([])
  await page.evaluate(() => {
    for (const label of document.querySelectorAll('label')) label.remove()
  })
  const faults = (await axeFaults(page, { enhanced: true })).join()
  for (const rule of ['label: <input', 'color-contrast-enhanced: <p']) expect(faults).toContain(rule)
})

test('grey words are found, and grey borders of fields', async ({ open }) => {
  const { pairs } = await colourPairs(
    await spoilt(open, 'label { color: #666 } select { border-color: #ccc !important }'),
  )
  for (const needed of ['7', '3']) expect(weak(pairs).join()).toContain(`, ${needed}:1 is`)
})

test('words that fade below a pointer are found', async ({ open }) => {
  const page = await spoilt(open, 'main a:hover { color: #666 }')
  expect(weak((await colourPairs(page)).pairs)).toEqual([])
  expect(weak((await whileHovered(page, () => colourPairs(page))).pairs)).not.toEqual([])
  expect(weak((await colourPairs(page)).pairs)).toEqual([])
})

test('a low button is found', async ({ open }) => {
  const page = await spoilt(open, '#enquiry button { min-height: 0; height: 30px }')
  expect((await smallTargets(page)).join()).toContain('30 px: <button>')
})

test('words that are cut, broken, on each other or too wide for the window are found', async ({ open }) => {
  const page = await spoilt(
    open,
    `h1 { width: 3rem; overflow-wrap: anywhere } h2 { width: 2rem; overflow: hidden; overflow-wrap: normal }
    li { height: 0 !important } p { white-space: nowrap }`,
  )
  const found = (await textFaults(page)).join()
  for (const fault of ['is broken', 'is cut by', 'lie on each other', 'scrolls sideways', 'reaches out of the window'])
    expect(found).toContain(fault)
})

test('a focus that is covered, unseen or out of order is found', async ({ open }) => {
  const covered = await walk(await spoilt(open, 'form::after { content: ""; position: fixed; inset: 0; z-index: 99 }'))
  expect(covered.faults.join()).toContain('is covered by')
  const unseen = await walk(await spoilt(open, ':focus-visible { outline: none !important }'))
  expect(unseen.faults.join()).toContain('has no focus ring')
  const upsideDown = await walk(await spoilt(open, 'main { flex-direction: column-reverse !important }'))
  expect(upsideDown.faults.join()).toContain('stands above')
})

test('what moves is found', async ({ open }) => {
  const page = await spoilt(
    open,
    'button { transition: color 1s } @keyframes blink { to { opacity: 0 } } h1 { animation: blink 1s infinite }',
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect((await motions(page)).join()).toMatch(/moves: <h1.*would move: <button/s)
})
