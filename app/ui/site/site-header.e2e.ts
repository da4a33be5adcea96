import { expect, type Page, resizeWindow, test } from '~/test/browser'

/** Serves the page as it is in a browser without popovers. */
async function withoutPopovers(page: Page): Promise<void> {
  const replace = (url: string, pattern: RegExp, by: string) =>
    page.route(url, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(pattern, by) })
    })
  await replace('**/about', / popover(target|targetaction)?="/g, ' data-unknown$1="')
  await replace('**/*.css', /selector\(:popover-open\)/g, 'selector(:unknown-state)')
}

test('a browser without popovers shows the links on the page @once', async ({ page, riverbank }) => {
  await withoutPopovers(page)
  for (const width of [360, 1280]) {
    await page.goto(`${riverbank.url}/about`)
    await resizeWindow(page, width)
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0)
    const links = page.getByRole('navigation', { name: 'Main' })
    await expect(links.getByRole('link', { name: 'Contact Us' })).toBeVisible()
    const title = page.getByRole('heading', { level: 1 })
    const [linksBox, titlesBox] = [await links.boundingBox(), await title.boundingBox()]
    expect(linksBox!.y + linksBox!.height).toBeLessThanOrEqual(titlesBox!.y)
  }
})
