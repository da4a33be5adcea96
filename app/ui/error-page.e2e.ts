import { expect, type Page, test } from '~/test/browser'

test.use({ expectsServerErrors: true })

/** Opens an address: with scripts by client-side navigation, as the Forward button does; otherwise by loading it. */
async function goTo(page: Page, path: string, mode: string) {
  if (mode !== 'on') return void (await page.goto(path))
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

test('an unknown or forbidden page stays within the portal and links to My Files', async ({ page, open, mode }) => {
  for (const { path, heading, person } of [
    { path: '/dashboard/nowhere', heading: 'Page Not Found', person: 'daniel' },
    { path: '/dashboard/resources', heading: 'You can’t open this page', person: 'daniel' },
    { path: '/dashboard/timetable/99999/edit', heading: 'Page Not Found', person: 'aoife' },
  ] as const) {
    await open('/dashboard/timetable', { as: person })
    await goTo(page, path, mode)
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

test('a public page that fails to load shows an error within the site', async ({ page, open, riverbank }) => {
  riverbank.change('alter table newsletters rename to away')
  await open('/news')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page).toHaveTitle('Something went wrong - Riverbank')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  riverbank.change('alter table away rename to newsletters')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Riverbank News')
})

test('a portal that can’t read sessions shows an error page with its own heading', async ({
  page,
  open,
  riverbank,
}) => {
  await open('/dashboard', { as: 'daniel' })
  riverbank.change('alter table sessions rename to away')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page).toHaveTitle('Something went wrong - Riverbank')
  await expect(page).toHaveNoViolations()
  riverbank.change('alter table away rename to sessions')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'My Personal Files' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
})
