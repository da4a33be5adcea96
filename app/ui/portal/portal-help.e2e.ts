import { expect, test } from '~/test/browser'

test('the help links to the phone number and four pages, has large targets, and is not printed', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open('/dashboard/timetable', { as: 'daniel' })
  const links = page.getByRole('contentinfo').getByRole('link')
  await expect(links).toHaveText([
    '020 910 0100',
    'Not happy with something?',
    'Accessibility',
    'Text size and colours',
    'Privacy Policy',
  ])
  await expect(links.first()).toHaveAttribute('href', 'tel:0209100100')
  for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.emulateMedia({ media: null })
  await links.last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
})
