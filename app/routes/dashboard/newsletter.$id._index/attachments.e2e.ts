import { expect, test } from '~/test/browser'
import { christmasDraft } from '~/test/newsletters'
import { picture } from '~/test/samples'

test('a tutor attaches a picture and a text to a draft @whole', async ({ page, open, riverbank }) => {
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
    await expect(page.getByText('The attachment has been uploaded successfully.', { exact: true })).toBeVisible()
    await expect(attachment.getByLabel('Title')).toHaveValue('')
  }
  await expect(page.getByRole('img', { name: 'The choir', exact: true })).toBeVisible()
  await expect(page).toHaveNoViolations()
})
