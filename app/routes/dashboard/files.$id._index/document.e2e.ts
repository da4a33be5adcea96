import { devices } from 'playwright/test'
import { countSheets, expect, findListCard, test } from '~/test/browser'

const TITLE = 'Soup and brown bread'

test.describe('on an Android phone that downloads nothing', () => {
  const { defaultBrowserType: _, ...phone } = devices['Galaxy S8']!
  test.use({ ...phone, acceptDownloads: false })

  test('a student reads a document on a phone, one tap from their day, without a download @journey', async ({
    open,
  }) => {
    const page = await open('/dashboard', { as: 'daniel' })
    const downloads: string[] = []
    page.on('download', (download) => downloads.push(download.url()))
    await findListCard(page, TITLE)
      .getByRole('link', { name: `Open ${TITLE}` })
      .click()
    const first = page.getByRole('img', { name: TITLE })
    // The page reloads itself until the document is ready.
    await expect(first).toBeInViewport({ timeout: 30_000 })
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.getByText('Read as text', { exact: true }).click()
    await expect(page.locator('details')).toContainText(TITLE)
    await expect(page).toHaveNoViolations()
    expect(downloads).toEqual([])
  })
})

test('a document prints only its pages, one per sheet', async ({ open }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await findListCard(page, TITLE)
    .getByRole('link', { name: `Open ${TITLE}` })
    .click()
  await expect(page.getByRole('img', { name: TITLE })).toBeVisible({ timeout: 30_000 })
  expect(await countSheets(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: TITLE })).toBeHidden()
  await expect(page.getByRole('link', { name: /Download/ })).toBeHidden()
})
