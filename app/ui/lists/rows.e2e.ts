import { expect, test } from '~/test/browser'

test('on a wide page a folding row is laid out in a line, and each table row has a line below @once', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open('/dashboard', { as: 'aoife' })
  const { gap, end, isBeside } = await page.locator('.fold-row > summary:has(> svg + *)').evaluate((summary) => {
    const [icon, sign] = [...summary.querySelectorAll(':scope > svg')].map((svg) => svg.getBoundingClientRect())
    const title = summary.querySelector('.fold-title')!.getBoundingClientRect()
    const row = summary.getBoundingClientRect()
    return { gap: title.left - icon!.right, end: row.right - sign!.right, isBeside: sign!.left >= title.right }
  })
  expect(gap).toBeLessThan(20)
  expect(end).toBeLessThan(24)
  expect(isBeside).toBe(true)

  await page.goto('/dashboard/newsletter/subscribers')
  const lines = await page.locator('tbody > tr').evaluateAll((rows) =>
    rows.map((row) => {
      const next = row.nextElementSibling
      const below = next && Number.parseFloat(getComputedStyle(next).borderTopWidth)
      return below ?? Number.parseFloat(getComputedStyle(row.parentElement!).borderBottomWidth)
    }),
  )
  expect(lines.length).toBeGreaterThan(3)
  expect(new Set(lines)).toEqual(new Set([1]))
})
