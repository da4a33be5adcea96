import { expect, measurePage, type Page, type RunningRiverbank, test } from '~/test/browser'

const { format } = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Dublin' })

/** Makes a centre of 60 students, of whom a family reported one as absent today. */
function fillCentre({ change }: RunningRiverbank) {
  change(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 58)
      insert into users (username, passwordHash, role, firstName, lastName, createdAt)
      select 'person.' || n, '', 'student', 'Éabha ' || n, 'Mac Giolla Phádraig', '2026-01-01T00:00:00.000Z' from numbers`,
  )
  change('delete from absences')
  change(
    `insert into absences (userId, startDate, endDate, saidBy, createdAt)
      values ((select id from users where username = 'person.20'), ?, ?, 'Mother', '2026-01-01T00:00:00.000Z')`,
    ...[format(new Date()), format(new Date())],
  )
}

const choose = (page: Page, name: string, state: string) =>
  page.getByRole('radio', { name: `${name}: ${state}`, exact: true })

test('a tutor saves the register of 60 people on a phone in 8 presses @once', async ({ page, open, riverbank }) => {
  fillCentre(riverbank)
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard', { as: 'aoife' })
  let presses = 0
  const press = async (target: ReturnType<Page['locator']>) => {
    presses += 1
    await target.click()
  }
  await press(page.locator('a[href="/dashboard/timetable"]:visible').first())
  await press(page.getByRole('link', { name: 'Register', exact: true }))
  await expect(page.getByRole('radio')).toHaveCount(240)
  await expect(page.getByText('told by Mother')).toBeVisible()
  const { width, height } = await measurePage(page)
  expect(width).toBe(360)
  expect(height).toBeLessThan(4000)
  await press(choose(page, 'Daniel Okafor', 'not here'))
  await press(choose(page, 'Éabha 7 Mac Giolla Phádraig', 'late'))
  await press(page.getByRole('button', { name: 'Everybody else is here' }))
  await expect(page.getByText('58 here, 2 not here.')).toBeVisible()
  expect(presses).toBeLessThanOrEqual(8)
  await expect(choose(page, 'Daniel Okafor', 'not here')).toBeChecked()

  // A time, with the second button.
  const time = page.getByLabel(/: late$/).last()
  await time.fill('10.30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(time).toHaveValue('10:30')
  expect(riverbank.rows("select time from attendance where state = 'late'")).toEqual([{ time: '10:30' }])
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('1 line is as before.')).toBeVisible()
  await expect(page).toHaveNoViolations()
})
