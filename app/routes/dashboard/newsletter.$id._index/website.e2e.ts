import { expect, test } from '~/test/browser'
import { christmasDraft, wentOut } from '~/test/newsletters'

test('a tutor shows a newsletter on the website, where visitors read it, and takes it off @whole', async ({
  page,
  open,
  riverbank,
  request,
}) => {
  const { id, title, address } = christmasDraft(riverbank)
  wentOut(riverbank, id)
  await open(address, { as: 'aoife' })
  await page.getByRole('button', { name: 'Show on the website' }).click()
  await expect(page.getByText('On the website', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'See the page' }).click()
  await expect(page).toHaveURL(`/news/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Our last day is Friday 18 December. We finish at 13:00.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  expect(await (await request.get('/news')).text()).toContain(title)
  expect(await (await request.get('/news/feed')).text()).toContain(`<title>${title}</title>`)
  const image = page.getByRole('img', { name: /^Seven people sing/ })
  const picture = await request.get((await image.getAttribute('src')) ?? '')
  expect([picture.status(), picture.headers()['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])

  await open(address)
  await page.getByRole('button', { name: 'Take off the website' }).click()
  await expect(page.getByText('Not on the website', { exact: true })).toBeVisible()
  expect((await request.get(`/news/${id}`)).status()).toBe(404)
})
