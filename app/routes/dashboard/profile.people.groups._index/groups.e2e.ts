import { expect, expectDeleteQuestion, type Page, type RunningRiverbank, resizeWindow, test } from '~/test/browser'
import { createPdfPayload } from '~/test/samples'

test('a tutor adds, edits and deletes a group @journey', async ({ page, open, riverbank }) => {
  await open('/dashboard/profile/people', { as: 'aoife' })
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect(page.getByText('No groups yet.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await resizeWindow(page, 320)
  await page.getByRole('link', { name: 'Add a group' }).click()
  await page.getByLabel('Daniel Okafor').check()
  await page.getByRole('button', { name: 'Add a group' }).click()
  await expect(page.locator('#group').getByText('Please enter a name for the group.').first()).toBeVisible()
  await expect(page.getByLabel('Daniel Okafor')).toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByLabel('Name').fill('Kitchen')
  await page.getByRole('button', { name: 'Add a group' }).click()
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Kitchen' })
  await expect(card).toContainText('1 student: Daniel')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expect(page).toHaveNoViolations()

  await page.getByRole('link', { name: 'Edit Kitchen' }).click()
  await expect(page).toHaveTitle(/Edit group/)
  await page.getByLabel('Niamh Walsh').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('2 students: Daniel and Niamh')
  await page.getByRole('link', { name: 'Delete Kitchen' }).click()
  await expectDeleteQuestion(page, 'Kitchen')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No groups yet.')).toBeVisible()
  expect(riverbank.rows('select * from groupStudents')).toEqual([])
})

/** Adds the group Wagtails, with Daniel and Niamh. */
function addWagtails({ change }: RunningRiverbank) {
  change("insert into studentGroups (id, name) values (7, 'Wagtails')")
  change("insert into groupStudents (userId, groupId) select id, 7 from users where firstName in ('Daniel', 'Niamh')")
}

const wagtails = (page: Page) => page.getByLabel('Wagtails (group of 2)')
const selectStudents = (table: string, where = '1') =>
  `select distinct firstName from users join ${table} on users.id = ${table === 'files' ? 'studentId' : 'userId'}
    where ${where} order by firstName`

/** Each form in which students are chosen, with its own required fields. */
const forms = [
  {
    name: 'notice',
    path: '/dashboard/notices/new',
    fill: async (page: Page) => {
      await page.getByLabel('Title').fill('Aprons')
      await page.getByLabel('Text', { exact: true }).fill('Bring your apron.')
    },
    button: 'Add a notice',
    rows: selectStudents('noticeStudents'),
  },
  {
    name: 'question',
    path: '/dashboard/notices/questions/new',
    fill: async (page: Page) => {
      await page.getByLabel('Question').fill('What will we bake?')
      await page.getByLabel('Answer 1').fill('Bread')
      await page.getByLabel('Answer 2').fill('Cake')
      await page.getByLabel('Until').fill(`1/12/${new Date().getFullYear() + 1}`)
    },
    button: 'Ask',
    rows: selectStudents(
      'questionStudents',
      "questionId in (select id from questions where question = 'What will we bake?')",
    ),
  },
  {
    name: 'session of the week',
    path: '/dashboard/timetable/week/plan?add=yes',
    fill: async (page: Page) => {
      await page.getByLabel('Friday', { exact: true }).check()
      await page.locator('#session').getByLabel('From').fill('9:30')
      await page.locator('#session').getByLabel('To', { exact: true }).fill('10:30')
      await page.locator('#session').getByLabel('Activity').fill('Baking')
    },
    button: 'Add Session',
    rows: selectStudents('weekSessionStudents', "sessionId in (select id from weekSessions where activity = 'Baking')"),
  },
  {
    name: 'document',
    path: '/dashboard?of=tutors&add',
    fill: async (page: Page) => {
      await page.getByLabel('Document Title').fill('Bread')
      await page.locator('#upload').getByLabel('File', { exact: true }).setInputFiles(createPdfPayload('bread.pdf'))
      await page.getByText('For several students?').click()
    },
    button: 'Upload Document',
    rows: selectStudents('files', "title = 'Bread'"),
  },
] as const

for (const { name, path, fill, button, rows } of forms)
  test(`a ticked group stands for its students in the form of a ${name} ${name === 'notice' ? '@journey' : '@journey-off'}`, async ({
    page,
    open,
    riverbank,
    mode,
  }) => {
    addWagtails(riverbank)
    await open(path, { as: 'aoife' })
    await fill(page)
    await wagtails(page).check()
    if (mode === 'on') {
      await expectGroupFollows(page)
      if (name === 'document') await expect(page.getByText('Daniel, Niamh and all tutors')).toBeVisible()
    }
    await expect(page).toHaveNoViolations()
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect.poll(() => riverbank.rows(rows)).toEqual([{ firstName: 'Daniel' }, { firstName: 'Niamh' }])
  })

/** With scripts, a group's box ticks its students, and is ticked while all of them are. */
async function expectGroupFollows(page: Page) {
  const list = page.getByRole('list').filter({ has: wagtails(page) })
  const niamh = list.getByLabel('Niamh Walsh')
  await expect(niamh).toBeChecked()
  await niamh.uncheck()
  await expect(wagtails(page)).not.toBeChecked()
  await wagtails(page).check()
  await wagtails(page).uncheck()
  await expect(niamh).not.toBeChecked()
  await wagtails(page).check()
}

test('a student’s screens never show a group', async ({ open, riverbank }) => {
  addWagtails(riverbank)
  for (const path of ['/dashboard', '/dashboard/notices', '/dashboard/timetable/week']) {
    const page = await open(path, { as: 'daniel' })
    expect(await page.content()).not.toContain('Wagtails')
  }
})
