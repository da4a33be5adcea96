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

/** Empties the week, and adds students to the demonstration's two, Daniel and Niamh. */
function prepare({ change }: RunningRiverbank, students = ['Liam']) {
  change('delete from weekSessions')
  for (const firstName of students)
    change(
      `insert into users (username, role, firstName, lastName, passwordHash, createdAt)
        values (?, 'student', ?, 'Byrne', 'none', '2026-01-01T00:00:00.000Z')`,
      ...[`student.${firstName.toLowerCase()}`, firstName],
    )
}

/** Counts the forms that the page sends. */
function countForms(page: Page) {
  const counts = { forms: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST') counts.forms += 1
  })
  return counts
}

const describeSessions = ({ rows }: RunningRiverbank) =>
  rows('select weekday, "from", activity from weekSessions order by id').map(({ weekday, from, activity }) =>
    [weekday, from, activity].join(' '),
  )

async function fillSession(page: Page, [from, to, activity]: readonly [string, string, string]) {
  const form = page.locator('#session')
  await form.getByLabel('From').fill(from)
  await form.getByLabel('To', { exact: true }).fill(to)
  await form.getByLabel('Activity').fill(activity)
}

test('a tutor builds the centre’s week and three students’ own sessions in 12 forms @journey', async ({
  page,
  open,
  riverbank,
}) => {
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
  await students.getByLabel('Niamh Walsh').check()
  await students.getByLabel('Liam Byrne').check()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('3 sessions have been copied. 1 was already there.').first()).toBeVisible()
  const all = describeSessions(riverbank)
  expect(counts.forms).toBe(12)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 sessions have been removed again.').first()).toBeVisible()
  expect(describeSessions(riverbank)).toEqual(all.slice(0, -3))
  test.info().annotations.push({ type: 'way', description: `12 forms for ${all.length} sessions` })
  expect(all).toHaveLength(51)
})

test('a tutor imports the centre’s week and three students’ in 2 forms @journey', async ({ page, open, riverbank }) => {
  prepare(riverbank)
  await open(week, { as: 'aoife' })
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveNoViolations()
  const rows = [
    ['Day', 'From', 'To', 'Activity', 'Place', 'Who with', 'Students'],
    ...weekdays.flatMap((weekday, place) =>
      day.map(([from, to, activity]) => [weekday, from, to, `${activity}${activity === 'Art' ? ` ${place}` : ''}`]),
    ),
    ...['Daniel Okafor', 'Niamh Walsh', 'liam byrne'].map((name, place) => [
      ...['Monday to Friday', '14:15', '15:45', `Job ${place}`, `Room ${place}`, 'Colm', name],
    ]),
    ['Tuesday', 'soon', '11:00', 'Choir', '', '', 'Nobody Known'],
  ]
  const counts = countForms(page)
  await page.getByLabel('Paste the timetable').fill(rows.map((cells) => cells.join('\t')).join('\n'))
  await page.getByRole('button', { name: 'Check the timetable' }).click()
  await expect(page.getByText('We found 60 sessions to add.')).toBeVisible()
  await expect(page.getByText('Row 50: Tuesday, soon, Choir. Please enter a time')).toBeVisible()
  await expect(page.getByText('We have no student called ‘Nobody Known’.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  expect(riverbank.rows('select id from weekSessions')).toEqual([])
  await page.getByRole('button', { name: 'Add 60 sessions' }).click()
  await expect(page.getByText('60 sessions have been added. 1 row was left out.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All sessions' })).toBeVisible()
  expect(counts.forms).toBe(2)
  expect(riverbank.rows('select id from weekSessions')).toHaveLength(60)
})

test('an import that is not a timetable says what is expected, and keeps the text', async ({ page, open }) => {
  await open('/dashboard/timetable/week/import', { as: 'aoife' })
  await page.getByRole('button', { name: 'Check the timetable' }).click()
  await expect(page.getByText('Please choose a file, or paste the timetable.').first()).toBeVisible()
  await page.getByLabel('Paste the timetable').fill('Hello')
  await page.getByRole('button', { name: 'Check the timetable' }).click()
  await expect(page.getByText('The first row must name the columns').first()).toBeVisible()
  await expect(page.getByLabel('Paste the timetable')).toHaveValue('Hello')
})

test('with the keyboard, an empty place opens the form with its day and time @journey-off', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  prepare(riverbank)
  for (const [weekday, from, to] of [
    ['Monday', '09:30', '11:00'],
    ['Monday', '11:00', '12:00'],
    ['Tuesday', '09:30', '11:00'],
  ])
    riverbank.change(
      `insert into weekSessions (weekday, "from", "to", activity, isForAll) values (?, ?, ?, 'Art', 1)`,
      ...[weekday, from, to],
    )
  await open(week, { as: 'aoife' })
  await page.getByRole('link', { name: '11:00 Add on Tuesday' }).focus()
  await page.keyboard.press('Enter')
  const form = page.locator('#session')
  await expect(form.getByLabel('Tuesday')).toBeChecked()
  await expect(form.getByLabel('Monday')).not.toBeChecked()
  await expect(form.getByLabel('From')).toHaveValue('11:00')
  await form.getByLabel('Wednesday').focus()
  await page.keyboard.press('Space')
  await form.getByLabel('To', { exact: true }).focus()
  await page.keyboard.type('12')
  await page.keyboard.type(':00')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Choir')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 sessions added').first()).toBeVisible()
  if (mode === 'on') await expect(page).toHaveNoViolations()
  expect(describeSessions(riverbank).slice(3)).toEqual(['Tuesday 11:00 Choir', 'Wednesday 11:00 Choir'])
})

