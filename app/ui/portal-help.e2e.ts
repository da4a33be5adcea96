import { expect, test } from '~/test/browser'
import { addressIn, screens } from '~/test/screens'

/** A mail as its readers get it, shown within a page. */
const MAIL = 'dashboard/newsletter.$id.mail'

test.use({ failing: true })

test.describe('as the server sends it', () => {
  test.use({ mode: 'off', javaScriptEnabled: false })
  for (const who of ['daniel', 'aoife'] as const)
    test(`every portal screen of ${who} ends in the same help, also one that is refused`, { tag: '@once' }, async ({
      page,
      open,
      riverbank,
    }) => {
      await open('/dashboard', { as: who })
      for (const { path, as, answers = 200 } of screens().filter(
        (screen) => screen.as === who && screen.folder !== MAIL,
      )) {
        const answer = await page.goto(addressIn(riverbank, path))
        expect(answer?.status(), `${path} for ${as}`).toBe(answers)
        const help = page.getByRole('contentinfo')
        await expect(help, path).toHaveText(
          `${who === 'daniel' ? 'Ask your tutor' : 'Ask the office'} or ring 020 910 0100AccessibilityPrivacy Policy`,
        )
        await expect(page.getByRole('button', { name: 'Log Out' }), path).toBeVisible()
      }
    })
})

test('a tutor’s screens and records that are not there keep a student in the portal', { tag: '@once' }, async ({
  page,
  open,
}) => {
  await open('/dashboard', { as: 'daniel' })
  for (const [path, status] of [
    ['/dashboard/nowhere/at/all', 404],
    ['/dashboard/files/99999/delete', 403],
    ['/dashboard/newsletter/1', 403],
    ['/dashboard/profile/people/99999', 403],
    ['/dashboard/notices/nothing', 404],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(status)
    await expect(page.getByRole('tab'), path).toHaveCount(4)
    await expect(page.getByRole('link', { name: 'Go to My Files' })).toHaveAttribute('href', '/dashboard')
  }
})

test('the help leads to a telephone and two pages, is large enough for a finger, and is not printed', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open('/dashboard/timetable', { as: 'daniel' })
  const links = page.getByRole('contentinfo').getByRole('link')
  await expect(links).toHaveText(['020 910 0100', 'Accessibility', 'Privacy Policy'])
  await expect(links.first()).toHaveAttribute('href', 'tel:0209100100')
  for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.emulateMedia({ media: null })
  await links.last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
})
