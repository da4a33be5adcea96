import { formatIsoDay, getToday } from '~/domain/events/days'
import { expect, test } from '~/test/browser'
import { resolveAddress } from '~/test/screens'

test('a family reports an absence in two taps on a small phone, tutors see it first, and the family removes it @journey-off', async ({
  page,
  open,
  riverbank,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(String(request.headers().referer)))
  await page.setViewportSize({ width: 320, height: 640 })
  await open(resolveAddress(riverbank, '/away/:away'))
  const today = page.getByRole('button', { name: 'Not coming today' })
  await expect(today).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Another day' })).toBeInViewport({ ratio: 1 })
  await today.click()
  await expect(page.getByText('Thank you for telling us')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/is not coming today/)).toBeInViewport({ ratio: 1 })
  await expect(today).toHaveCount(0)
  await expect(page).toHaveNoViolations()
  await open('/dashboard', { as: 'aoife' })
  await expect(page.getByRole('link', { name: /\d not coming today/ })).toBeVisible()
  await expect(page.getByText(/not coming today: .*Daniel/)).toBeVisible()
  await open(resolveAddress(riverbank, '/away/:away'))
  await page.getByRole('button', { name: 'Coming after all' }).first().click()
  await expect(page.getByText(/is coming after all/)).toBeInViewport()
  await expect(today).toBeVisible()
  expect(requested.filter((referer) => referer.includes('/away/'))).toEqual([])
  expect(riverbank.output()).not.toContain('the-link-of-the-tests')
  expect(riverbank.output()).toContain('"route":"/away/:token"')
})

test('a tutor records a phone call, and makes a family link, which is shown once', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/timetable/away', { as: 'aoife' })
  await page.getByLabel('Who is not coming?').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Absence recorded')).toBeVisible()
  await expect(page.getByText('Recorded by a tutor')).toBeVisible()
  await expect(page).toHaveNoViolations()
  const id = riverbank.rows("select id from users where username = 'demo.student'")[0]?.id
  await open(`/dashboard/profile/people/${id}/family`)
  await page.getByLabel('Who is the link for?').fill('Father')
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByRole('heading', { name: 'The link is ready' })).toBeVisible()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Remove the link for Father' }).click()
  await expect(page.getByText('Link removed')).toBeVisible()
  expect(riverbank.rows(`select label from familyLinks where userId = ${id}`)).toEqual([])
})

test('after too many changes a family gets the phone number as an unbroken link @journey-off', async ({
  page,
  open,
  riverbank,
}) => {
  const address = resolveAddress(riverbank, '/away/:away')
  riverbank.change(`update familyLinks set changesThatDay = 40, changesOn = '${formatIsoDay(getToday())}'`)
  for (const width of [320, 340, 360, 375, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await open(address)
    await page.getByRole('button', { name: 'Not coming today' }).click()
    const ring = page.getByRole('alert').filter({ hasText: 'Please ring us:' }).getByRole('link')
    await expect(ring).toHaveAttribute('href', 'tel:0209100100')
    const lines = await ring.evaluate((link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      return range.getClientRects().length
    })
    expect(lines, `at ${width} px`).toBe(1)
  }
})
