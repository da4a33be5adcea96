import { expect, measurePage, type Page, type RunningRiverbank, test } from '~/test/browser'
import { planToday, setDisplay } from '~/test/demo-data'

// Pages on a phone, at the size of a real centre: at most 4,000 px long and not wider than the phone.

const MIN_TARGET = 44
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
/** A recursive query of the numbers from 0. */
const count = (number: number) =>
  `with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${number - 1})`

/** Adds 900 events, one every other day, before and after today. */
const addEvents = ({ change }: RunningRiverbank) =>
  change(`${count(900)}, days(n, day) as (select n, unixepoch('now') + (n * 2 - 900) * 86400 from counted)
    insert into events (title, day, month, year, changedAt)
    select 'Outing ' || n || ' with the choir and the art class', cast(strftime('%d', day, 'unixepoch') as integer),
      json_extract('["January","February","March","April","May","June","July","August","September","October","November","December"]',
        '$[' || (strftime('%m', day, 'unixepoch') - 1) || ']'),
      cast(strftime('%Y', day, 'unixepoch') as integer), '2026-01-01T00:00:00.000Z' from days`)

const addStudents = ({ change }: RunningRiverbank) =>
  change(`${count(58)} insert into users (username, passwordHash, role, firstName, lastName, createdAt)
    select 'person.' || n, '', 'student', 'Bartholomew' || n, 'Mac Giolla Phádraig', '2026-01-01T00:00:00.000Z' from counted`)

/** Adds 400 sessions, each of one student, whose seven are spread over the week: today's and tomorrow's have more buttons. */
function addSessions(riverbank: RunningRiverbank) {
  const { change } = riverbank
  addStudents(riverbank)
  change('delete from weekSessions')
  change(`${count(400)} insert into weekSessions (weekday, "from", "to", activity, place, withWhom, isForAll)
    select json_extract('${JSON.stringify(weekdays)}', '$[' || ((n + n / 60) % 5) || ']'), format('%02d:00', 9 + n % 7), format('%02d:00', 10 + n % 7),
      'Activity ' || (n % 40), 'Room ' || (n % 17), json_extract('["Bernie","Sandra and Tom","Maeve"]', '$[' || (n % 3) || ']'), 0
    from counted`)
  change(`insert into weekSessionStudents (sessionId, userId) select weekSessions.id, users.id from weekSessions
    join users on role = 'student' and (users.id + weekSessions.id) % 60 = 0`)
}

/** Adds documents and timetables up to 1,000, each with a description. Every second one is shared, the others are Daniel's. */
function addFiles({ change }: RunningRiverbank) {
  change(`${count(1000)}
    insert into files (title, description, fileName, fileType, size, storageKey, isShared, studentId, uploadedBy, uploadedAt, album)
    select 'Worksheet ' || n, 'What it is about, in a sentence of some twelve words or so.', 'a.pdf', 'application/pdf', 1, 'row ' || n,
      n % 2, iif(n % 2, null, 2), 1, '2030-01-01T00:00:00.000Z', iif(n % 4 < 2, null, 'timetable') from counted`)
  change(`insert into timetables (fileId, startDate, endDate) select id, '2030-09-07', '2030-12-18' from files
    where album = 'timetable' and title like 'Worksheet %'`)
}

const week = '/dashboard/timetable/week/plan'
/** The pages, with their number of rows if they are in a list of pages. */
const pages: [path: string, rows?: number][] = [
  ['/dashboard/calendar/events', 20],
  ['/dashboard/calendar/events?past&page=12', 20],
  [`${week}?of=all`],
  [`${week}?of=all&by=tutor&one=tom`],
  [`${week}?of=2&add=yes`],
  ['/dashboard/timetable/register/month?month=2026-10'],
]

async function expectShort(page: Page, path: string) {
  expect((await measurePage(page)).height, path).toBeLessThan(4000)
  expect((await (await page.request.get(path)).body()).length, path).toBeLessThan(150_000)
  await page.setViewportSize({ width: 320, height: 740 })
  expect((await measurePage(page)).width, path).toBe(320)
}

