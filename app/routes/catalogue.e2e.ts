import { expect, test } from '~/test/browser'

// Messages of failures that neither weak-line.e2e.ts nor the tests of single screens cover, each with its cause.
test.use({ usesFaultyProxy: true, expectsServerErrors: true })

test('a list that can’t be read says so', async ({ page, open, riverbank }) => {
  riverbank.change('alter table newsletters rename to newslettersTaken')
  await open('/dashboard/newsletter', { as: 'aoife' })
  for (const text of [
    'Error Loading Data',
    'There was an error loading the newsletter data. Please try again later.',
    'Failed to fetch newsletters: 500',
  ])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
})

test('a picture that can’t be fetched says so @scripts', async ({ page, open, line }) => {
  line.break(502, ({ url = '' }) => /^\/files\//.test(url))
  await open('/dashboard/notices/qqi', { as: 'daniel' })
  await expect(page.getByText('Error: Failed to load image: 502', { exact: true }).first()).toBeVisible()
})

test('a log-out that fails says so', async ({ page, open, riverbank }) => {
  for (const change of ['update', 'delete'])
    riverbank.change(
      `create trigger stays_${change} before ${change} on sessions begin select raise(abort, 'broken'); end`,
    )
  await open('/dashboard', { as: 'daniel' })
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByText('Logout failed', { exact: true }).first()).toBeVisible()
})
