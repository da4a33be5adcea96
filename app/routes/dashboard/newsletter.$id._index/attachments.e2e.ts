import { expect, expectDeleteQuestion, test } from '~/test/browser'
import { christmasDraft } from '~/test/newsletters'
import { picture } from '~/test/samples'

test('a tutor attaches a picture and a text to a draft', async ({ page, open, riverbank }) => {
  const draft = christmasDraft(riverbank)
  await open(draft.address, { as: 'aoife' })
  const attachment = page.locator('#attachment')
  await page.getByRole('button', { name: 'Upload Attachment' }).click()
  await expect(attachment.getByLabel('File')).toHaveAccessibleDescription(/Please upload a file\./)
  await expect(attachment.getByText('Supported: Images (JPG, PNG, GIF), PDF, Word documents, Text files')).toBeVisible()
  for (const [name, mimeType, buffer, called] of [
    ['choir.png', 'image/png', await picture(700, 400).png().toBuffer(), 'The choir'],
    ['poem.txt', 'text/plain', Buffer.from('Fáilte'), 'A poem'],
  ] as const) {
    await attachment.getByLabel('File').setInputFiles({ name, mimeType, buffer })
    await attachment.getByLabel('Title').fill(called)
    await page.getByRole('button', { name: 'Upload Attachment' }).click()
    await expect(page.getByRole('heading', { name: called, exact: true })).toBeVisible()
    await expect(
      page.locator('main').getByText('The attachment has been uploaded successfully.', { exact: true }),
    ).toBeVisible()
    await expect(attachment.getByLabel('Title')).toHaveValue('')
  }
  await expect(page.getByRole('img', { name: 'The choir', exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()
})

test('an attachment is deleted after a question', async ({ page, open, riverbank }) => {
  const draft = christmasDraft(riverbank)
  await open(draft.address, { as: 'aoife' })
  await page.getByRole('link', { name: 'Delete The choir at practice' }).click()
  await expectDeleteQuestion(page, 'The choir at practice')
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.locator('main').getByText('Attachment deleted', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The choir at practice' })).toHaveCount(0)
  expect(riverbank.rows('select id from newsletterAttachments where newsletterId = ?', draft.id)).toEqual([])
})
