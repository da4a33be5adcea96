import { expect, type Page, type RunningRiverbank, test } from '~/test/browser'

// A tutor's document and timetable rows on a phone, at the size of a real centre.

const FILES = 1000
/** In CSS px. */
const MAX_HEIGHT = 4000
const MIN_TARGET = 44

/** Adds documents and timetables up to FILES, each with a description. Every second one is shared, the others are Daniel's. */
function addFiles(riverbank: RunningRiverbank) {
  riverbank.change(
    `insert into files (title, description, fileName, fileType, size, storageKey, isShared, studentId, uploadedBy, uploadedAt, album)
    with recursive counted(number) as (select 1 union all select number + 1 from counted where number < ?)
    select 'Worksheet ' || number, 'What it is about, in a sentence of some twelve words or so.', 'a.pdf', 'application/pdf', 1,
      'row ' || number, number % 2, iif(number % 2, null, 2), 1, '2030-01-01T00:00:00.000Z', iif(number % 4 < 2, null, 'timetable')
    from counted`,
    FILES,
  )
  riverbank.change(
    `insert into timetables (fileId, startDate, endDate) select id, '2030-09-07', '2030-12-18' from files
    where album = 'timetable' and title like 'Worksheet %'`,
  )
}

/** Expects every row to show all that the specification names, with its two buttons side by side and large enough. */
async function expectWholeRows(page: Page, least: number) {
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Edit / }) })
  expect(await rows.count()).toBeGreaterThanOrEqual(least)
  for (const row of await rows.all()) {
    await expect(row.getByRole('heading')).toBeVisible()
    await expect(row.getByText('What it is about, in a sentence of some twelve words or so.')).toBeVisible()
    await expect(row.getByText('1 January 2030 by Aoife Brennan')).toBeVisible()
    const boxes = [/^Download /, /^Edit /].map((name) => row.getByRole('link', { name }).boundingBox())
    const [download, edit] = await Promise.all(boxes)
    for (const box of [download, edit]) {
      expect(box?.height).toBeGreaterThanOrEqual(MIN_TARGET)
      expect(box?.width).toBeGreaterThanOrEqual(MIN_TARGET)
    }
    expect(edit?.y).toBe(download?.y)
    await expect(row.getByRole('link', { name: /^Delete / })).toBeHidden()
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_HEIGHT)
}

test(`with ${FILES} files each row is complete, with Download and Edit, on a page of ${MAX_HEIGHT} px`, async ({
  open,
  riverbank,
}) => {
  addFiles(riverbank)
  const page = await open('/dashboard/profile', { as: 'aoife' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { path, least } of [
    { path: '/dashboard', least: 10 },
    { path: '/dashboard?of=2', least: 10 },
    { path: '/dashboard?search=worksheet', least: 10 },
    { path: '/dashboard/timetable', least: 7 },
  ]) {
    await page.goto(path)
    await expectWholeRows(page, least)
  }
})

test('a picture is small in its row, and opens', async ({ open }) => {
  const page = await open('/dashboard/profile', { as: 'aoife' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { path, picture } of [
    { path: '/dashboard', picture: /^Two people paint at a big table/ },
    { path: '/dashboard/timetable', picture: /^Six drawings\. Monday: / },
  ]) {
    await page.goto(path)
    const image = page.getByRole('img', { name: picture })
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveJSProperty('complete', true)
    expect(await image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    expect((await image.boundingBox())?.height).toBeLessThanOrEqual(80)
    await page.getByRole('link', { name: picture }).click()
    await expect(page.getByRole('link', { name: /^Back to / })).toBeVisible()
  }
})
