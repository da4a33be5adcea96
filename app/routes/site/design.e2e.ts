import { websitePages } from '~/domain/website/pages.server'
import { expect, resizeWindow, test } from '~/test/browser'
import { publishExtremes } from '~/test/extreme-words'
import { isWholeRun } from '~/test/modes'

const paths = Object.values(websitePages).map(({ to }) => to)

test('Home begins with four links large enough for a finger, and ends with a student’s own words @once', async ({
  open,
}) => {
  const page = await open('/')
  const main = page.getByRole('main')
  for (const width of [360, 1280]) {
    await resizeWindow(page, width)
    for (const [words, to] of [
      ['Visit us', '/contact?about=visit#enquiry-heading'],
      ['Ring us', 'tel:0209100100'],
      ['See the week', '/programmes'],
      ['Log in', '/portal'],
    ] as const) {
      const way = main.getByRole('link', { name: words })
      await expect(way).toHaveAttribute('href', to)
      expect((await way.boundingBox())?.height, `${words} at ${width} px`).toBeGreaterThanOrEqual(48)
    }
    const offers = await main.getByRole('heading', { name: 'What We Offer' }).boundingBox()
    expect((await main.locator('blockquote').last().boundingBox())?.y).toBeGreaterThan(offers!.y)
  }
})

for (const end of ['least', 'most'] as const)
  test(`every page has a whole layout with the ${end} text and items allowed @once`, async ({ page, riverbank }) => {
    publishExtremes(riverbank, end)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
      for (const width of isWholeRun ? [320, 768, 1280] : [320, 1280]) {
        await resizeWindow(page, width)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `sideways scrolling of ${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
      // More items look like the first one.
      if (end === 'least') await expect(page).toHaveNoViolations()
    }
  })
