import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  expect,
  expectDeleteQuestion,
  expectNoViolations,
  type Page,
  type RunningRiverbank,
  test,
} from '~/test/browser'

const MISSING = 99_999
const sending = (page: Page) => page.getByRole('region', { name: 'Sending' })
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const longUsToday = () =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Europe/Dublin' }).format(new Date())
const photo = () =>
  sharp({ create: { width: 700, height: 400, channels: 3, background: '#0A5160' } })
    .png()
    .toBuffer()

/** Only these two read the newsletters of this spec; those of the demonstration rest meanwhile. */
function onlyTwoReaders({ rows, change }: RunningRiverbank) {
  const resting = rows('select id from subscribers where active = 1').map(({ id }) => id)
  change('update subscribers set active = 0')
  for (const [email, isGuardian] of [
    ['guardian.reader@example.ie', 1],
    ['other.reader@example.ie', 0],
  ] as const)
    change(
      `insert into subscribers (email, isGuardian, active, createdAt, token) values (?, ?, 1, ?, ?)`,
      email,
      isGuardian,
      LONG_AGO,
      email,
    )
  return function wakeTheOthers() {
    change(`delete from subscribers where email like '%.reader@example.ie' and token = email`)
    for (const id of resting) change('update subscribers set active = 1 where id = ?', id)
  }
}

/** Sets when a newsletter's mails are due, and with it until when it can be stopped. */
function goesOutAt({ change }: RunningRiverbank, id: number, moment: string) {
  change('update newsletters set goesOutAt = ? where id = ?', moment, id)
  change('update deliveries set dueAt = ? where newsletterId = ?', moment, id)
}
const LONG_AGO = '2026-01-01T00:00:00.000Z'
const FAR_OFF = '2099-01-01T00:00:00.000Z'

const states = ({ rows }: RunningRiverbank, id: number) =>
  rows(`select email, state from deliveries where newsletterId = ? and kind = 'newsletter' order by email`, id)

/** What the page says of a sending that goes on: with scripts by itself, without them on demand. */
async function lookAgain(page: Page, mode: string) {
  if (mode !== 'on') await page.getByRole('link', { name: 'See how far it is' }).click()
}

