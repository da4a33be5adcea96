import type { Locator } from 'playwright/test'
import { expect, type Page, test, typeLogIn } from '~/test/browser'

// What a page that the server made opens at, on a small phone.

test.use({ viewport: { width: 320, height: 640 } })

/** Expects the focus to be in the alert, and its beginning in the upper half of the view. */
async function expectAtTop(page: Page, alert: Locator) {
  await expect(alert.and(page.locator(':focus-within'))).toBeVisible()
  await page.waitForLoadState()
  const isAtTop = async () => {
    const top = (await alert.boundingBox())?.y ?? -1
    return top >= 0 && top < 320
  }
  await expect.poll(isAtTop).toBe(true)
}

test('a refused form opens at what is wrong', async ({ page, open, mode }) => {
  await open('/dashboard/newsletter/new', { as: 'aoife' })
  await page.getByRole('button', { name: 'Create Newsletter' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toBeVisible()
  // With scripts the first refused field has the focus.
  if (mode === 'on') return expect(page.getByLabel('Newsletter Title')).toBeFocused()
  await expectAtTop(page, alert)
})

test('a conflict opens at what changed', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/resources/1/edit', { as: 'aoife' })
  riverbank.change('update resources set version = version + 1, title = ? where id = 1', 'Changed meanwhile')
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Update Resource' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'changed this' })
  await expect(alert).toBeVisible()
  if (mode === 'on') return expect(alert).toBeFocused()
  await expectAtTop(page, alert)
})

test('a refused log-in opens at why', async ({ page, open }) => {
  await open('/portal')
  await typeLogIn(page, 'demo.student2', 'not my password')
  await expectAtTop(page, page.getByRole('alert'))
})

test('a refused sign-up of the Contact page opens at its section, with what is wrong in view', async ({
  page,
  open,
  mode,
}) => {
  await open('/contact')
  await page.getByRole('button', { name: 'Subscribe to Newsletter' }).click()
  const alert = page.locator('#subscribe-error')
  await expect(alert).toBeVisible()
  // The address names the section, and then a browser focuses nothing by itself.
  if (mode !== 'on') await expect(alert.getByRole('heading')).toBeInViewport({ ratio: 1 })
})
