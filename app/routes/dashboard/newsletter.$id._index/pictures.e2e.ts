import { expect, test } from '~/test/browser'
import { findChristmasDraft } from '~/test/newsletters'
import { createPdfPayload, createPicturePayload } from '~/test/samples'

test('several files are attached at once, and each picture asks for a description', async ({
  page,
  open,
  riverbank,
}) => {
  const { address, id } = findChristmasDraft(riverbank)
  await open(address, { as: 'aoife' })
  const upload = page.locator('#attachment')
  await upload
    .getByLabel('File')
    .setInputFiles([
      await createPicturePayload('river.png'),
      createPdfPayload('menu.pdf'),
      await createPicturePayload('boat.png'),
    ])
  await page.getByRole('button', { name: 'Upload Attachment' }).click()
  await expect(page.getByText('The 3 attachments have been uploaded successfully.', { exact: true })).toBeVisible()
  await expect(page.getByText('To show it in the text, type: [picture 3]')).toBeVisible()
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'Describe this picture (river)' }).click()
  for (const shows of ['The river at low tide.', 'A boat on the river.']) {
    const form = page.locator('#attachment-details')
    await expect(form.getByLabel('What does the picture show?')).toHaveValue('')
    await form.getByLabel('What does the picture show?').fill(shows)
    await expect(page).toHaveNoViolations()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Attachment updated', { exact: true })).toBeVisible()
  }
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('link', { name: /^Describe this picture/ })).toHaveCount(0)
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

test('a picture is placed in text with headings, bold words, a list and a link', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  const { address } = findChristmasDraft(riverbank)
  await open(`${address}/edit`, { as: 'aoife' })
  const content = page.getByLabel('Newsletter Content')
  const toolbar = page.getByRole('group', { name: 'Formatting' })
  if (mode === 'on') {
    await content.fill('')
    await toolbar.getByRole('button', { name: 'Heading' }).click()
    await page.keyboard.type('The choir')
    await content.press('Control+End')
    await page.keyboard.type('\nWe sang')
    for (const _ of 'sang') await page.keyboard.press('Shift+ArrowLeft')
    await toolbar.getByRole('button', { name: 'Bold' }).click()
    await content.press('Control+End')
    await toolbar.getByRole('button', { name: 'Picture 1: The choir at practice' }).click()
    await page.keyboard.type('\n- tea\n- cake, see www.hse.ie')
    await expect(page).toHaveNoViolations()
  } else {
    await expect(toolbar).toHaveCount(0)
    await content.fill('## The choir\nWe **sang**\n[picture 1]\n\n- tea\n- cake, see www.hse.ie')
  }
  await expect(content).toHaveValue('## The choir\nWe **sang**\n[picture 1]\n\n- tea\n- cake, see www.hse.ie')
  await page.getByRole('button', { name: 'Update Newsletter' }).click()
  await expect(page.getByText('Newsletter updated', { exact: true })).toBeVisible()
  const text = page.getByRole('region', { name: 'Content' })
  await expect(text.getByRole('heading', { name: 'The choir' })).toBeVisible()
  await expect(text.locator('strong')).toHaveText('sang')
  await expect(text.getByRole('img', { name: /^Seven people sing/ })).toBeVisible()
  await expect(text.getByRole('listitem')).toHaveText(['tea', 'cake, see www.hse.ie'])
  await expect(text.getByRole('link', { name: 'www.hse.ie' })).toHaveAttribute('href', 'https://www.hse.ie')
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'Preview' }).click()
  const mail = page.frameLocator('iframe[title="How the email will look"]')
  await expect(mail.getByRole('heading', { level: 2, name: 'The choir' })).toBeVisible()
  await expect(mail.getByRole('img', { name: /^Seven people sing/ })).toHaveCount(1)
  await expect(mail.locator('strong').filter({ hasText: 'sang' })).toBeVisible()
})

test('a missing picture in the text is reported before the newsletter goes out @whole', async ({
  page,
  open,
  riverbank,
}) => {
  const { address, id } = findChristmasDraft(riverbank)
  riverbank.change("update newsletters set content = 'It was good.' || char(10) || '[picture 7]' where id = ?", id)
  await open(address, { as: 'aoife' })
  const warning = page.getByText('The text mentions [picture 7], but there is no such picture.')
  await expect(warning).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Send to All Subscribers' }).click()
  await expect(warning).toBeVisible()
})

test('an attachment’s description is asked for once one picture is chosen, after the other fields', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  const { address } = findChristmasDraft(riverbank)
  await open(address, { as: 'aoife' })
  const upload = page.locator('#attachment')
  const shows = upload.getByLabel('What does the picture show?')
  await expect(shows).toHaveCount(0)
  await upload.getByLabel('File').setInputFiles(createPdfPayload('menu.pdf'))
  await expect(shows).toHaveCount(0)
  await upload.getByLabel('File').setInputFiles(await createPicturePayload('river.png'))
  if (mode === 'on') {
    await expect(upload.getByLabel('Description (optional)').or(shows)).toHaveCount(2)
    await shows.fill('The river at low tide.')
    await expect(page).toHaveNoViolations()
  }
  await page.getByRole('button', { name: 'Upload Attachment' }).click()
  await expect(page.getByText('Attachment uploaded', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Describe this picture (river)' })).toHaveCount(mode === 'on' ? 0 : 1)
})

test('a sent newsletter shows its attachments with Download', async ({ open }) => {
  const page = await open('/dashboard/newsletter/1', { as: 'aoife' })
  const attachment = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'The river in autumn' }) })
  await expect(attachment.getByRole('link', { name: /^Download/ })).toBeVisible()
  await expect(attachment.getByRole('img').first()).toBeVisible()
})
