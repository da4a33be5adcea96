import { expect, test } from '~/test/browser'
import { resolveAddress } from '~/test/screens'

test('a family sees a picture until its student takes it back @once', async ({ page, open, riverbank }) => {
  // Turns home on, and shows the painting.
  const familyPath = resolveAddress(riverbank, '/away/:away/home')
  riverbank.change('delete from shownAtHome')
  await open(resolveAddress(riverbank, '/dashboard/files/:picture'), { as: 'daniel' })
  await page.getByRole('button', { name: 'Show at home' }).click()
  await expect(page.locator('[data-success]').getByRole('button', { name: 'Undo' })).toBeInViewport()
  await page.getByRole('link', { name: 'What home sees' }).click()
  const takeBack = page.getByRole('button', { name: 'Take back My painting of the river' })
  await expect(takeBack).toBeVisible()
  await expect(page).toHaveNoViolations()

  await open(familyPath)
  await expect(page.getByRole('img', { name: /^What Daniel shows you/ })).toBeVisible()
  await expect(page.getByText('My painting of the river')).toHaveCount(0)
  await expect(page).toHaveNoViolations()

  await open('/dashboard/at-home', { as: 'daniel' })
  await takeBack.click()
  await expect(page.getByText('You show nothing at home now.')).toBeVisible()
  await open(familyPath)
  await expect(page.getByText('Daniel shows you nothing at the moment.')).toBeVisible()
})
