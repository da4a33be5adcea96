import { readFileSync } from 'node:fs'
import {
  expect,
  expectDeleteQuestion,
  expectNoViolations,
  type Page,
  type RunningRiverbank,
  test,
} from '~/test/browser'

/** Begins each spec with no subscribers, and puts those back that others may know. */
test.beforeEach(({ riverbank }) => {
  riverbank.change('create table subscribersAside as select * from subscribers')
  riverbank.change('delete from subscribers')
})
test.afterEach(({ riverbank }) => {
  riverbank.change('delete from subscribers')
  riverbank.change('insert into subscribers select * from subscribersAside')
  riverbank.change('drop table subscribersAside')
})

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const form = (page: Page) => page.locator('#subscriber')
const statusOf = (riverbank: RunningRiverbank, email: string) =>
  riverbank.rows('select active, unsubscribedAt is not null as left from subscribers where email = ?', email)

function addMany({ change }: RunningRiverbank, number: number) {
  change(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
     insert into subscribers (email, createdAt, token)
     select 'family' || n || '@example.ie', '2024-06-05T10:00:00.000Z', 'token' || n from numbers`,
    number,
  )
}

test('a tutor adds a subscriber, is told what is wrong, unsubscribes and re-activates, and searches', async ({
  page,
  open,
  logInAs,
  riverbank,
  mode,
}) => {
  await logInAs('demo.tutor')
  await open('/dashboard/newsletter/subscribers')
  await expect(page.getByText('No subscribers yet.', { exact: true })).toBeVisible()
  await expectNoViolations(page, mode)

  await form(page).getByLabel('Email Address').fill('maura')
  await form(page).getByLabel('Name (Optional)').fill('Maura Dunne')
  await expect(form(page).getByLabel('Student Name')).toBeHidden()
  await form(page).getByLabel('This person is a parent/guardian').check()
  await form(page).getByLabel('Student Name').fill('Daniel Okafor')
  await page.getByRole('button', { name: 'Add Subscriber' }).click()
  await expect(form(page).getByLabel('Email Address')).toHaveAccessibleDescription(
    'Error: Please enter a valid email address',
  )
  await expect(form(page).getByLabel('Name (Optional)')).toHaveValue('Maura Dunne')
  await expect(form(page).getByLabel('Student Name')).toHaveValue('Daniel Okafor')
  expect(riverbank.rows('select id from subscribers')).toEqual([])
  await expectNoViolations(page, mode)

  await form(page).getByLabel('Email Address').fill('maura@example.ie')
  await page.getByRole('button', { name: 'Add Subscriber' }).click()
  await expect(page.getByText('Subscriber added', { exact: true })).toBeVisible()
  await expect(page.getByText('The subscriber has been added successfully.', { exact: true })).toBeVisible()
  await expect(form(page).getByLabel('Email Address')).toHaveValue('')
  await expect(form(page).getByLabel('Student Name')).toBeHidden()
  await expect(row(page, 'maura@example.ie')).toContainText(/Maura Dunne.*Guardian.*\w+ \d+, \d{4}.*Active/s)
  expect(riverbank.rows('select email, name, isGuardian, studentName, active from subscribers')).toEqual([
    { email: 'maura@example.ie', name: 'Maura Dunne', isGuardian: 1, studentName: 'Daniel Okafor', active: 1 },
  ])
  expect(riverbank.rows("select kind from deliveries where email = 'maura@example.ie'")).toEqual([])

  await form(page).getByLabel('Email Address').fill('MAURA@example.ie')
  await page.getByRole('button', { name: 'Add Subscriber' }).click()
  await expect(form(page).getByLabel('Email Address')).toHaveAccessibleDescription(
    'Error: This email address is already subscribed.',
  )
  await expect(form(page).getByRole('alert')).toContainText('Failed to add subscriber: 409')
  await expect(form(page).getByLabel('Email Address')).toHaveValue('MAURA@example.ie')
  await expectNoViolations(page, mode)

  addMany(riverbank, 149)
  riverbank.change("update subscribers set bouncedAt = '2026-11-01T10:00:00.000Z' where email = 'family7@example.ie'")
  await open('/dashboard/newsletter/subscribers')
  await expect(page.getByText('150 subscribers', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('Page 2 of 2', { exact: true })).toBeVisible()
  await expect(row(page, 'family7@example.ie')).toContainText('Mail to this address came back on 1 November 2026.')
  await expect(row(page, 'family7@example.ie')).toContainText('June 5, 2024')

  await page.getByRole('searchbox', { name: 'Search by email or name' }).fill('DUNNE')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('1 of 150 subscribers match ‘DUNNE’', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe maura@example.ie' }).click()
  await expect(page.getByText('Subscriber unsubscribed', { exact: true })).toBeVisible()
  await expect(row(page, 'maura@example.ie')).toContainText('Unsubscribed')
  await expect(page).toHaveURL(/search=DUNNE/)
  expect(statusOf(riverbank, 'maura@example.ie')).toEqual([{ active: 0, left: 1 }])
  await expectNoViolations(page, mode)
  await page.getByRole('button', { name: 'Re-activate maura@example.ie' }).click()
  await expect(page.getByText('Subscriber active again', { exact: true })).toBeVisible()
  await expect(row(page, 'maura@example.ie')).not.toContainText('Unsubscribed')
  expect(statusOf(riverbank, 'maura@example.ie')).toEqual([{ active: 1, left: 0 }])
  expect(
    riverbank
      .rows(
        "select action from activity where noun = 'subscriber' and title = 'maura@example.ie' order by id desc limit 3",
      )
      .map(({ action }) => action),
  ).toEqual(['re-activated', 'unsubscribed', 'added'])

  await page.getByRole('button', { name: 'Unsubscribe maura@example.ie' }).click()
  await page.getByRole('link', { name: 'Delete maura@example.ie' }).click()
  await expectDeleteQuestion(page, 'maura@example.ie')
  await expectNoViolations(page, mode)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Subscriber deleted', { exact: true })).toBeVisible()
  expect(riverbank.rows("select id from subscribers where email = 'maura@example.ie'")).toEqual([])
  expect(riverbank.rows("select id from activity where title = 'maura@example.ie'")).toEqual([])

  await page.getByRole('searchbox').fill('nobody at all')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Nobody of 149 subscribers matches ‘nobody at all’.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Show everybody' }).click()
  await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible()
})

test('a tutor imports a list, reads what became of each line, and exports the list', async ({
  page,
  open,
  logInAs,
  riverbank,
  mode,
}) => {
  riverbank.change(
    "insert into subscribers (email, active, createdAt, token) values ('gone@example.ie', 0, '2024-06-05T10:00:00.000Z', 'gone')",
  )
  await logInAs('demo.tutor')
  await open('/dashboard/newsletter/subscribers')
  await page.getByRole('link', { name: 'Import a list (CSV)' }).click()
  await expectNoViolations(page, mode)

  const bring = async (name: string, text: string) => {
    await page
      .getByLabel('The list', { exact: true })
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
    await page.getByRole('button', { name: 'Import the list' }).click()
  }
  await bring('no-names.csv', 'aine@example.ie;Aine\r\n')
  await expect(page.getByLabel('The list', { exact: true })).toHaveAccessibleDescription(
    /The first line of the file has to name the columns/,
  )
  await expectNoViolations(page, mode)

  // As a spreadsheet in Windows writes it.
  await bring(
    'list.csv',
    'NAME;E-mail;Type\r\n\xc1ine N\xed Bhriain;aine@example.ie;Guardian\r\n"Byrne; Liam";liam@example.ie;Other\r\nWrong;liam(at)example.ie;\r\nGone;GONE@example.ie;\r\n',
  )
  await expect(page.getByText('2 people were added.', { exact: true })).toBeVisible()
  await expect(page.getByText('Already there: 1 line. Refused: 1 line.', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 4' })).toHaveText(
    'Line 4: liam(at)example.ie. Please enter a valid email address',
  )
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 5' })).toHaveText(
    'Line 5: GONE@example.ie. This address is on the list already.',
  )
  expect(riverbank.rows('select email, name, isGuardian, active from subscribers order by email')).toEqual([
    { email: 'aine@example.ie', name: 'Áine Ní Bhriain', isGuardian: 1, active: 1 },
    { email: 'gone@example.ie', name: null, isGuardian: 0, active: 0 },
    { email: 'liam@example.ie', name: 'Byrne; Liam', isGuardian: 0, active: 1 },
  ])
  await expectNoViolations(page, mode)

  await page.getByRole('link', { name: 'See the subscribers' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export the list (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\ufeffEmail,Name,Type,Student Name,Joined,Status,Bounces')
  expect(lines).toContain('gone@example.ie,,Other,,2024-06-05,Unsubscribed,')
  expect(lines.some((line) => line.startsWith('liam@example.ie,"Byrne; Liam",Other,,'))).toBe(true)
})
