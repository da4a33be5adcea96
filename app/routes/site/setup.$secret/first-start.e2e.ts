import { expect, fillFields, test } from '~/test/browser'
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

/** A server with an empty volume. */
const emptyRiverbank = () => startRiverbank({ DEMO: '0', DEMO_PASSWORD: '' })
const findSetUpSecret = ({ output }: RunningRiverbank) =>
  /\/setup\/([\w-]{43}) within an hour/.exec(output())?.[1] ?? ''

test('a centre is set up on an empty volume, on a phone @journey @once', async ({ page }) => {
  const own = await emptyRiverbank()
  try {
    const secret = findSetUpSecret(own)
    const answer = await page.goto(`${own.url}/setup/${secret}`)
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
    expect(answer?.headers()['cache-control']).toContain('no-store')
    await expect(page).toHaveNoViolations()

    await fillFields(page.locator('#set-up'), typed)
    await page.getByRole('button', { name: 'Set up the website' }).click()
    await page.waitForURL('**/dashboard/profile')
    await expect(page.getByText('Hazelwood is set up').first()).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'Hazelwood Day Centre' })).toBeVisible()

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
