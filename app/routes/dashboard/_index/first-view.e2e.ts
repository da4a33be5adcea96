import { expect, type Locator, measurePage, type Page, type RunningRiverbank, resizeWindow, test } from '~/test/browser'
import { planToday } from '~/test/demo-data'

// Files are what people come to My Files for: what is ours is below them, or above them on one line.

const sizes = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

function planAnotherDay(riverbank: RunningRiverbank) {
  planToday(riverbank, [['10:00', '11:00', 'Art']])
  riverbank.change("update weekSessions set weekday = iif(weekday = 'Tuesday', 'Wednesday', 'Tuesday')")
}

const addNotice = ({ change }: RunningRiverbank) =>
  change(`insert into notices (title, text, until, isForAll, createdAt)
    values ('Bring a coat', 'We go out.', '2099-01-01', 1, '2026-01-01T00:00:00.000Z')`)

const findFiles = (page: Page) => page.locator('main li[id^=file-]')
const getBox = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** Expects the first file's title on the first screen of each size. */
async function expectFirstFileInView(page: Page) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(findFiles(page).first().getByRole('heading')).toBeInViewport({ ratio: 1 })
  }
}

test('a student’s first file is on the first screen; what is ours is below the files, and only the day above @once', async ({
  page,
  open,
  riverbank,
}) => {
  planAnotherDay(riverbank)
  addNotice(riverbank)
  await page.setViewportSize(sizes[0]!)
  await open('/dashboard', { as: 'daniel' })
  await expect(page.locator('#day')).toContainText(/: Nothing is on today\. The next day is/)
  await expectFirstFileInView(page)
  const last = await getBox(findFiles(page).last())
  for (const id of ['my-say', 'notices'])
    expect((await getBox(page.locator(`#${id}`))).y, id).toBeGreaterThan(last.y + last.height)
  await page.getByRole('link', { name: '1 notice', exact: true }).click()
  await expect(page.getByText('Bring a coat')).toBeInViewport()
  await page.getByRole('link', { name: /^\d questions? for you$/ }).click()
  await expect(page.locator('#own-word, #my-say').first()).toBeInViewport()

  planToday(riverbank, [['00:00', '23:59', 'Art']])
  await open('/dashboard')
  for (const { width } of sizes) {
    await resizeWindow(page, width)
    const { y } = await getBox(findFiles(page).first())
    const above = await page
      .locator('main section, main details')
      .evaluateAll(
        (parts, file) =>
          parts.filter((part) => part.getBoundingClientRect().bottom + scrollY <= file + scrollY).map(({ id }) => id),
        y,
      )
    expect(above).toEqual(['day'])
  }

  // Many files are pages of ten, without folds, their number next to the heading.
  riverbank.change('delete from files where isShared = 0')
  riverbank.change(`insert into files (title, fileName, fileType, size, storageKey, isShared, studentId, uploadedBy, uploadedAt, openedAt)
      with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 26)
      select 'Sheet ' || n, 'a.pdf', 'application/pdf', 1, 'row ' || n, 0, 2, 1, '2024-01-01T00:00:00.000Z', '2024-02-01T00:00:00.000Z' from counted`)
  await open('/dashboard')
  const list = page.getByRole('region', { name: 'My Personal Files' })
  for (const { width } of sizes.slice(1)) {
    await resizeWindow(page, width)
    await expect(findFiles(page).filter({ hasText: 'Sheet' })).toHaveCount(10)
    for (const file of await findFiles(page).all()) await expect(file.getByRole('heading')).toBeVisible()
    const heading = await getBox(list.getByRole('heading', { name: 'My Personal Files' }))
    const found = await getBox(list.getByText('26 files', { exact: true }))
    expect(found.x).toBeGreaterThanOrEqual(heading.x + heading.width)
    expect(found.y).toBeLessThan(heading.y + heading.height)
  }
})

