import { expect, test } from '~/test/browser'

const notice = 'QQI Certificates Presentation'

test('a student opens the tab of notices and sees the photos of one @mechanism', async ({ open, mode }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await page.getByRole('tab', { name: 'Notices' }).click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Notices')
  await expect(page.getByRole('heading', { name: notice })).toBeVisible()
  await page.getByRole('link', { name: 'See the photos' }).click()
  await expect(page.getByRole('heading', { name: notice, level: 2 })).toBeVisible()
  // A dialog with scripts, otherwise a page.
  await expect(page).toHaveURL(mode === 'on' ? '/dashboard/notices' : '/dashboard/notices/qqi')
  const first = page.getByRole('img', { name: /^Five students in a row/ })
  await expect(first).toBeVisible()
  await expect(first).toHaveAttribute('srcset', /width=480 480w.*width=960 960w/)
  await expect(first).toHaveAttribute('width', '1400')
  await expect(page.getByRole('link', { name: /^Delete/ })).toHaveCount(0)
  await expect(page).toHaveNoViolations()
})
