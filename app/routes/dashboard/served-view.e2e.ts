import type { Locator } from 'playwright/test'
import { expect, test, typeLogIn } from '~/test/browser'

// What a page that the server made opens at, on a small phone.

test.use({ viewport: { width: 320, height: 640 } })

/** Expects the alert to have the focus and its beginning to be in the upper half of the view. */
async function expectAtTop(alert: Locator) {
  await expect(alert).toBeFocused()
  await expect.poll(async () => (await alert.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
  await expect.poll(async () => (await alert.boundingBox())?.y ?? 640).toBeLessThan(320)
}

test('a refused form opens at what is wrong', async ({ page, open, mode }) => {
  await open('/dashboard/newsletter/new', { as: 'aoife' })
  await page.getByRole('button', { name: 'Create Newsletter' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toBeVisible()
  // With scripts the first refused field has the focus.
  if (mode === 'on') return expect(page.getByLabel('Newsletter Title')).toBeFocused()
  await expectAtTop(alert)
})

test('a conflict opens at what changed', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/resources/1/edit', { as: 'aoife' })
  riverbank.change('update resources set version = version + 1, title = ? where id = 1', 'Changed meanwhile')
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Update Resource' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'changed this' })
  await expect(alert).toBeVisible()
  if (mode === 'on') return expect(alert).toBeFocused()
  await expectAtTop(alert)
})

test('a refused log-in opens at why', async ({ page, open }) => {
  await open('/portal')
  await typeLogIn(page, 'demo.student2', 'not my password')
  await expectAtTop(page.getByRole('alert'))
})

test('a refused sign-up of the Contact page opens at what is wrong', async ({ page, open, mode }) => {
  await open('/contact')
  await page.getByRole('button', { name: 'Subscribe to Newsletter' }).click()
  const alert = page.locator('#subscribe-errors')
  await expect(alert).toBeVisible()
  if (mode === 'on') return
  await expect(alert).toBeInViewport({ ratio: 0.9 })
})
