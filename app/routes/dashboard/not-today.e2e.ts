import { expect, type Page, type RunningRiverbank, test, waitForHydration } from '~/test/browser'

/** Plans Drama, on all day today, and Art, on until a minute before midnight; both for everyone. */
function planToday({ change }: RunningRiverbank) {
  const weekday = new Intl.DateTimeFormat('en-IE', { weekday: 'long', timeZone: 'Europe/Dublin' }).format(new Date())
  change('delete from weekSessions')
  for (const [activity, to] of [
    ['Drama', '23:59'],
    ['Art', '23:58'],
  ])
    change(
      `insert into weekSessions (weekday, "from", "to", activity, place, withWhom, isForAll)
        values (?, '00:00', ?, ?, 'Room 2', 'Aoife', 1)`,
      ...[weekday, to, activity],
    )
}

const findDrama = (page: Page) =>
  page.locator('.week-session').filter({ has: page.getByText('Drama', { exact: true }) })

test('a tutor cancels a session in two presses, takes it back, and gives a reason @journey', async ({
  page,
  open,
  riverbank,
  mode,
}) => {
  planToday(riverbank)
  await open('/dashboard', { as: 'aoife' })
  const morning = page.getByRole('region', { name: /^This (morning|afternoon)$/ })
  await morning.getByText('2 sessions today').click()
  await morning.getByRole('button', { name: 'Not on today Drama' }).click()
  const message = page.locator('[data-success]')
  await expect(message).toContainText(/Drama is off on \w+ \d+/)
  await expect(morning.getByRole('link', { name: '1 off today' })).toBeVisible()
  if (mode === 'on') {
    await waitForHydration(page)
    await expect(page.locator('#undo')).toBeFocused()
    await expect(page).toHaveNoViolations()
  }
  await message.getByRole('button', { name: /^Undo/ }).click()
  await expect(message).toContainText(/Drama is on again/)
  await expect(morning.getByRole('link', { name: '1 off today' })).toHaveCount(0)
  expect(riverbank.rows('select id from sessionChanges')).toEqual([])

  const button = morning.getByRole('button', { name: 'Not on today Drama' })
  // With scripts, the list stays open.
  if (!(await button.isVisible())) await morning.getByText('2 sessions today').click()
  await button.click()
  await message.getByRole('link', { name: 'Give a reason' }).click()
  await expect(page.getByRole('checkbox', { name: 'It is off' })).toBeChecked()
  await page.getByLabel('Reason').fill('Aoife is sick.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(message).toContainText(/Drama on \w+ \d+ has been changed/)
  await expect(findDrama(page)).toContainText(/Off on \w+ \d+: Aoife is sick\./)

  await page.context().clearCookies()
  await open('/dashboard', { as: 'daniel' })
  const today = page.locator('section[aria-labelledby=today]')
  await expect(today).toContainText('Drama is off today.Aoife is sick.')
  await expect(today.locator('li', { hasText: /^Now/ })).toHaveCount(1)
  await expect(today.locator('li', { hasText: /^Now/ })).toContainText('Art')
  const answer = await page.context().request.get(`${riverbank.url}/api/portal/today`)
  expect(await answer.json()).toMatchObject({
    sessions: [{ activity: 'Art' }, { activity: 'Drama', isOff: true, reason: 'Aoife is sick.' }],
  })
  await open('/dashboard/timetable/week', { as: 'daniel' })
  await expect(findDrama(page)).toContainText('Off: Aoife is sick.')
})

test('a session moves to another room for today, and Undo moves it back', async ({ page, open, riverbank }) => {
  planToday(riverbank)
  await open('/dashboard/timetable/week', { as: 'aoife' })
  const drama = findDrama(page)
  await drama.getByRole('link', { name: /^Change \w+ \d+ Drama/ }).click()
  await expect(page).toHaveNoViolations()
  await page.getByLabel('Another place').fill('Room 3')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(drama).toContainText(/: in Room 3/)
  await page.locator('[data-success]').getByRole('button', { name: /^Undo/ }).click()
  await expect(drama).not.toContainText('Room 3')
  expect(riverbank.rows('select id from sessionChanges')).toEqual([])
})

test('two tutors change one session: the second learns it, and saves anyway', async ({ page, open, riverbank }) => {
  planToday(riverbank)
  await open('/dashboard/timetable/week', { as: 'aoife' })
  await findDrama(page)
    .getByRole('link', { name: /^Change \w+ \d+ Drama/ })
    .click()
  const day = await page.locator('input[name=day]').inputValue()
  riverbank.change(
    "insert into sessionChanges (sessionId, day, isOff) select id, ?, 1 from weekSessions where activity = 'Drama'",
    day,
  )
  await page.getByLabel('Another place').fill('Room 3')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('What you typed is still here, but it is not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Mine Anyway' }).click()
  await expect(page.locator('[data-success]')).toBeVisible()
  expect(riverbank.rows('select isOff, place from sessionChanges')).toEqual([{ isOff: 0, place: 'Room 3' }])
})
