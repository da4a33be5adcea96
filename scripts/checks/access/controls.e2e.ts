import { findAxeFaults } from '~/test/axe'
import { expect, type Page, test } from '~/test/browser'
import { findWeakPairs } from './measures'
import { findColourPairs, findMotions, findSmallTargets, withHover } from './seen'
import { walkTabs } from './tab-walk'
import { findTextFaults } from './text'

// Each check must find faults made on purpose.

/** Opens the Contact page at 320 px with a fault. */
async function openWithFault(open: (path: string) => Promise<Page>, css: string): Promise<Page> {
  const page = await open('/contact')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
  return page
}

test('axe finds fields without a label, and grey text just below the limit', async ({ open }) => {
  const page = await openWithFault(open, 'main p { color: #666 }')
  expect(await findAxeFaults(page)).toEqual([])
  await page.evaluate(() => {
    for (const label of document.querySelectorAll('label')) label.remove()
  })
  const faults = (await findAxeFaults(page, { enhanced: true })).join()
  for (const rule of ['label: <input', 'color-contrast-enhanced: <p']) expect(faults).toContain(rule)
})

test('grey text and grey field borders are found', async ({ open }) => {
  const { pairs } = await findColourPairs(
    await openWithFault(open, 'label { color: #666 } select { border-color: #ccc !important }'),
  )
  for (const needed of ['7', '3']) expect(findWeakPairs(pairs).join()).toContain(`, ${needed}:1 is`)
})

test('text that fades on hover is found', async ({ open }) => {
  const page = await openWithFault(open, 'main a:hover { color: #666 }')
  expect(findWeakPairs((await findColourPairs(page)).pairs)).toEqual([])
  expect(findWeakPairs((await withHover(page, () => findColourPairs(page))).pairs)).not.toEqual([])
  expect(findWeakPairs((await findColourPairs(page)).pairs)).toEqual([])
})

test('a low button is found', async ({ open }) => {
  const page = await openWithFault(open, '#enquiry button { min-height: 0; height: 30px }')
  expect((await findSmallTargets(page)).join()).toContain('30 px: <button>')
})

test('text that is clipped, broken, overlapping or too wide for the window is found', async ({ open }) => {
  const page = await openWithFault(
    open,
    `h1 { width: 3rem; overflow-wrap: anywhere } h2 { width: 2rem; overflow: hidden; overflow-wrap: normal }
    li { height: 0 !important } p { white-space: nowrap }`,
  )
  const found = (await findTextFaults(page)).join()
  for (const fault of ['is broken', 'is clipped by', 'overlap', 'scrolls sideways', 'is outside the window'])
    expect(found).toContain(fault)
})

test('a focus that is covered, invisible or out of order is found', async ({ open }) => {
  const covered = await walkTabs(
    await openWithFault(open, 'form::after { content: ""; position: fixed; inset: 0; z-index: 99 }'),
  )
  expect(covered.faults.join()).toContain('is covered by')
  const unseen = await walkTabs(await openWithFault(open, ':focus-visible { outline: none !important }'))
  expect(unseen.faults.join()).toContain('has no focus ring')
  const upsideDown = await walkTabs(await openWithFault(open, 'main { flex-direction: column-reverse !important }'))
  expect(upsideDown.faults.join()).toContain('is above')
})

test('motion is found', async ({ open }) => {
  const page = await openWithFault(
    open,
    'button { transition: color 1s } @keyframes blink { to { opacity: 0 } } h1 { animation: blink 1s infinite }',
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect((await findMotions(page)).join()).toMatch(/moves: <h1.*would move: <button/s)
})
