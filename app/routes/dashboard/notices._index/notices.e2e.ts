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

test('the dialog of photos shows them as they are when it opens @scripts', async ({ page, open, riverbank }) => {
  await open('/dashboard/notices', { as: 'daniel' })
  const link = page.getByRole('link', { name: 'See the photos' })
  const dialog = page.getByRole('dialog', { name: notice })
  for (const title of ['Added since', 'Changed again']) {
    riverbank.change("update files set title = ? where id = (select min(id) from files where album = 'qqi')", title)
    await link.click()
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
})

test.describe('without a connection', () => {
  test.use({ usesFaultyProxy: true, expectsServerErrors: true })

  test('the dialog of photos opens as it was on the page @scripts', async ({ page, open, line }) => {
    await open('/dashboard/notices', { as: 'daniel' })
    const asked = page.waitForRequest(/notices\/qqi\.data/)
    line.break('gone', ({ url }) => /notices\/qqi\.data/.test(url ?? ''))
    await page.getByRole('link', { name: 'See the photos' }).click()
    await (await asked).response().catch(() => null)
    const dialog = page.getByRole('dialog', { name: notice })
    await expect(dialog.getByRole('img', { name: /^Five students in a row/ })).toBeVisible()
  })
})
