import { delayResponses, expect, type Page, test, waitForHydration } from '~/test/browser'
import { FULL_RUN_ONLY } from '~/test/modes'

// Focus goes to the right place after a click, and is visible, on a small phone and on a laptop.

const sizes = [
  { width: 320, height: 640 },
  { width: 1280, height: 720 },
]
const findHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** `inMenu`: on a phone the link is in the menu. */
const journeys: { from: string; press: RegExp; heading: string; inMenu?: true }[] = [
  { from: '/dashboard/profile/people', press: /^Add a person/, heading: 'Add a person' },
  { from: '/dashboard/profile/people', press: /^Daniel/, heading: 'Daniel Okafor' },
  { from: '/dashboard/profile/people/2', press: /^Activity of/, heading: 'Activity of Daniel Okafor' },
  { from: '/dashboard/newsletter', press: /^View Autumn at Riverbank/, heading: 'Autumn at Riverbank' },
  { from: '/dashboard/newsletter/1', press: /^Preview/, heading: 'Preview' },
  { from: '/dashboard/newsletter/1/preview', press: /^Back/, heading: 'Autumn at Riverbank' },
  { from: '/dashboard/newsletter/1', press: /^Close/, heading: 'Newsletter Management' },
  { from: '/dashboard/newsletter/subscribers/import', press: /^Cancel/, heading: 'Newsletter Management' },
  { from: '/dashboard/profile', press: /^My settings/, heading: 'My settings', inMenu: true },
]

for (const size of sizes)
  test(`the heading of an opened page has focus at ${size.width} px @scripts`, {
    tag: size.width === 320 ? [] : FULL_RUN_ONLY,
  }, async ({ page, open }) => {
    await page.setViewportSize(size)
    await open('/dashboard/notices', { as: 'aoife' })
    for (const journey of journeys) {
      await page.goto(journey.from)
      await waitForHydration(page)
      if (journey.inMenu && size.width === 320) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: journey.press }).first().click()
      await expect(findHeading(page, journey.heading), journey.from).toBeFocused()
      await expect(findHeading(page, journey.heading)).toBeInViewport({ ratio: 1 })
    }
  })

test('a pressed tab keeps focus @scripts', async ({ page, open }) => {
  await open('/dashboard/notices', { as: 'aoife' })
  for (const { from, pressed } of [
    { from: '/dashboard/newsletter', pressed: ['Subscribers', 'Create Newsletter', 'Newsletters'] },
    { from: '/dashboard/board', pressed: ['Strategic Plans', 'Board Members'] },
    { from: '/dashboard/profile', pressed: ['Enquiries', 'People', 'Activity log'] },
    { from: '/dashboard', pressed: ['Board', 'Newsletter', 'Notices'] },
  ]) {
    await page.goto(from)
    await waitForHydration(page)
    for (const name of pressed) {
      const tab = page.getByRole('tab', { name, exact: true })
      await tab.evaluate((element) => element.setAttribute('data-same', ''))
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      await expect(tab).toBeFocused()
      await expect(tab).toHaveAttribute('data-same')
    }
  }
})

test('going back restores the scroll position @scripts', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/dashboard/profile/people', { as: 'aoife' })
  const link = page.getByRole('link', { name: 'Niamh Walsh' })
  await link.click()
  await expect(findHeading(page, 'Niamh Walsh')).toBeFocused()
  await page.goBack()
  await expect(findHeading(page, 'People')).toBeFocused()
  await expect(link).toBeInViewport()
})

test('focus stays in the list when a pressed button disappears @scripts', async ({ page, open }) => {
  await open('/dashboard/profile/enquiries', { as: 'aoife' })
  await page
    .getByRole('button', { name: /^Mark as spam/ })
    .first()
    .click()
  await expect(findHeading(page, 'Enquiries')).toBeFocused()
})

const questions = [
  '/dashboard/files/1/delete',
  '/dashboard/newsletter/subscribers/4/delete',
  '/dashboard/resources/1/delete',
  '/dashboard/profile/people/3/erase',
]
for (const size of sizes) {
  test(`delete questions are in view at ${size.width} px`, {
    tag: size.width === 320 ? [] : FULL_RUN_ONLY,
  }, async ({ page, open }) => {
    await page.setViewportSize(size)
    await open('/dashboard/notices', { as: 'aoife' })
    for (const path of questions) {
      await page.goto(path)
      const title = page.getByRole('heading', { level: 2, name: /^(Delete|Erase)/ })
      await expect(title, path).toBeFocused()
      await expect(title).toBeInViewport({ ratio: 1 })
      await expect(page.getByText(/Are you sure/)).toBeInViewport({ ratio: 1 })
    }
  })

  test(`a question in a dialog over its list is in view at ${size.width} px @scripts`, {
    tag: size.width === 320 ? [] : FULL_RUN_ONLY,
  }, async ({ page, open }) => {
    await page.setViewportSize(size)
    await open('/dashboard/resources', { as: 'aoife' })
    await page
      .getByRole('link', { name: /^Delete/ })
      .last()
      .click()
    await expect(findHeading(page, 'Delete Resource')).toBeFocused()
    await expect(page.getByText(/Are you sure/)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeInViewport({ ratio: 1 })
  })
}

for (const { path, button, fill } of [
  { path: '/dashboard/profile/people/3', button: /^Save name|^Saving/, fill: { 'First name': 'Neve' } },
  { path: '/dashboard/resources/1/delete', button: /^Delete$|^Deleting/, fill: {} },
  { path: '/contact', button: /^Subscribe to|^Subscribing/, fill: { 'Email address': 'maura@example.org' } },
])
  test(`the pressed button of ${path} keeps focus while it waits @scripts`, async ({ page, open }) => {
    await open(path, { as: 'aoife' })
    for (const [label, value] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).fill(value)
    const pressed = page.getByRole('button', { name: button })
    const release = await delayResponses(page, /\.data/)
    await pressed.click()
    await expect(pressed).toHaveText(/\.\.\.$/)
    await expect(pressed).toBeFocused()
    await expect(pressed).toHaveAttribute('aria-disabled', 'true')
    await expect(page.locator('button[disabled]')).toHaveCount(0)
    release()
    await expect(page.getByText(/\.\.\.$/)).toHaveCount(0)
  })
