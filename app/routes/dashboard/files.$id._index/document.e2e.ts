import { devices } from 'playwright/test'
import { countSheets, expect, findListCard, test } from '~/test/browser'

const { defaultBrowserType: _, ...phone } = devices['Galaxy S8']!
test.use({ ...phone, acceptDownloads: false })

test('a student reads a document on a phone without a download, and prints only its pages @once', async ({ open }) => {
  const title = 'Soup and brown bread'
  const page = await open('/dashboard', { as: 'daniel' })
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.url()))
  await findListCard(page, title)
    .getByRole('link', { name: `Open ${title}` })
    .click()
  const first = page.getByRole('img', { name: title })
  // The page reloads itself until the document is ready.
  await expect(first).toBeInViewport({ timeout: 30_000 })
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByText('Read as text', { exact: true }).click()
  await expect(page.locator('details')).toContainText(title)
  await expect(page).toHaveNoViolations()
  expect(downloads).toEqual([])

  expect(await countSheets(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: title })).toBeHidden()
  await expect(page.getByRole('link', { name: /Download/ })).toBeHidden()
})
