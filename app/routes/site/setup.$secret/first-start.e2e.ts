import { expect, type Page, test, waitForHydration } from '~/test/browser'
import { type RunningRiverbank, startRiverbank } from '~/test/running'

test.use({ viewport: { width: 360, height: 740 } })

const typed = {
  'Name of the centre': 'Hazelwood Day Centre',
  'Short name': 'Hazelwood',
  Telephone: '091 555 010',
  Email: 'office@hazelwood.example',
  Address: 'Hazel Road, Galway, H91 X2Y3',
  'First name': 'Maeve',
  'Last name': 'Joyce',
  Username: 'maeve.j',
  Password: 'heron boat lamp',
}

const emptyRiverbank = () => startRiverbank({ DEMO: '0', DEMO_PASSWORD: '' })
const findSetUpSecret = ({ output }: RunningRiverbank) =>
  /\/setup\/([\w-]{43}) within an hour/.exec(output())?.[1] ?? ''

/** Presses Tab until the control with that name has the focus. */
async function tabTo(page: Page, role: 'textbox' | 'button', name: string) {
  const wanted = page.locator('#set-up').getByRole(role, { name, exact: false }).first()
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}`)
}

test('a centre is set up on an empty volume with the keyboard alone, on a phone @once', async ({ page }) => {
  const own = await emptyRiverbank()
  try {
    const secret = findSetUpSecret(own)
    const answer = await page.goto(`${own.url}/setup/${secret}`)
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
    expect(answer?.headers()['cache-control']).toContain('no-store')
    await waitForHydration(page)
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
    await expect(page).toHaveNoViolations()

    // The incomplete form keeps everything typed except the password.
    await tabTo(page, 'textbox', 'Name of the centre')
    await page.keyboard.type('Hazelwood Day Centre')
    await tabTo(page, 'button', 'Set up the website')
    await page.keyboard.press('Enter')
    await expect(page.locator('#set-up').getByRole('alert')).toContainText('Please enter the address.')
    await expect(page.getByLabel('Name of the centre')).toHaveValue('Hazelwood Day Centre')

    for (const [label, value] of Object.entries(typed)) {
      const field = page.locator('#set-up').getByLabel(label, { exact: true })
      await field.focus()
      await field.fill('')
      await page.keyboard.type(value)
    }
    await tabTo(page, 'button', 'Set up the website')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/profile/website/examples')
    await expect(page.getByText('Hazelwood is set up').first()).toBeVisible()
    // The last step: what is invented is hidden, unless the tutor keeps it.
    const story = page.getByRole('group', { name: 'About: Your story' })
    await expect(story.getByRole('radio', { name: 'Hide for now' })).toBeChecked()
    await expect(page).toHaveNoViolations()
    await story.getByRole('radio', { name: 'Keep' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Examples saved').first()).toBeVisible()
    await page.getByRole('button', { name: 'Our website is ready' }).click()
    await expect(page.getByRole('button', { name: 'It is not ready yet' })).toBeVisible()
    await page.goto(`${own.url}/about`)
    await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Funding partners' })).toHaveCount(0)
    await expect(page.getByText('These words are an example.').first()).toBeVisible()
    await page.goto(`${own.url}/dashboard/profile`)
    await expect(page.getByRole('definition').filter({ hasText: 'Hazelwood Day Centre' })).toBeVisible()
    const [profile, toDo] = await Promise.all(['#profile', '#website'].map((id) => page.locator(id).boundingBox()))
    expect(profile?.y, 'the profile is above what is to do').toBeLessThan(toDo?.y ?? 0)

    await page.context().clearCookies()
    await page.goto(`${own.url}/contact`)
    const details = page.getByRole('region', { name: 'How to reach us' })
    for (const words of ['091 555 010', 'H91 X2Y3']) await expect(details.getByText(words)).toBeVisible()
    await expect(page).toHaveTitle('Contact Us - Hazelwood')
    expect((await page.goto(`${own.url}/setup/${secret}`))?.status()).toBe(404)
    expect(own.rows('select username, role from users')).toEqual([{ username: 'maeve.j', role: 'tutor' }])
    // The secret appears only in the line for the operator.
    expect(own.output().split(secret)).toHaveLength(2)
  } finally {
    // Pending requests of the page, such as its icon, would fail and count as browser errors.
    await page.goto('about:blank')
    await own.stop()
  }
})
