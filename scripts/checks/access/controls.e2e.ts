import { findAxeFaults } from '~/test/axe'
import { expect, type Page, test } from '~/test/browser'
import { findWeakPairs } from './measures'
import { findColourPairs, findMotions, findSmallTargets, withHover } from './seen'
import { walkTabs } from './tab-walk'
import { findTextFaults } from './text'

// Each check must find faults made on purpose.

/** Makes a fault on the open page, instead of the one before. */
const makeFault = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)

test.beforeEach(async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/contact')
})

test('weak colours are found, also on hover, and fields without a label and low buttons', async ({ page }) => {
  await makeFault(page, 'main a:hover { color: #666 }')
  const findWeak = async () => findWeakPairs((await findColourPairs(page)).pairs)
  expect(await findWeak()).toEqual([])
  expect(await withHover(page, findWeak)).not.toEqual([])
  expect(await findWeak()).toEqual([])
  await makeFault(page, 'label { color: #666 } select { border-color: #ccc !important }')
  for (const needed of ['7', '3']) expect((await findWeak()).join()).toContain(`, ${needed}:1 is`)
  await makeFault(page, '#enquiry button { min-height: 0; height: 30px }')
  expect((await findSmallTargets(page)).join()).toContain('30 px: <button>')
  // Grey just below the limit.
  await makeFault(page, 'main p { color: #666 }')
  expect(await findAxeFaults(page)).toEqual([])
  await page.evaluate(() => {
    for (const label of document.querySelectorAll('label')) label.remove()
  })
  const faults = (await findAxeFaults(page, { enhanced: true })).join()
  for (const rule of ['label: <input', 'color-contrast-enhanced: <p']) expect(faults).toContain(rule)
})

test('text that is clipped, broken, overlapping or too wide is found, and motion', async ({ page }) => {
  await makeFault(
    page,
    `h1 { width: 3rem; overflow-wrap: anywhere } h2 { width: 2rem; overflow: hidden; overflow-wrap: normal }
    li { height: 0 !important } p { white-space: nowrap }`,
  )
  const found = (await findTextFaults(page)).join()
  for (const fault of ['is broken', 'is clipped by', 'overlap', 'scrolls sideways', 'is outside the window'])
    expect(found).toContain(fault)
  await makeFault(
    page,
    'button { transition: color 1s } @keyframes blink { to { opacity: 0 } } h1 { animation: blink 1s infinite }',
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect((await findMotions(page)).join()).toMatch(/moves: <h1.*would move: <button/s)
})

test('a focus that is covered, invisible or out of order is found', async ({ page, open }) => {
  for (const [css, fault] of [
    ['form::after { content: ""; position: fixed; inset: 0; z-index: 99 }', 'is covered by'],
    [':focus-visible { outline: none !important }', 'has no focus ring'],
    ['main { flex-direction: column-reverse !important }', 'is above'],
  ] as const) {
    // The walk begins at the top of a new page.
    if (fault !== 'is covered by') await open('/contact')
    await makeFault(page, css)
    expect((await walkTabs(page)).faults.join()).toContain(fault)
  }
})
