import type { Locator } from 'playwright/test'
import { expect, type Page, test } from '~/test/browser'

// A server-rendered page opens at its message on a small phone.

test.use({ viewport: { width: 320, height: 640 } })

async function expectAtTop(page: Page, alert: Locator) {
  await expect(alert.and(page.locator(':focus-within'))).toBeVisible()
  await page.waitForLoadState()
  const isAtTop = async () => {
    const top = (await alert.boundingBox())?.y ?? -1
    return top >= 0 && top < 320
  }
  await expect.poll(isAtTop).toBe(true)
}

test('a conflict opens at the changes @mechanism', async ({ page, open, riverbank, mode }) => {
  await open('/dashboard/resources/1/edit', { as: 'aoife' })
  riverbank.change('update resources set version = version + 1, title = ? where id = 1', 'Changed meanwhile')
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Update Resource' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'changed this' })
  await expect(alert).toBeVisible()
  if (mode === 'on') return expect(alert).toBeFocused()
  await expectAtTop(page, alert)
})
