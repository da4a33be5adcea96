import { formatIsoDay, getToday } from '~/domain/events/days'
import { expect, measurePage, test } from '~/test/browser'

test('a tutor edits a notice in its place in the list, for one student only', async ({ page, open, riverbank }) => {
  for (let number = 1; number <= 7; number++)
    riverbank.change(
      `insert into notices (title, text, until, createdAt) values (?, 'Please ring us.', ?, ?)`,
      `Notice ${number}`,
      formatIsoDay({ ...getToday(), day: 28, year: getToday().year + 1 }),
      `2026-01-0${number}T00:00:00.000Z`,
    )
  await page.setViewportSize({ width: 320, height: 740 })
  await open('/dashboard/notices?notices=2', { as: 'aoife' })
  await page.getByRole('link', { name: 'Edit Notice 1' }).click()
  const order = page.locator('#notice-board').getByRole('heading', { level: 3 })
  await expect(order).toHaveText(['Notice 2', 'Edit notice', 'QQI Certificates Presentation'])
  await expect(page.getByRole('heading', { name: 'Edit notice' })).toBeInViewport()
  expect((await measurePage(page)).width).toBeLessThanOrEqual(320)
  const title = page.locator('#notice').getByLabel('Title')
  await title.fill('')
  await page.getByLabel('Daniel Okafor').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#notice').getByText('Title is required.').first()).toBeVisible()
  await expect(page.getByLabel('Daniel Okafor')).toBeChecked()
  await title.fill('Dentist')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(order).toHaveText(['Notice 2', 'Dentist', 'QQI Certificates Presentation'])
  await expect(page.getByText('For Daniel', { exact: true })).toBeInViewport()
  await expect(page).toHaveURL(/\/dashboard\/notices\?notices=2#notice-\d+$/)
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Edit Dentist' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(order).toHaveText(['Notice 2', 'Dentist', 'QQI Certificates Presentation'])
})
