import { expect, test } from '~/test/browser'
import { findChristmasDraft } from '~/test/newsletters'
import { createPdfPayload, createPicturePayload } from '~/test/samples'

const river = await createPicturePayload('river.png')

test('several files are attached at once, and each picture is described @once', async ({ page, open, riverbank }) => {
  const { address, id } = findChristmasDraft(riverbank)
  await open(address, { as: 'aoife' })
  const upload = page.locator('#attachment')
  const file = upload.getByLabel('File')
  // A single picture is described at once.
  const description = upload.getByLabel('What does the picture show?')
  await file.setInputFiles(createPdfPayload('menu.pdf'))
  await expect(description).toHaveCount(0)
  await file.setInputFiles(river)
  await expect(upload.getByLabel('Description (optional)').or(description)).toHaveCount(2)
  await file.setInputFiles([river, createPdfPayload('menu.pdf'), await createPicturePayload('boat.png')])
  await page.getByRole('button', { name: 'Upload Attachment' }).click()
  await expect(page.getByText('The 3 attachments have been uploaded successfully.', { exact: true })).toBeVisible()
  await expect(page.getByText('To show it in the text, type: [picture 3]')).toBeVisible()
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'Describe this picture (river)' }).click()
  for (const text of ['The river at low tide.', 'A boat on the river.']) {
    const description = page.locator('#attachment-details').getByLabel('What does the picture show?')
    await expect(description).toHaveValue('')
    await description.fill(text)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Attachment updated', { exact: true })).toBeVisible()
  }
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('img', { name: 'A boat on the river.', exact: true })).toBeVisible()
  const rows = riverbank.rows(
    'select title, alt, picture from newsletterAttachments where newsletterId = ? order by id',
    id,
  )
  expect(rows.slice(1)).toEqual([
    { title: 'river', alt: 'The river at low tide.', picture: 2 },
    { title: 'menu', alt: null, picture: null },
    { title: 'boat', alt: 'A boat on the river.', picture: 3 },
  ])
})

test('the toolbar adds headings, bold text and pictures by keyboard @scripts', async ({ page, open, riverbank }) => {
  const { address } = findChristmasDraft(riverbank)
  await open(`${address}/edit`, { as: 'aoife' })
  const content = page.getByLabel('Newsletter Content')
  const toolbar = page.getByRole('group', { name: 'Formatting' })
  await content.fill('')
  await toolbar.getByRole('button', { name: 'Heading' }).click()
  await page.keyboard.type('The choir')
  await content.press('Control+End')
  await page.keyboard.type('\nWe sang')
  for (const _ of 'sang') await page.keyboard.press('Shift+ArrowLeft')
  const bold = toolbar.getByRole('button', { name: 'Bold' })
  for (let presses = 0; presses < 9 && !(await bold.evaluate((one) => one === document.activeElement)); presses++)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(content).toHaveValue('## The choir\nWe **sang**')
  await expect(content).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(content).toHaveValue('## The choir\nWe sang')
  await content.press('Control+End')
  await toolbar.getByRole('button', { name: 'Picture 1: The choir at practice' }).click()
  await page.keyboard.type('\n- tea\n- cake, see www.hse.ie')
  await expect(content).toHaveValue('## The choir\nWe sang\n[picture 1]\n\n- tea\n- cake, see www.hse.ie')
  await expect(page).toHaveNoViolations()

  await page.getByRole('button', { name: 'Update Newsletter' }).click()
  const text = page.getByRole('region', { name: 'Content' })
  await expect(text.getByRole('heading', { name: 'The choir' })).toBeVisible()
  await expect(text.getByRole('img', { name: /^Seven people sing/ })).toBeVisible()
  await expect(text.getByRole('listitem')).toHaveText(['tea', 'cake, see www.hse.ie'])
  await page.getByRole('link', { name: 'Preview' }).click()
  const mail = page.frameLocator('iframe[title="How the email will look"]')
  await expect(mail.getByRole('heading', { level: 2, name: 'The choir' })).toBeVisible()
  await expect(mail.getByRole('img', { name: /^Seven people sing/ })).toHaveCount(1)
})
