import { expect, type Page, type RunningRiverbank, test } from '~/test/browser'

const week = '/dashboard/timetable/week/plan'
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** The centre's day: two buses, lunch and six sessions. */
const day = [
  ['9:00', '9:30', 'Bus in'],
  ['9:30', '10:15', 'Literacy & Numeracy'],
  ['10:15', '11:00', 'Art'],
  ['11:15', '12:00', 'Music & Choir'],
  ['12:00', '12:30', 'Garden'],
  ['12:30', '13:15', 'Lunch'],
  ['13:15', '14:15', 'Computer Skills'],
  ['14:15', '15:45', 'Drama'],
  ['15:45', '16:15', 'Bus home'],
] as const

function prepare({ change }: RunningRiverbank, students = ['Liam']) {
  change('delete from weekSessions')
  for (const firstName of students)
    change(
      `insert into users (username, role, firstName, lastName, passwordHash, createdAt)
        values (?, 'student', ?, 'Byrne', 'none', '2026-01-01T00:00:00.000Z')`,
      ...[`student.${firstName.toLowerCase()}`, firstName],
    )
}

function countForms(page: Page) {
  const counts = { forms: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST') counts.forms += 1
  })
  return counts
}

const describeSessions = ({ rows }: RunningRiverbank) =>
  rows(`select weekday, "from", activity,
      (select group_concat(userId) from weekSessionStudents where sessionId = weekSessions.id) as students
    from weekSessions order by id`).map((session) => Object.values(session).join(' '))

async function fillSession(page: Page, [from, to, activity]: readonly [string, string, string]) {
  const form = page.locator('#session')
  await form.getByLabel('From').fill(from)
  await form.getByLabel('To', { exact: true }).fill(to)
  await form.getByLabel('Activity').fill(activity)
}

test('a tutor builds the week of a centre and its students in 12 forms @once', async ({ page, open, riverbank }) => {
  prepare(riverbank)
  await open(week, { as: 'aoife' })
  const counts = countForms(page)
  const form = page.locator('#session')
  const add = async (session: readonly [string, string, string], title: string) => {
    await fillSession(page, session)
    await page.getByRole('button', { name: 'Add Session' }).click()
    await expect(page.getByText(title).first()).toBeVisible()
    await expect(form.getByLabel('From')).toHaveValue(/^\d\d:\d\d$/)
    await expect(form.getByLabel('Activity')).toHaveValue('')
  }
  for (const weekday of weekdays) await form.getByLabel(weekday).check()
  for (const session of day) {
    await add(session, '5 sessions added')
    // The days stay ticked, and the next session begins when this one ends.
    await expect(form.getByLabel('Friday')).toBeChecked()
  }
  expect(riverbank.rows('select id from weekSessions where isForAll = 1')).toHaveLength(45)

  await page.getByLabel('Whose week?').selectOption({ label: 'Daniel Okafor' })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Daniel’s week' })).toBeVisible()
  await page.getByRole('link', { name: 'Add a session' }).click()
  await form.getByLabel('Tuesday').check()
  await form.getByLabel('Thursday').check()
  await form.getByLabel('Place').fill('Room 2')
  await add(['13:15', '14:15', 'Speech'], '2 sessions added')
  await expect(page.getByText('Clashes with Computer Skills').first()).toBeVisible()
  await form.getByLabel('Niamh Walsh').check()
  await form.getByLabel('Thursday').uncheck()
  await add(['16:15', '17:00', 'Swimming'], 'Session added')

  const students = page.getByRole('group', { name: 'Copy all 3 sessions to' })
  const before = describeSessions(riverbank)
  await students.getByLabel('Niamh Walsh').check()
  await students.getByLabel('Liam Byrne').check()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(
    page
      .getByText('3 sessions have been copied. A change of a session is for everyone in it. 1 was already there.')
      .first(),
  ).toBeVisible()
  const all = describeSessions(riverbank)
  expect(counts.forms).toBe(12)
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 sessions are as before.').first()).toBeVisible()
  expect(describeSessions(riverbank)).toEqual(before)
  // The others join Daniel's sessions, instead of getting three of their own.
  expect(all).toHaveLength(48)
  expect(all.filter((session, index) => session !== before[index])).toHaveLength(3)
})
