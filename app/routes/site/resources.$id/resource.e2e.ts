import { expect, test } from '~/test/browser'

test('a family reads a resource and goes back to the list', async ({ page, open }) => {
  await open('/resources')
  await page.getByRole('link', { name: 'A break for carers: how respite works' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A break for carers: how respite works' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'How to ask for it' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('main').getByRole('link', { name: 'Resources for Families' }).click()
})
