import { expect, findRow, test } from '~/test/browser'

test('a tutor sees the state of each newsletter, and that a demonstration sends none', async ({ page, open }) => {
  await open('/dashboard/newsletter', { as: 'aoife' })
  const autumn = findRow(page, 'Autumn at Riverbank')
  await expect(autumn.getByText('Sent', { exact: true })).toBeVisible()
  await expect(autumn.getByText('11 saved to the outbox', { exact: true })).toBeVisible()
  await expect(autumn.getByRole('link', { name: /^Send/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Email is not set up' })).toContainText('demonstration’s outbox')
})
