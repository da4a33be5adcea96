import { delayResponses, expect, type Page, test } from '~/test/browser'

// Focus goes to the right place after a click, and is visible, on a small phone.

test.use({ viewport: { width: 320, height: 640 } })

const findHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('the heading of an opened page has focus, and going back restores the scroll position @scripts', async ({
  page,
  open,
}) => {
  for (const { from, press, heading } of [
    { from: '/dashboard/profile/people', press: /^Daniel/, heading: 'Daniel Okafor' },
    { from: '/dashboard/newsletter', press: /^View Autumn at Riverbank/, heading: 'Autumn at Riverbank' },
    { from: '/dashboard/newsletter/1/preview', press: /^Back/, heading: 'Autumn at Riverbank' },
    { from: '/dashboard/newsletter/subscribers/import', press: /^Cancel/, heading: 'Newsletter Management' },
    { from: '/dashboard/profile', press: /^My settings/, heading: 'My settings' },
  ]) {
    await open(from, { as: 'aoife' })
    await page.getByRole('link', { name: press }).first().click()
    await expect(findHeading(page, heading), from).toBeFocused()
    await expect(findHeading(page, heading)).toBeInViewport({ ratio: 1 })
  }

  await open('/dashboard/profile/people')
  const link = page.getByRole('link', { name: 'Niamh Walsh' })
  await link.click()
  await expect(findHeading(page, 'Niamh Walsh')).toBeFocused()
  await page.goBack()
  await expect(findHeading(page, 'People')).toBeFocused()
  await expect(link).toBeInViewport()
})

test('a pressed tab or button keeps focus, or the list if it disappears @scripts', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const { from, pressed } of [
    { from: '/dashboard/newsletter', pressed: ['Subscribers', 'Create Newsletter', 'Newsletters'] },
    { from: '/dashboard/board', pressed: ['Strategic Plans', 'Board Members'] },
    { from: '/dashboard', pressed: ['Board', 'Newsletter', 'Notices'] },
  ]) {
    await open(from, { as: 'aoife' })
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

  await page.setViewportSize({ width: 320, height: 640 })
  await open('/dashboard/profile/enquiries')
  await page
    .getByRole('button', { name: /^Mark as spam/ })
    .first()
    .click()
  await expect(findHeading(page, 'Enquiries')).toBeFocused()

  await open('/dashboard/profile/people/3')
  await page.getByLabel('First name', { exact: true }).fill('Neve')
  const pressed = page.getByRole('button', { name: /^Save name|^Saving/ })
  const release = await delayResponses(page, /\.data/)
  await pressed.click()
  await expect(pressed).toHaveText(/\.\.\.$/)
  await expect(pressed).toBeFocused()
  await expect(pressed).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('button[disabled]')).toHaveCount(0)
  release()
  await expect(page.getByText(/\.\.\.$/)).toHaveCount(0)
})

test('the question before a delete is in view', async ({ page, open }) => {
  for (const path of ['/dashboard/files/1/delete', '/dashboard/profile/people/3/erase']) {
    await open(path, { as: 'aoife' })
    const title = page.getByRole('heading', { level: 2, name: /^(Delete|Erase)/ })
    await expect(title, path).toBeFocused()
    await expect(title).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/Are you sure/)).toBeInViewport({ ratio: 1 })
  }
})
