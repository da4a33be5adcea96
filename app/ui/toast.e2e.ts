import { expect, type Page, test } from '~/test/browser'

// Runs on the test's own clock: nothing here waits.

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('listitem')

/** Changes a name, which shows a toast. */
async function rename(page: Page, name: string) {
  await page.getByLabel('First name').fill(name)
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(toast(page)).toContainText(`This person is now called ${name} Walsh.`)
}

test.beforeEach(async ({ page, open }) => {
  await page.clock.install()
  await open('/dashboard/profile/people/3', { as: 'aoife' })
  // From here on only fastForward moves the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
})

test('a toast goes after 5000 ms, and a new one takes the place of the old', async ({ page }) => {
  await rename(page, 'Neve')
  await page.clock.fastForward(3000)
  await rename(page, 'Niamh')
  await expect(toast(page)).toHaveCount(1)
  await page.clock.fastForward(4900)
  await expect(toast(page)).toHaveCount(1)
  await page.clock.fastForward(200)
  await expect(toast(page)).toHaveCount(0)
})

test('a toast waits while the pointer or the focus is on it', async ({ page }) => {
  await rename(page, 'Niamh')
  await toast(page).hover()
  await page.clock.fastForward(20_000)
  await expect(toast(page)).toHaveCount(1)
  await page.mouse.move(0, 0)
  await page.keyboard.press('F8')
  await page.clock.fastForward(20_000)
  await expect(toast(page)).toHaveCount(1)
})

test('F8 leads to the toast, and its button dismisses it', async ({ page }) => {
  await rename(page, 'Niamh')
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notification' }).locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page)).toHaveCount(0)
})

test('a toast is swiped away to the right, from 50 px on', async ({ page }) => {
  await rename(page, 'Niamh')
  const box = await toast(page).boundingBox()
  const swipe = async (distance: number) => {
    await page.mouse.move(box!.x + 60, box!.y + 20)
    await page.mouse.down()
    await page.mouse.move(box!.x + 60 + distance, box!.y + 20, { steps: 5 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast(page)).toHaveCount(1)
  await swipe(60)
  await expect(toast(page)).toHaveCount(0)
})
