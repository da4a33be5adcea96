import { expect, measurePage, test } from '~/test/browser'

test.use({ viewport: { width: 360, height: 740 } })

test('a student answers with one press and changes it @once', async ({ page, open }) => {
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
  expect((await measurePage(page)).height).toBeLessThan(4000)
  await expect(page).toHaveNoViolations()
  await open('/dashboard/notices')
  await page.getByRole('button', { name: 'Swimming' }).click()
  await expect(page.getByText('You said: Swimming.')).toBeInViewport()
})
