import { expect, type Page, test } from '~/test/browser'

const findForm = (page: Page) => page.locator('#resource')

test.describe('the dialog', { tag: '@scripts' }, () => {
  test('works with the keyboard only, and restores focus and history', async ({ page, open }) => {
    await open('/dashboard/resources', { as: 'aoife' })
    const add = page.getByRole('link', { name: 'Add Resource' })
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Create New Resource' })).toBeVisible()
    const steps = await page.evaluate(() => history.length)
    await expect(findForm(page).getByLabel('Title')).toBeFocused()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      )
      expect(outside, `after Tab ${presses + 1}`).toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/dashboard/resources')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(add).toBeFocused()
    expect(await page.evaluate(() => history.length)).toBe(steps)

    await page.getByRole('link', { name: 'Delete Summer project 2027', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Delete Resource' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Delete Resource' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Delete Summer project 2027' })).toBeFocused()
    expect(await page.evaluate(() => history.length)).toBe(steps)
  })
})
