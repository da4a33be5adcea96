import sharp from 'sharp'
import { expect, type Page, resizeWindow, submitLogIn, test } from '~/test/browser'
import type { Break } from '~/test/faulty-proxy'
import { createPhoto, publishPictures, storePhotos } from '~/test/own-pictures'
import { ANSWER_TIMEOUT } from '~/ui/browser/request-failure'

test('a student logs in, sees the tabs of a student, and logs out @journey @once', async ({
  page,
  logInByForm,
  riverbank,
}) => {
  await logInByForm('demo.student')
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page.getByText('Welcome to the Student Portal.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Student Portal Dashboard' })).toBeVisible()
  await expect(page.getByRole('banner').getByText('Daniel', { exact: true })).toBeVisible()
  await expect(page.getByText('Welcome to the student portal', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['My Files', 'Riverbank Timetable', 'Calendar', 'Notices'])
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toMatch(/^[\w-]{43}$/)
  await expect(page).toHaveNoViolations()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: 'You have been successfully logged out.' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  expect(riverbank.rows('select endedAt is not null as ended from sessions order by id desc limit 1')).toEqual([
    { ended: 1 },
  ])

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Student Portal Dashboard' })).toHaveCount(0)
})

test('an empty log-in and a wrong password show messages on a small phone @once', async ({ page, open, riverbank }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/login')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
    'Error: Username must be at least 2 characters.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Error: Password is required.')
  const before = riverbank.rows('select count(*) as count from sessions')
  await submitLogIn(page, 'demo.student2', 'not my password')
  const reported = page.getByRole('region', { name: 'Log In' }).getByRole('alert')
  await expect(reported).toContainText('Login failed: 401. Please check your credentials and try again.')
  await expect(reported).toContainText('The username or the password is wrong.')
  await expect(reported.getByText('Login failed', { exact: true })).toBeInViewport({ ratio: 1 })
  // The message appears once and has the focus.
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.locator('[role=alert]:focus-within')).toBeVisible()
  await expect(page).toHaveTitle('Error: Student Portal - Riverbank')
  await expect(page.getByLabel('Username')).toHaveValue('demo.student2')
  expect(riverbank.rows('select count(*) as count from sessions')).toEqual(before)
  await expect(page).toHaveNoViolations()
})

/** How bright each pixel of the log-in's background is, as its contrast with white (WCAG 2.2); without the text before it. */
async function measureBackground(page: Page) {
  const background = page.locator('[data-ground]')
  await background.evaluate((one) => {
    for (const other of one.parentElement!.children)
      if (other !== one) (other as HTMLElement).style.visibility = 'hidden'
  })
  const drawn = sharp(await background.screenshot())
  const { width, height } = await drawn.metadata()
  // At its edges are pixels of the page around it.
  const inside = { left: 2, top: 2, width: width - 4, height: height - 4 }
  const data = await drawn.extract(inside).removeAlpha().raw().toBuffer()
  const contrasts = new Set<number>()
  const toLight = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [...data.subarray(at, at + 3)].map((part) => toLight(part / 255))
    contrasts.add(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05))
  }
  return { min: Math.min(...contrasts), shades: contrasts.size }
}

test('behind the log-in is the drawing, dark in the theme’s colour, at every width @once', async ({ page, open }) => {
  await open('/portal')
  const background = page.locator('[data-ground]')
  for (const width of [360, 768, 1280, 1920]) {
    await resizeWindow(page, width)
    await expect(background).toHaveCSS('background-image', /portal-background\.svg/)
    const [screen, whole] = await Promise.all([background.boundingBox(), page.locator('main').boundingBox()])
    expect(screen).toMatchObject({ x: 0, width })
    expect(screen!.height).toBeGreaterThanOrEqual(whole!.height - 1)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(background).toBeHidden()
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
  await expect(background).toBeHidden()
  await page.emulateMedia({ forcedColors: 'none' })
  for (const width of [360, 1920]) {
    await resizeWindow(page, width)
    const { min, shades } = await measureBackground(page)
    expect(min, 'contrast of white text').toBeGreaterThanOrEqual(7)
    expect(shades).toBeGreaterThan(5)
  }
})

test('behind the log-in is a centre’s own large picture, small on a phone @once', async ({ page, open, riverbank }) => {
  const [name] = await storePhotos(riverbank, [(await createPhoto(1200, 600)).bytes])
  publishPictures(riverbank, () => ({ picture: name }))
  await page.setViewportSize({ width: 360, height: 800 })
  await open('/portal')
  const photo = page.locator('[data-ground] img')
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  expect(await photo.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/-400\.webp$/)
  expect((await measureBackground(page)).min).toBeGreaterThanOrEqual(7)
  expect((await page.content()).includes('portal-background')).toBe(false)
})

test.describe('when the connection fails', () => {
  test.use({ usesFaultyProxy: true, expectsServerErrors: true })

  test('a log-in says why, and can be repeated @scripts', async ({ page, open, line }) => {
    await page.clock.install()
    await open('/portal')
    const alert = page.getByRole('alert').first()
    for (const [how, words] of [
      ['gone', 'Login failed: no connection. There is no connection at the moment.'],
      [502, 'Login failed: 502. The website is not available at the moment.'],
      ['silent', 'Login failed: no answer. The website is not responding.'],
    ] as [Break, string][]) {
      line.break(how)
      const sent = line.seen.length
      await submitLogIn(page, 'demo.student2')
      if (how === 'silent') {
        await expect.poll(() => line.seen.slice(sent).some((request) => request.startsWith('POST'))).toBe(true)
        await page.clock.fastForward(ANSWER_TIMEOUT)
      }
      await expect(alert).toContainText(words)
      await expect(alert).toBeFocused()
      await expect(page.getByLabel('Username')).toHaveValue('demo.student2')
    }
    line.mend()
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