test('900 events, a week with 400 sessions and a month of 60 people are short pages @once', async ({
  page,
  open,
  riverbank,
}) => {
  addEvents(riverbank)
  addSessions(riverbank)
  for (const [path, rows] of pages) {
    await page.setViewportSize({ width: 360, height: 740 })
    await open(path, { as: 'aoife' })
    if (rows) await expect(page.getByRole('main').locator('details')).toHaveCount(rows)
    await expectShort(page, path)
  }
  await expect(page).toHaveNoViolations()
})

test('a picture is small in its row, and each of 1,000 files has Download and Edit in one line @once', async ({
  page,
  open,
  riverbank,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { path, picture } of [
    { path: '/dashboard', picture: /^Two people paint at a big table/ },
    { path: '/dashboard/timetable', picture: /^Six drawings\. Monday: / },
  ]) {
    await open(path, { as: 'aoife' })
    const image = page.getByRole('img', { name: picture })
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    expect((await image.boundingBox())?.height).toBeLessThanOrEqual(80)
    await page.getByRole('link', { name: picture }).click()
    await expect(page.getByRole('link', { name: /^Back to / })).toBeVisible()
  }

  addFiles(riverbank)
  for (const { path, min, maxHeight } of [
    // Two lists of ten.
    { path: '/dashboard', min: 20, maxHeight: 5500 },
    { path: '/dashboard?search=worksheet', min: 10, maxHeight: 4000 },
    { path: '/dashboard/timetable', min: 10, maxHeight: 4000 },
  ]) {
    await open(path)
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Edit / }) })
    expect(await rows.count(), path).toBeGreaterThanOrEqual(min)
    // Others have the same content.
    for (const row of [rows.first(), rows.last()]) {
      await expect(row.getByRole('heading')).toBeVisible()
      await expect(row.getByText('What it is about, in a sentence of some twelve words or so.')).toBeVisible()
      await expect(row.getByText('1 January 2030 by Aoife Brennan')).toBeVisible()
      const boxes = [/^Download /, /^Edit /].map((name) => row.getByRole('link', { name }).boundingBox())
      const [download, edit] = await Promise.all(boxes)
      for (const box of [download, edit])
        expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(MIN_TARGET)
      expect(edit?.y).toBe(download?.y)
      await expect(row.getByRole('link', { name: /^Delete / })).toBeHidden()
    }
    expect((await measurePage(page)).height, path).toBeLessThanOrEqual(maxHeight)
  }
})

test('a student has at most seven large choices before the content, and a session’s long word is whole @once', async ({
  page,
  open,
  riverbank,
}) => {
  for (const path of ['/dashboard', '/dashboard/timetable', '/dashboard/calendar', '/dashboard/notices']) {
    await open(path, { as: 'daniel' })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const choices = await page.evaluate(() => {
        const heading = document.querySelector('[role=tabpanel] h2')!
        return [...document.querySelectorAll<HTMLElement>('a, button, summary, input, select')]
          .filter((one) => heading.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)
          .filter((one) => one.checkVisibility() && !one.matches('.sr-only'))
          .map((one) => ({ text: one.textContent, height: one.getBoundingClientRect().height }))
      })
      expect(choices.length, `${path} at ${width} px: ${choices.map(({ text }) => text)}`).toBeLessThanOrEqual(7)
      expect(choices.filter(({ height }) => height < 48)).toEqual([])
    }
  }

  planToday(riverbank, [['00:00', '23:58', 'Photography', 'art']])
  for (const path of ['/dashboard', '/dashboard/timetable']) {
    await open(path)
    for (const width of [320, 360, 1024, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const lines = await page.getByRole('heading', { name: 'Photography' }).evaluate((element) => {
        const word = document.createRange()
        word.selectNodeContents(element)
        return word.getClientRects().length
      })
      expect(lines, `${path} at ${width} px`).toBe(1)
      expect((await measurePage(page)).width).toBeLessThanOrEqual(width)
    }
  }

  // In the plain display, the first screen is short too.
  planToday(riverbank, [
    ['00:00', '23:58', 'Photography', 'art'],
    ['23:58', '23:59', 'Lunch', 'lunch'],
  ])
  setDisplay(riverbank, 'plain')
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard')
  await expectShort(page, '/dashboard')
  await expect(page).toHaveNoViolations()
})
