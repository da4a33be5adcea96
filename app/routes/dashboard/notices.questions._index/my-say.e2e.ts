import { expect, test } from '~/test/browser'

test('a student answers with one press and changes the answer, and tutors see who said what @journey', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard', { as: 'daniel' })
  const bowling = page.getByRole('button', { name: 'Bowling' })
  expect((await bowling.boundingBox())?.height).toBeGreaterThan(72)
  await bowling.click()
  await expect(page.getByText('You said: Bowling.')).toBeInViewport()
  await expect(bowling).toHaveAttribute('aria-pressed', 'true')
  await page.emulateMedia({ media: 'print', forcedColors: 'active' })
  await expect(bowling).toHaveCSS('border-top-width', '4px')
  await expect(bowling).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(bowling.locator('use[href$="#check"]')).toHaveCount(1)
  await page.emulateMedia({ media: null, forcedColors: null })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000)
  await expect(page).toHaveNoViolations()
  await open('/dashboard/notices')
  await page.getByRole('button', { name: 'Swimming' }).click()
  await expect(page.getByText('You said: Swimming.')).toBeInViewport()
  await expect(page.getByText('Niamh')).toHaveCount(0)
  await open('/dashboard/notices/questions', { as: 'aoife' })
  await expect(page.getByText('1: Daniel')).toBeVisible()
  await expect(page).toHaveNoViolations()
})
