import { expect, fillFields, findListCard, type Page, test } from '~/test/browser'
import type { Break } from '~/test/faulty-proxy'
import { FULL_RUN_ONLY } from '~/test/modes'
import { createPdfPayload } from '~/test/samples'
import { ANSWER_TIMEOUT } from '~/ui/browser/request-failure'

test.use({ usesFaultyProxy: true, expectsServerErrors: true })

/** Fills in and returns the upload form. */
async function fillUpload(page: Page) {
  const form = page.locator('#upload')
  await fillFields(form, { 'Document Title': 'Bus times', 'Description (Optional)': 'From June on' })
  await form.getByLabel('File', { exact: true }).setInputFiles(createPdfPayload('bus.pdf'))
  return form
}
const readFileName = (form: Awaited<ReturnType<typeof fillUpload>>) =>
  form.getByLabel('File', { exact: true }).evaluate((input: HTMLInputElement) => input.files?.[0]?.name)

for (const [failure, words] of [
  ['gone', 'Failed to upload file: no connectionThere is no connection at the moment.'],
  ['cut', 'Failed to upload file: no connectionThere is no connection at the moment.'],
  ['torn', 'Failed to upload file: no connectionThere is no connection at the moment.'],
  [502, 'Failed to upload file: 502The website is not available at the moment.'],
  [413, 'Failed to upload file: 413That is too large to send.'],
] as [Break, string][])
  test(`an upload fails while the connection is ${failure}, and then succeeds @scripts`, {
    tag: failure === 'gone' ? [] : FULL_RUN_ONLY,
  }, async ({ page, open, line, riverbank }) => {
    await open('/dashboard', { as: 'aoife' })
    const form = await fillUpload(page)
    line.break(failure)
    await form.getByRole('button', { name: 'Upload Document' }).click()
    const notice = form.locator('[data-failure]')
    await expect(notice).toBeFocused()
    await expect(notice).toContainText('Upload failed')
    await expect(notice).toContainText(words)
    await expect(notice).not.toContainText(/nginx|html/)
    await expect(form.getByLabel('Document Title')).toHaveValue('Bus times')
    await expect(form.getByLabel('Description (Optional)')).toHaveValue('From June on')
    expect(await readFileName(form)).toBe('bus.pdf')
    line.mend()
    await form.getByRole('button', { name: 'Upload Document' }).click()
    await expect(page.getByText('Your file has been uploaded successfully.', { exact: true })).toBeVisible()
    expect(riverbank.rows("select id from files where fileName = 'bus.pdf'")).toHaveLength(1)
  })

test('an upload without a response times out @scripts', async ({ page, open, line }) => {
  await page.clock.install()
  await open('/dashboard', { as: 'aoife' })
  const form = await fillUpload(page)
  line.break('silent')
  await form.getByRole('button', { name: 'Upload Document' }).click()
  await expect(form.getByRole('progressbar', { name: 'Upload progress' })).toHaveAttribute('value', '100')
  await page.clock.fastForward(ANSWER_TIMEOUT)
  await expect(form.locator('[data-failure]')).toContainText(
    'Failed to upload file: no answerThe website is not responding.',
  )
  await expect(form.getByRole('button', { name: 'Upload Document' })).toBeEnabled()
})

for (const failure of ['gone', 'torn', 502] as Break[])
  test(`a download says that it failed while the connection is ${failure} @scripts`, {
    tag: failure === 'gone' ? [] : FULL_RUN_ONLY,
  }, async ({ page, open, line }) => {
    await open('/dashboard', { as: 'daniel' })
    const link = findListCard(page, 'Soup and brown bread').getByRole('link', { name: 'Download' })
    line.break(failure, ({ url }) => url?.startsWith('/files/') ?? false)
    await link.click()
    const words = 'Failed to download the document. Please try again.'
    await expect(page.getByText('Download failed', { exact: true })).toBeVisible()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    line.mend()
    await link.click()
    await expect(page.getByText('Downloading Soup and brown bread', { exact: true })).toBeVisible()
  })

test('a download that sends nothing times out, and is never reported as started @scripts @whole', async ({
  page,
  open,
  line,
}) => {
  await page.clock.install()
  await open('/dashboard', { as: 'daniel' })
  line.break('silent', ({ url }) => url?.startsWith('/files/') ?? false)
  await findListCard(page, 'Soup and brown bread').getByRole('link', { name: 'Download' }).click()
  await page.clock.fastForward(ANSWER_TIMEOUT)
  await expect(page.getByText('Download failed', { exact: true })).toBeVisible()
  await expect(page.getByText('Download started', { exact: true })).toHaveCount(0)
})
