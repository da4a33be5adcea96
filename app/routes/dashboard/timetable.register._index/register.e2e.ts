import { readFile } from 'node:fs/promises'
import { countSheets, expect, type Page, type RunningRiverbank, test } from '~/test/browser'

const { format } = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Dublin' })

const firstNames = [
  ...['Aleksandra', 'Bartholomew', 'Caoimhe', 'Donnchadh', 'Éabha', 'Fiachra'],
  ...['Gráinne', 'Hannah', 'Iarla', 'Joanna', 'Krzysztof', 'Laoise'],
]
const lastNames = ['O’Shaughnessy', 'Daly', 'Mac Giolla Phádraig', 'Kovalenko', 'Ní Bhriain']

/** A centre of 60 students, of whom a family reported one as absent today. */
function fillCentre({ change, rows }: RunningRiverbank) {
  const [{ n = 0 } = {}] = rows("select count(*) as n from users where role = 'student' and closedAt is null") as {
    n: number
  }[]
  for (let number = n; number < 60; number++)
    change(
      `insert into users (username, passwordHash, role, firstName, lastName, createdAt)
       values (?, '', 'student', ?, ?, '2026-01-01T00:00:00.000Z')`,
      ...[`person.${number}`, firstNames[number % 12], lastNames[Math.floor(number / 12) % 5]],
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

test('a tutor saves the register of 60 people on a phone in at most 8 presses @journey-off', async ({
  page,
  open,
  riverbank,
}) => {
  fillCentre(riverbank)
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard', { as: 'aoife' })
  let presses = 0
  const press = async (target: ReturnType<Page['locator']>) => {
    presses += 1
    await target.click()
  }
  await press(page.getByText('Menu', { exact: true }))
  await press(page.locator('a[href="/dashboard/timetable"]:visible').first())
  await press(page.getByRole('link', { name: 'Register', exact: true }))
  await expect(page.getByRole('radio')).toHaveCount(240)
  await expect(page.getByText('told by Mother')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await press(choose(page, 'Daniel Okafor', 'not here'))
  await press(choose(page, 'Éabha Kovalenko', 'late'))
  await press(page.getByRole('button', { name: 'Everybody else is here' }))
  await expect(page.getByText('58 here, 2 not here.')).toBeVisible()
  expect(presses).toBeLessThanOrEqual(8)
  await expect(choose(page, 'Daniel Okafor', 'not here')).toBeChecked()

  // A time, with the second button.
  const time = page.getByLabel(/: late$/).last()
  await time.fill('10.30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The message is the same as before.
  await expect(time).toHaveValue('10:30')
  await expect(page.getByText('58 here, 2 not here.')).toBeVisible()
  expect(riverbank.rows("select time from attendance where state = 'late'")).toEqual([{ time: '10:30' }])
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('1 line is as before.')).toBeVisible()
  await expect(page).toHaveNoViolations()
})

test('the second of two tutors learns what the first one changed, and nothing that they chose is lost', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard/timetable/register', { as: 'aoife' })
  riverbank.change(
    "insert into attendance (userId, date, state, recordedBy, recordedAt) values (2, ?, 'late', 1, '2026-01-01')",
    format(new Date()),
  )
  await choose(page, 'Daniel Okafor', 'not here').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/has changed this since you opened it\. Daniel Okafor: late/).first()).toBeVisible()
  await expect(choose(page, 'Daniel Okafor', 'not here')).toBeChecked()
  await expect(page.getByText('Now: late')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Register saved')).toBeVisible()
  expect(riverbank.rows('select state from attendance where userId = 2')).toEqual([{ state: 'not here' }])
})

test('a month is a table that fits on one sheet, and a file; students see their days once it is on', async ({
  page,
  open,
  riverbank,
}) => {
  for (const day of ['2026-10-01', '2026-10-02'])
    riverbank.change(
      "insert into attendance (userId, date, state, time, recordedAt) values (2, ?, 'late', '10:30', '2026-01-01')",
      day,
    )
  riverbank.change(
    "insert into attendance (userId, date, state, recordedAt) values (2, ?, 'here', '2026-01-01')",
    format(new Date()),
  )
  await open('/dashboard/timetable/register/month?month=2026-10', { as: 'aoife' })
  await expect(page.getByRole('row', { name: /^Daniel Okafor 2 0 L 10:30 L 10:30/ })).toBeVisible()
  expect(await countSheets(page)).toBe(1)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download for a spreadsheet' }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toContain('Daniel Okafor,22,2,0,20,late 10:30,late 10:30,')
  await page.getByRole('button', { name: /^Show it/ }).click()
  await expect(page.getByText('Students can see their days')).toBeVisible()
  await expect(page).toHaveNoViolations()
  fillCentre(riverbank)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(61)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.context().clearCookies()
  await open('/dashboard/timetable/week', { as: 'daniel' })
  await expect(page.getByText(/^You were here 1 day in \w+\.$/)).toBeVisible()
})
