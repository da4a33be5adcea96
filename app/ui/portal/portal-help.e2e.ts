import { expect, test } from '~/test/browser'

test.use({ failing: true })

test('a tutor’s screens and records that are not there keep a student in the portal', { tag: '@once' }, async ({
  page,
  open,
}) => {
  await open('/dashboard', { as: 'daniel' })
  for (const [path, status] of [
    ['/dashboard/nowhere/at/all', 404],
    ['/dashboard/files/99999/delete', 403],
    ['/dashboard/newsletter/1', 403],
    ['/dashboard/profile/people/99999', 403],
    ['/dashboard/notices/nothing', 404],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(status)
    await expect(page.getByRole('tab'), path).toHaveCount(4)
    await expect(page.getByRole('link', { name: 'Go to My Files' })).toHaveAttribute('href', '/dashboard')
  }
})

test('the help leads to a telephone and two pages, is large enough for a finger, and is not printed', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open('/dashboard/timetable', { as: 'daniel' })
  const links = page.getByRole('contentinfo').getByRole('link')
  await expect(links).toHaveText(['020 910 0100', 'Accessibility', 'Privacy Policy'])
  await expect(links.first()).toHaveAttribute('href', 'tel:0209100100')
  for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.emulateMedia({ media: null })
  await links.last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
})
