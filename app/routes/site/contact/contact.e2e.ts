import { expect, type Locator, type Page, test } from '~/test/browser'

const sender = (name: string) => ({ name, email: `${name.toLowerCase().replace(' ', '.')}@example.ie` })

const phone = { width: 360, height: 740 }

/** Expects a form's result to be in full view and focused. */
async function expectInView(page: Page, place: Locator) {
  await expect(place).toBeFocused()
  await expect(place).toBeInViewport({ ratio: 1 })
  await expect(page.locator('main').getByRole('status')).toHaveCount(0)
}

async function fillEnquiry(page: Page, { name, email }: { name: string; email: string }, message: string) {
  const form = page.locator('#enquiry')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone').fill('087 555 0101')
  await form.getByLabel('Subject').selectOption({ label: 'Arrange a Visit' })
  await form.getByLabel('Message').fill(message)
}

async function expectEmpty(form: Locator) {
  for (const label of ['Name', 'Email', 'Phone', 'Message']) await expect(form.getByLabel(label)).toHaveValue('')
  await expect(form.getByLabel('Subject').locator(':checked')).toHaveText('Please select')
}

test('a family member sends an enquiry after a refusal, and it is stored @mechanism', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  const maura = sender('Maura Dunne')
  if (mode === 'on') await page.clock.install()
  await page.setViewportSize(phone)
  await open('/contact')
  const form = page.locator('#enquiry')
  expect((await form.getByLabel('Name').boundingBox())?.y).toBeLessThanOrEqual(1.5 * phone.height)
  await form.getByLabel('Name').fill('M')
  await form.getByLabel('Email').fill('maura(at)example.ie')
  await form.getByLabel('Phone').fill('01 555 0199')
  await form.getByLabel('Message').fill('Too short')
  const answer = mode === 'on' ? null : page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Send Message' }).click()
  if (answer) {
    expect((await answer).status()).toBe(400)
    await expect(page.locator('#enquiry-error:focus-within')).toBeVisible()
  }
  await expect(form.getByRole('alert')).toContainText('Please check this form')
  await expect(page).toHaveTitle('Error: Contact Us - Riverbank')
  for (const [label, message, typed] of [
    ['Name', 'Name must be at least 2 characters.', 'M'],
    ['Email', 'Please enter a valid email address.', 'maura(at)example.ie'],
    ['Subject', 'Please select a subject.', ''],
    ['Message', 'Message must be at least 10 characters.', 'Too short'],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(`Error: ${message}`)
    await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByRole('link', { name: message })).toBeVisible()
    await expect(form.getByLabel(label)).toHaveValue(typed)
  }
  await expect(form.getByLabel('Phone')).toHaveValue('01 555 0199')
  expect(riverbank.rows("select id from enquiries where name = 'M'")).toEqual([])

  await fillEnquiry(page, maura, 'My brother would like to visit the art group in spring.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const thanks = page.getByRole('region', { name: 'Send Us a Message' }).locator('#message-sent')
  await expect(thanks).toHaveText(
    "Message sentThank you for your message. We'll get back to you soon!Usually within two working days.",
  )
  await expectInView(page, thanks)
  if (mode === 'on') await page.clock.fastForward('01:00')
  await expect(page).toHaveTitle('Contact Us - Riverbank')
  // The message appears only here, and stays.
  await expect(page.getByText('Message sent', { exact: true })).toHaveCount(1)
  await expect(thanks).toBeVisible()
  await expectEmpty(form)
  expect(
    riverbank.rows('select name, email, phone, subject, message from enquiries where email = ?', maura.email),
  ).toEqual([
    {
      ...maura,
      phone: '087 555 0101',
      subject: 'visit',
      message: 'My brother would like to visit the art group in spring.',
    },
  ])
  await expect(page).toHaveNoViolations()
})

test('another enquiry is stored too, after Back and right after the last', async ({ page, open, riverbank }) => {
  const maura = sender('Maura Dunne')
  const texts = ['May my brother visit in spring?', 'We can come on any Friday.', 'Is there a quiet room too?']
  await open('/contact')
  for (const [index, text] of texts.entries()) {
    if (index === 1) await page.goBack()
    if (index < 2) await expect(page.locator('#message-sent')).toHaveCount(0)
    await fillEnquiry(page, maura, text)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect
      .poll(() => riverbank.rows('select message from enquiries where email = ? order by id', maura.email))
      .toEqual(texts.slice(0, index + 1).map((message) => ({ message })))
    await expect(page.locator('#message-sent')).toBeVisible()
    await expectEmpty(page.locator('#enquiry'))
  }
})

test('a visitor signs up for the newsletter on the card, and again with another address @journey @once', async ({
  page,
  open,
  riverbank,
}) => {
  const liam = sender('Liam Byrne')
  await page.setViewportSize(phone)
  await open('/contact')
  const card = page.locator('#subscribe')
  await card.getByLabel('Email address').fill('liam')
  await card.getByRole('button', { name: 'Subscribe to Newsletter' }).click()
  await expect(card.getByLabel('Email address')).toHaveAccessibleDescription(
    'Error: Please enter a valid email address',
  )
  await expect(card.getByLabel('Email address')).toHaveValue('liam')

  await card.getByLabel('Email address').fill(liam.email)
  await card.getByLabel('Name (optional)').fill(liam.name)
  await card.getByRole('button', { name: 'Subscribe to Newsletter' }).click()
  await expect(page.getByRole('heading', { name: 'Subscription successful!' })).toBeVisible()
  await expect(
    page.getByText(
      "Thank you for subscribing to our newsletter. You'll receive updates about Riverbank activities and achievements.",
    ),
  ).toBeVisible()
  await expectInView(page, page.locator('#subscribed'))
  await expect(page.getByText('Thank you for subscribing to our newsletter!', { exact: true })).toBeVisible()
  await expect(page.locator('main').getByText('Thank you')).toHaveCount(1)
  expect(
    riverbank.rows('select email, name, isGuardian, studentName, active from subscribers where email = ?', liam.email),
  ).toEqual([{ ...liam, isGuardian: 0, studentName: null, active: 1 }])
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'Subscribe another email' }).click()
  await expect(card.getByLabel('Email address')).toHaveValue('')
})
