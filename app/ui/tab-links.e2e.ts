import { expect, type Locator, resize, test } from '~/test/browser'

const tops = (tabs: Locator) =>
  tabs.evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))

test('a tutor’s eight tabs stand in one row of a desk, and in two columns of a phone @once', async ({ open }) => {
  const page = await open('/dashboard', { as: 'aoife' })
  const tabs = page.getByRole('tablist', { name: 'Portal' }).getByRole('tab')
  await expect(tabs).toHaveCount(8)
  await resize(page, 1280)
  expect(new Set(await tops(tabs)).size).toBe(1)
  await resize(page, 360)
  expect(new Set(await tops(tabs)).size).toBe(4)
})

test('a tab is as wide as its words on a narrow phone @once', async ({ open }) => {
  const page = await open('/dashboard', { as: 'daniel' })
  await resize(page, 320)
  const tab = page.getByRole('tab', { name: 'Riverbank Timetable' })
  const cut = await tab.evaluate((link) => {
    const words = document.createRange()
    words.selectNodeContents(link)
    return words.getBoundingClientRect().right > link.getBoundingClientRect().right
  })
  expect(cut).toBe(false)
})
