import { expect, resize, test } from '~/test/browser'

test('a browser that does not know <details> shows the menu in the flow of the page @once', async ({
  page,
  riverbank,
}) => {
  await page.route('**/about', async (route) => {
    const answer = await route.fetch()
    // An element of another name is what an unknown one is.
    const body = (await answer.text()).replaceAll(/<(\/?)(details|summary)\b/g, '<$1unknown-$2')
    await route.fulfill({ response: answer, body })
  })
  await page.goto(`${riverbank.url}/about`)
  await resize(page, 360)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Contact Us' })).toBeVisible()
  const [menusBox, titlesBox] = [await menu.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()]
  expect(menusBox!.y + menusBox!.height).toBeLessThanOrEqual(titlesBox!.y)
})

test('the menu opens over the page, which does not move @once', async ({ page, riverbank }) => {
  await page.goto(`${riverbank.url}/about`)
  await resize(page, 360)
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.boundingBox()
  await page.locator('summary', { hasText: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' })).toBeVisible()
  expect(await title.boundingBox()).toEqual(before)
})
