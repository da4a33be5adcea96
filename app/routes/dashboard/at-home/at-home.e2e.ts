import { expect, test } from '~/test/browser'
import { resolveAddress } from '~/test/screens'

test('a student shows a picture at home and takes it back, and the family sees it in between @journey', async ({
  page,
  open,
  riverbank,
}) => {
  // Turns home on, and shows the painting.
  const familyPath = resolveAddress(riverbank, '/away/:away/home')
  riverbank.change('delete from shownAtHome')
  const { id } = riverbank.rows("select id from files where title = 'My painting of the river'")[0]!
  await open(`/dashboard/files/${id}`, { as: 'daniel' })
  await page.getByRole('button', { name: 'Show at home' }).click()
  const undo = page.locator('[data-success]').getByRole('button', { name: 'Undo' })
  await expect(undo).toBeInViewport()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'What home sees' }).click()
  await expect(page.getByRole('button', { name: 'Take back My painting of the river' })).toBeVisible()
  await expect(page).toHaveNoViolations()

  await open(familyPath)
  const picture = page.getByRole('img', { name: /^What Daniel shows you/ })
  await expect(picture).toBeVisible()
  await expect(page.getByText('My painting of the river')).toHaveCount(0)
  await expect(page).toHaveNoViolations()
  const address = await picture.getAttribute('src')
  const statusOf = async () => (await page.request.get(`${riverbank.url}${address}`)).status()
  expect(await statusOf()).toBe(200)

  await open('/dashboard/at-home', { as: 'daniel' })
  await page.getByRole('button', { name: 'Take back My painting of the river' }).click()
  await expect(page.getByText('You show nothing at home now.')).toBeVisible()
  expect(await statusOf()).toBe(404)
  await open(familyPath)
  await expect(page.getByText('Daniel shows you nothing at the moment.')).toBeVisible()
  expect(riverbank.output()).not.toContain('the-link-of-the-tests')
})

test('a tutor turns on what the family sees, and finds it switched after a press', async ({ page, open }) => {
  await open('/dashboard/profile/people/2/family', { as: 'aoife' })
  const home = page.getByRole('region', { name: 'What home sees' })
  await home.getByRole('button', { name: 'Turn on' }).click()
  await expect(home.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expect(page).toHaveNoViolations()
})
