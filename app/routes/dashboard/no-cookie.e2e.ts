import { expect, test } from '~/test/browser'

test('a form sent after the browser lost its cookies keeps all words, and is saved after a log-in', async ({
  page,
  open,
  mode,
  riverbank,
}) => {
  await open('/dashboard/notices/new', { as: 'aoife' })
  const cookies = await page.context().cookies()
  const text = 'No choir today <only today>\nSee you on Monday'
  await page.getByLabel(/^Title/).fill('No choir')
  const field = page.getByLabel(/^Text/)
  await field.fill(text)
  await page.context().clearCookies()
  const save = page.getByRole('button', { name: /^(Add|Save|Post)/ }).last()
  await save.click()
  await expect(page.getByText('You are not logged in, so this was not saved.').first()).toBeVisible()
  if (mode === 'on') await expect(field).toHaveValue(text)
  else await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
  // As after a log-in in another window.
  await page.context().addCookies(cookies)
  await (mode === 'on' ? save : page.getByRole('button', { name: 'Send again' })).click()
  const readLatest = () => riverbank.rows('select text from notices order by id desc limit 1')
  await expect.poll(readLatest).toEqual([{ text }])
  await expect(page.getByText('You are not logged in')).toHaveCount(0)
})