test('two tutors add to one week at once: both additions are there', async ({ page, open, riverbank }) => {
  prepare(riverbank)
  await open(`${week}?add=yes&day=Monday`, { as: 'aoife' })
  const other = await page.context().newPage()
  await other.goto(`${week}?add=yes&day=Monday`)
  await fillSession(page, ['9:30', '11:00', 'Art'])
  await fillSession(other, ['10:00', '12:00', 'Drama'])
  for (const one of [page, other]) await one.getByRole('button', { name: 'Add Session' }).click()
  await expect(other.getByText('Clashes with Art').first()).toBeVisible()
  await expect(page.getByText('Session added').first()).toBeVisible()
  expect(describeSessions(riverbank)).toEqual(['Monday 09:30 Art', 'Monday 10:00 Drama'])
})

test('all sessions of a large centre are shown by day, room and tutor, on a phone too', async ({
  page,
  open,
  riverbank,
}) => {
  prepare(
    riverbank,
    Array.from({ length: 58 }, (_, number) => `Student${number}`),
  )
  for (let number = 0; number < 400; number++)
    riverbank.change(
      `insert into weekSessions (weekday, "from", "to", activity, place, withWhom, isForAll)
        values (?, ?, ?, ?, ?, ?, ?)`,
      weekdays[number % 5],
      `${String(9 + (number % 7)).padStart(2, '0')}:00`,
      `${String(10 + (number % 7)).padStart(2, '0')}:00`,
      `Activity ${number % 40}`,
      ...[`Room ${number % 17}`, ['Bernie', 'Sandra and Tom', 'Maeve'][number % 3], 0],
    )
  riverbank.change(
    `insert into weekSessionStudents (sessionId, userId)
      select weekSessions.id, users.id from weekSessions join users on role = 'student' and (users.id + weekSessions.id) % 60 = 0`,
  )
  expect(riverbank.rows('select sessionId from weekSessionStudents').length).toBeGreaterThan(390)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(week, { as: 'aoife' })
  await page.getByLabel('Whose week?').selectOption({ label: 'All sessions' })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Monday' })).toBeVisible()
  for (const path of ['?of=all', '?of=all&by=room', '?of=all&by=tutor&one=tom', '?of=2', '?of=2&add=yes']) {
    await open(`${week}${path}`, { as: 'aoife' })
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThan(4000)
    expect((await (await page.request.get(`${week}${path}`)).body()).length, path).toBeLessThan(150_000)
  }
  await page.setViewportSize({ width: 320, height: 740 })
  await open(`${week}?of=all`, { as: 'aoife' })
  await page.getByRole('link', { name: 'By tutor' }).click()
  await page.getByLabel('Tutor').selectOption('Tom')
  await page.getByRole('button', { name: 'Show sessions' }).click()
  await expect(page.getByText(/^(Sandra|Tom) is also at Activity/).first()).toBeVisible()
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expect(page).toHaveNoViolations()
})
