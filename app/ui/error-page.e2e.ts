import { expect, type Page, test } from '~/test/browser'

test.use({ expectsServerErrors: true })

/** Opens an address by client-side navigation, as the Forward button does. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('an unknown or forbidden page stays within the portal and links to My Files @scripts', async ({ page, open }) => {
  for (const { path, heading, person } of [
    { path: '/dashboard/nowhere', heading: 'Page Not Found', person: 'daniel' },
    { path: '/dashboard/resources', heading: 'You can’t open this page', person: 'daniel' },
    { path: '/dashboard/timetable/99999/edit', heading: 'Page Not Found', person: 'aoife' },
  ] as const) {
    await open('/dashboard/timetable', { as: person })
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Student Portal Dashboard')
    await expect(page).toHaveTitle(`${heading} - Riverbank`)
    await expect(page.getByRole('tab')).toHaveCount(person === 'aoife' ? 8 : 4)
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
    await expect(page.getByText('You did nothing wrong.')).toBeVisible()
    if (heading === 'Page Not Found')
      await expect(page.locator('h2 + p')).toHaveText('Did you forget to add the page to the router?')
    await expect(page.getByRole('contentinfo')).toContainText(person === 'aoife' ? 'Need help? Ring' : 'Ask your tutor')
    if (person === 'daniel') await expect(page).toHaveNoViolations()
    await page.getByRole('link', { name: 'Go to My Files' }).click()
    await expect(page.getByRole('heading', { name: 'My Personal Files' })).toBeVisible()
    await expect(page).toHaveTitle('My Files - Riverbank')
  }
})
