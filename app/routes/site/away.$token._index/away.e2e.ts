import { expect, test } from '~/test/browser'
import { resolveAddress } from '~/test/screens'

test('a family reports an absence in two taps on a small phone, tutors see it first, and the family removes it @journey @once', async ({
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
