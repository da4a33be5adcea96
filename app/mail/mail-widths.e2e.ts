import { expect, type Page, test } from '~/test/browser'
import { createPicture } from '~/test/samples'

// A newsletter's mail at the widths of a phone and a desktop.

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze'.repeat(2)
const title = `A very long title about ${LONG} and everything else that happened this autumn`
const content = `Dear families,

## The choir, and ${LONG}

We **sang** at [the library](https://library.example/${LONG}).
https://tickets.example/${LONG}?seat=1

[picture 1]

- tea
- cake, and ${LONG}

1. first
2. second

Until soon.`

async function draft(page: Page): Promise<number> {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const made = await page.request.post('/api/newsletters', { data: { title, content }, headers })
  expect(made.status()).toBe(201)
  const { id } = await made.json()
  for (const [width, name, words] of [
    [1600, 'choir.jpg', 'The choir'],
    [300, `${LONG}.jpg`, LONG],
  ] as const) {
    const file = { name, mimeType: 'image/jpeg', buffer: await createPicture(width, 700).jpeg().toBuffer() }
    const multipart = { file, title: words, description: `What ${LONG} shows`, alt: 'Twelve people sing.' }
    expect((await page.request.post(`/api/newsletters/${id}/attachments`, { multipart, headers })).status()).toBe(201)
  }
  return id
}

test('a newsletter’s mail fits a phone and a desktop @scripts', async ({ open }) => {
  const page = await open('/dashboard/newsletter', { as: 'aoife' })
  const id = await draft(page)
  for (const width of [320, 360, 700]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/dashboard/newsletter/${id}/mail`)
    await expect(page.getByRole('img', { name: 'Twelve people sing.' }).first()).toHaveJSProperty('complete', true)
    // Content cut off inside a box counts too.
    const beyond = await page.evaluate(
      (max) =>
        [...document.querySelectorAll('body *')]
          .filter(
            (element) =>
              element.getBoundingClientRect().right > max + 0.5 || element.scrollWidth > element.clientWidth + 1,
          )
          .filter((element) => getComputedStyle(element).display !== 'inline')
          .map((element) => element.outerHTML.slice(0, 120)),
      width,
    )
    expect(beyond, `at ${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