test('a tutor’s first file is on the first screen when there is nothing to do @once', async ({
  page,
  open,
  riverbank,
}) => {
  planAnotherDay(riverbank)
  for (const what of ['update files set openedAt = uploadedAt', 'delete from enquiries', 'delete from absences'])
    riverbank.change(what)
  await page.setViewportSize(sizes[0]!)
  await open('/dashboard', { as: 'aoife' })
  const morning = page.getByRole('region', { name: /^This (morning|afternoon)/ })
  await expect(morning).toHaveText(/: nothing to do\.$/)
  await expectFirstFileInView(page)

  // The day's sessions are nothing to do either.
  planToday(riverbank, [['00:00', '23:59', 'Drama']])
  await page.setViewportSize(sizes[0]!)
  await open('/dashboard', { as: 'aoife' })
  await expect(page.getByRole('heading', { name: /^This (morning|afternoon): 1 session$/ })).toBeVisible()
  await expectFirstFileInView(page)
  await morning.locator('summary').first().click()
  await expect(morning.getByText('1 session today')).toBeVisible()
  await page.setViewportSize(sizes[2]!)
  await expect(findFiles(page).first().getByRole('heading')).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveNoViolations()
})

test('a tutor’s upload of photos is below them on a phone, and ‘Find files’ leads to the search @once', async ({
  page,
  open,
}) => {
  await open('/dashboard/notices/qqi', { as: 'aoife' })
  const getPhoto = () => getBox(page.locator('li[id^=photo-]').first())
  const getUpload = () => getBox(page.getByRole('region', { name: 'Add photos' }))
  await page.setViewportSize(sizes[2]!)
  expect((await getUpload()).x).toBeGreaterThan((await getPhoto()).x + (await getPhoto()).width)
  expect((await getUpload()).y).toBeLessThan(sizes[2]!.height)
  await page.setViewportSize(sizes[0]!)
  expect((await getUpload()).y).toBeGreaterThan((await getPhoto()).y)
  await expect(page.locator('li[id^=photo-]').first()).toBeInViewport()
  await page.getByRole('link', { name: 'Add photos' }).click()
  await expect(page.getByLabel('Photos', { exact: false }).first()).toBeInViewport()

  await open('/dashboard')
  const search = page.getByLabel('Search names and titles')
  await expect(search).toBeHidden()
  await page.getByRole('link', { name: 'Find files' }).click()
  await search.fill('river')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('1 file has ‘river’ in the title.', { exact: true })).toBeVisible()
  await expect(search).toHaveValue('river')
})

test('Log Out is in the header at every width and text size @once', async ({ page, open, riverbank }) => {
  planToday(riverbank, [['00:00', '23:59', 'Art']])
  const logOut = page.getByRole('banner').getByRole('button', { name: 'Log Out' })
  for (const { as, path, parts } of [
    { as: 'daniel', path: '/dashboard' },
    { as: 'daniel', path: '/dashboard', parts: '[]' },
    { as: 'aoife', path: '/dashboard' },
    { as: 'aoife', path: '/settings' },
  ] as const) {
    if (parts) riverbank.change('insert into shownParts (userId, parts, version) values (2, ?, 2)', parts)
    await page.context().clearCookies()
    await open(path, { as })
    for (const text of ['100', '200']) {
      await page.evaluate((size) => (document.documentElement.dataset.text = size), text)
      await page.emulateMedia({ forcedColors: text === '200' ? 'active' : null })
      for (const width of [320, 640, 1280]) {
        const where = `${path} as ${as} with text of ${text} % at ${width} px`
        await resizeWindow(page, width)
        await expect(page.getByRole('button', { name: 'Log Out' }), where).toHaveCount(1)
        await expect(logOut, where).toBeInViewport({ ratio: 1 })
        expect((await getBox(logOut)).height, where).toBeGreaterThanOrEqual(48)
        expect((await measurePage(page)).width, where).toBeLessThanOrEqual(width)
      }
    }
    await page.locator('body').press('Tab')
    const isFocused = () => logOut.evaluate((button) => button === document.activeElement)
    for (let step = 0; step < 4 && !(await isFocused()); step++) await page.keyboard.press('Tab')
    await expect(logOut).toBeFocused()
  }
})