test('a tutor writes a newsletter, tests, stops and sends it, and a visitor reads it on the website', async ({
  page,
  open,
  logInAs,
  riverbank,
  mode,
  request,
}) => {
  const title = `Winter at Riverbank (${mode})`
  const wakeTheOthers = onlyTwoReaders(riverbank)
  await logInAs('demo.tutor')

  await open('/dashboard/newsletter')
  await expect(row(page, 'Autumn at Riverbank').getByText('Sent', { exact: true })).toBeVisible()
  await expect(row(page, 'Autumn at Riverbank').getByText('11 sent', { exact: true })).toBeVisible()
  await expect(row(page, 'Autumn at Riverbank').getByRole('link', { name: /^Send/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Mail is not set up' })).toBeVisible()
  await expectNoViolations(page, mode)

  await page.getByRole('tab', { name: 'Create Newsletter' }).click()
  const form = page.locator('#newsletter')
  await expect(form.getByLabel('Newsletter Content')).toHaveAttribute('placeholder', /Dear families and friends/)
  expect((await form.getByLabel('Newsletter Content').boundingBox())?.height).toBeGreaterThanOrEqual(400)
  await form.getByLabel('Newsletter Title').fill('W')
  await form.getByLabel('Newsletter Content').fill('Too short')
  await page.getByRole('button', { name: 'Create Newsletter' }).click()
  await expect(form.getByLabel('Newsletter Title')).toHaveAccessibleDescription(
    'Error: Title must be at least 3 characters',
  )
  await expect(form.getByLabel('Newsletter Content')).toHaveAccessibleDescription(
    'Error: Content must be at least 10 characters',
  )
  await expect(form.getByLabel('Newsletter Content')).toHaveValue('Too short')
  await expectNoViolations(page, mode)
  await form.getByLabel('Newsletter Title').fill(title)
  await form.getByLabel('Newsletter Content').fill('Dear families,\n\nThe choir sings on Friday.\nAll welcome.')
  await page.getByRole('button', { name: 'Create Newsletter' }).click()
  await expect(page.getByText('Newsletter created', { exact: true })).toBeVisible()
  await expect(page.getByText('Your newsletter has been created successfully.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/newsletter\/\d+$/)
  const id = Number(riverbank.rows('select id from newsletters where title = ?', title)[0]?.id)
  const address = `/dashboard/newsletter/${id}`
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await expect(page.getByText(`Created: ${longUsToday()}`)).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await form.getByLabel('Newsletter Content').fill('Dear families,\n\nThe choir sings on Saturday.\nAll welcome.')
  await expectNoViolations(page, mode)
  await page.getByRole('button', { name: 'Update Newsletter' }).click()
  await expect(page.getByText('Your newsletter has been updated successfully.', { exact: true })).toBeVisible()
  expect(riverbank.rows('select content, status, version from newsletters where id = ?', id)).toEqual([
    { content: 'Dear families,\n\nThe choir sings on Saturday.\nAll welcome.', status: 'draft', version: 2 },
  ])

  const attachment = page.locator('#attachment')
  await page.getByRole('button', { name: 'Upload Attachment' }).click()
  await expect(attachment.getByLabel('File')).toHaveAccessibleDescription(/Please upload a file\./)
  await expect(attachment.getByText('Supported: Images (JPG, PNG, GIF), PDF, Word documents, Text files')).toBeVisible()
  for (const [name, mimeType, buffer, called] of [
    ['choir.png', 'image/png', await photo(), 'The choir'],
    ['poem.txt', 'text/plain', Buffer.from('Fáilte'), 'A poem'],
  ] as const) {
    await attachment.getByLabel('File').setInputFiles({ name, mimeType, buffer })
    await attachment.getByLabel('Title').fill(called)
    await page.getByRole('button', { name: 'Upload Attachment' }).click()
    await expect(page.getByRole('heading', { name: called })).toBeVisible()
    await expect(page.getByText('The attachment has been uploaded successfully.', { exact: true })).toBeVisible()
    await expect(attachment.getByLabel('Title')).toHaveValue('')
  }
  await expect(page.getByRole('img', { name: 'The choir' })).toBeVisible()
  await expectNoViolations(page, mode)
  await page.getByRole('link', { name: 'Delete A poem' }).click()
  await expectDeleteQuestion(page, 'A poem')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'A poem' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Preview' }).click()
  const mail = page.frameLocator('iframe[title="The mail as it will look"]')
  await expect(mail.getByRole('heading', { name: title })).toBeVisible()
  await expect(mail.getByText('The choir sings on Saturday.')).toBeVisible()
  await expect(page.locator('pre')).toContainText('The choir sings on Saturday.\nAll welcome.')
  if (mode !== 'off')
    await expect
      .poll(() => mail.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  await page.getByLabel('Email Address').fill('nobody')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(/Please enter a valid email address/)
  await page.getByLabel('Email Address').fill('tutor@example.ie')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Test on its way', { exact: true })).toBeVisible()
  await expectNoViolations(page, mode)
  const tests = () =>
    riverbank.rows(`select id, email, state from deliveries where kind = 'test' and newsletterId = ?`, id)
  await expect.poll(() => tests()[0]?.state, { timeout: 30_000 }).toBe('sent')
  const test = readFileSync(join(riverbank.dataDir, 'outbox', `${tests()[0]?.id}.eml`), 'utf8')
  expect(test).toContain('tutor@example.ie')

  await open('/dashboard/newsletter')
  await page.getByRole('link', { name: `Send ${title}` }).click()
  await expect(page.getByText('After you press the button you can still stop it for 60 seconds.')).toBeVisible()
  await expect(page.getByLabel('Everyone')).toHaveAccessibleDescription('It goes to 2 people.')
  await page.getByLabel('Guardians only').check()
  await expect(page.getByLabel('Guardians only')).toHaveAccessibleDescription('It goes to 1 person.')
  await expectNoViolations(page, mode)
  await page.getByRole('button', { name: 'Send Newsletter' }).click()
  await expect(page.getByText('The newsletter status has been updated successfully.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(address)
  goesOutAt(riverbank, id, FAR_OFF)
  await expect(sending(page).getByText('1 waiting', { exact: true })).toBeVisible()
  expect(states(riverbank, id)).toEqual([{ email: 'guardian.reader@example.ie', state: 'pending' }])
  await expectNoViolations(page, mode)
  await page.getByRole('button', { name: 'Stop the sending' }).click()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  expect(states(riverbank, id)).toEqual([])

  await page.getByRole('link', { name: 'Send to All Subscribers' }).click()
  await page.getByRole('button', { name: 'Send Newsletter' }).click()
  await expect(sending(page).getByText('2 waiting', { exact: true })).toBeVisible()
  await expect(page.locator('#attachment')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Edit|Delete|Send)/ })).toHaveCount(0)
  goesOutAt(riverbank, id, LONG_AGO)
  const bothSent = ['guardian.reader@example.ie', 'other.reader@example.ie'].map((email) => ({ email, state: 'sent' }))
  await expect.poll(() => states(riverbank, id), { timeout: 30_000 }).toEqual(bothSent)
  await lookAgain(page, mode)
  await expect(sending(page).getByText('2 sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Stop the sending' })).toHaveCount(0)

  riverbank.change(
    `update deliveries set state = 'failed', reason = '550 5.1.1 No such user' where newsletterId = ? and email = 'other.reader@example.ie'`,
    id,
  )
  await open(address)
  await expect(sending(page).getByText('1 sent, 1 failed', { exact: true })).toBeVisible()
  await expect(sending(page).getByText('There is no such address.', { exact: true })).toBeVisible()
  await expectNoViolations(page, mode)
  await page.getByRole('button', { name: 'Try the failed ones again' }).click()
  await expect(
    page.getByText('The newsletter is sent again to 1 person. Who has unsubscribed since is left out.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect.poll(() => states(riverbank, id), { timeout: 30_000 }).toEqual(bothSent)

  await page.getByRole('button', { name: 'Show on the website' }).click()
  await expect(page.getByText('On the website', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'See the page' }).click()
  await expect(page).toHaveURL(`/news/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('The choir sings on Saturday.')).toBeVisible()
  await expectNoViolations(page, mode)
  expect(await (await request.get('/news')).text()).toContain(title)
  expect(await (await request.get('/news/feed')).text()).toContain(`<title>${title}</title>`)
  const picture = await request.get((await page.getByRole('img', { name: 'The choir' }).getAttribute('src')) ?? '')
  expect([picture.status(), picture.headers()['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])

  await open(address)
  await page.getByRole('button', { name: 'Take off the website' }).click()
  await expect(page.getByText('Not on the website', { exact: true })).toBeVisible()
  expect((await request.get(`/news/${id}`)).status()).toBe(404)
  riverbank.change('delete from newsletters where id = ?', id)
  wakeTheOthers()
})

test('a draft is deleted after a question, one that is not there says so, and a pause asks how to go on', async ({
  page,
  open,
  logInAs,
  riverbank,
  mode,
}) => {
  riverbank.change(
    `insert into newsletters (title, content, createdAt) values ('Not this one', 'Only a thought.', ?)`,
    LONG_AGO,
  )
  await logInAs('demo.tutor')
  await open('/dashboard/newsletter')
  await page.getByRole('link', { name: 'View Not this one' }).click()
  await page.getByRole('link', { name: 'Delete draft' }).click()
  await expectDeleteQuestion(page, 'Not this one')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The draft has been deleted successfully.', { exact: true })).toBeVisible()
  await expect(row(page, 'Not this one')).toHaveCount(0)

  await open(`/dashboard/newsletter/${MISSING}`)
  await expect(page.getByRole('heading', { name: 'Newsletter not found' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Newsletters' })).toBeVisible()
  await expectNoViolations(page, mode)

  riverbank.change(`insert into portalSettings (name, value) values ('sendingPaused', ?)`, LONG_AGO)
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('region', { name: 'Sending is paused' })).toBeVisible()
  await expectNoViolations(page, mode)
  await page.getByRole('button', { name: 'Go on and send everything' }).click()
  await expect(page.getByText('Sending goes on', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sending is paused' })).toHaveCount(0)
})

test.describe('what only scripts do', { tag: '@scripts' }, () => {
  test('the words for what is on its way are seen only while it is', async ({ page, open, logInAs }) => {
    await logInAs('demo.tutor')
    await open('/dashboard')
    /** Keeps the tab's data back until the function that it gives is called. */
    async function hold() {
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route(/\/dashboard\/newsletter.*\.data/, (route) => held.then(() => route.fallback()))
      return letGo
    }
    const letGoList = await hold()
    await page.getByRole('tab', { name: 'Newsletter', exact: true }).click()
    await expect(page.getByText('Loading newsletter data...', { exact: true })).toBeVisible()
    letGoList()
    await expect(page.getByRole('link', { name: 'View Autumn at Riverbank' })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    const letGoDetail = await hold()
    await page.getByRole('link', { name: 'View Autumn at Riverbank' }).click()
    await expect(page.getByText('Loading newsletter details...', { exact: true })).toBeVisible()
    letGoDetail()
    await expect(page.getByRole('heading', { name: 'Autumn at Riverbank' })).toBeVisible()
  })
})

test.describe('where the server fails', () => {
  test.use({ failing: true })
  test('newsletters that can’t be loaded are told in the tab, which stays', async ({
    page,
    open,
    logInAs,
    riverbank,
    mode,
  }) => {
    await logInAs('demo.tutor')
    riverbank.change('alter table newsletters rename to newslettersAway')
    await open('/dashboard/newsletter')
    await expect(page.getByText('Error Loading Data', { exact: true })).toBeVisible()
    await expect(
      page.getByText('There was an error loading the newsletter data. Please try again later.', { exact: true }),
    ).toBeVisible()
    await expectNoViolations(page, mode)
    riverbank.change('alter table newslettersAway rename to newsletters')
    await page.getByRole('tab', { name: 'Newsletters' }).click()
    await expect(page.getByRole('link', { name: 'View Autumn at Riverbank' })).toBeVisible()
  })
})
