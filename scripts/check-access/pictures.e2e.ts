import { readdirSync } from 'node:fs'
import { expect, type Page, resize, test } from '~/test/browser'
import { keepForPlaces, logoOf, photoOf, places, publishPictures, replaceFiles } from '~/test/own-pictures'
import { password } from '~/test/running'
import { addressIn, screens } from '~/test/screens'
import { usernames } from '~/test/served'
import { isWhole } from './measures'
import { type Boxes, seePictures } from './pictures'
import { textFaults } from './text'

// Some pictures of ours are shown at one of them alone.
const WIDTHS = [360, 1280]
const publicPages = [...new Set(places.map(({ id }) => id.replace(/ .*/, '')))]

const editors = [
  '/dashboard/profile/website/logo',
  ...new Set(places.map(({ editor }) => `/dashboard/profile/website/${editor}`)),
]

/** Logs in by the call, for the pages and the calls of the page's browser. */
const logIn = (page: Page, person: keyof typeof usernames) =>
  page.request.post('/api/login', { data: { username: usernames[person], password } })

/** Opens a page, and looks at its uploads at each width. */
async function see(page: Page, path: string, widths = WIDTHS) {
  await page.goto(path)
  const seen = { faults: [] as string[], addresses: [] as string[], boxes: [] as Boxes[] }
  for (const width of widths) {
    await resize(page, width)
    const { faults, addresses, boxes } = await seePictures(page)
    for (const fault of [...faults, ...(await textFaults(page))]) seen.faults.push(`${path}, ${width} px: ${fault}`)
    seen.addresses.push(...addresses)
    seen.boxes.push(boxes)
  }
  return seen
}

test('a centre’s own photos and logo stand where our drawings stood, in whatever shape', async ({
  page,
  riverbank,
}) => {
  const photos = await Promise.all([photoOf('ciara', 3000, 4000), photoOf('hero-river', 6000, 1500)])
  const keeping = keepForPlaces(riverbank, photos)
  // A tutor's pages are rendered for each request, and say more.
  await logIn(page, 'aoife')
  publishPictures(riverbank, () => ({}))
  const drawn = new Map<string, Boxes[]>()
  for (const path of publicPages) drawn.set(path, (await see(page, path)).boxes)

  const nameOf = await keeping
  const changeLogo = async (multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>) => {
    const headers = { Origin: riverbank.url }
    const changed = await page.request.post('/dashboard/profile/website/logo', { multipart, headers })
    expect(await changed.text()).toContain('Logo changed')
  }
  const faults: string[] = []
  const logos = await Promise.all([logoOf(1200, 200), ...(isWhole ? [logoOf(600, 600)] : [])])
  for (const [turn, logo] of logos.entries()) {
    publishPictures(riverbank, ({ shape }, index) => ({ picture: nameOf(shape, (index + turn) % photos.length) }))
    await changeLogo({ intent: 'upload', file: { name: 'logo.png', mimeType: 'image/png', buffer: logo } })
    const shown = new Set<string>()
    for (const path of publicPages) {
      const seen = await see(page, path)
      faults.push(...seen.faults)
      for (const [index, boxes] of seen.boxes.entries())
        for (const [place, box] of Object.entries(drawn.get(path)![index]!)) {
          if (boxes[place]) shown.add(place)
          expect.soft(boxes[place], `${place} at ${WIDTHS[index]} px`).toEqual(box)
        }
    }
    expect([...shown].sort()).toEqual(places.map(({ id }) => id).sort())
  }
  for (const path of editors) {
    const seen = await see(page, path)
    // Those that it edits, and the logo in the header.
    const edited = places.filter(({ editor }) => path.endsWith(`/${editor}`)).length || 1
    expect(seen.addresses, path).toHaveLength(WIDTHS.length * (edited + 1))
    faults.push(...seen.faults)
  }
  // The server has it in memory, which the next test would find.
  await changeLogo({ intent: 'drop' })
  expect(faults).toEqual([])
})

test('what people upload stands whole on every screen that shows it', async ({ page, riverbank }) => {
  await replaceFiles(riverbank, await Promise.all([photoOf('ciara', 3000, 4000), photoOf('hero-river', 6000, 1500)]))
  const faults: string[] = []
  const kinds = new Set<string>()
  for (const who of [undefined, 'daniel', 'aoife'] as const) {
    await page.context().clearCookies()
    if (who) await logIn(page, who)
    for (const { path, as } of screens()) {
      if (as !== who) continue
      const address = addressIn(riverbank, path)
      const html = await (await page.request.get(address)).text()
      if (!/<img[^>]* src="\/files\//.test(html)) continue
      const seen = await see(page, address, isWhole ? WIDTHS : [360])
      faults.push(...seen.faults)
      for (const one of seen.addresses) kinds.add(/^\/files\/([a-z]*)/.exec(one)![1]!)
    }
  }
  expect(faults).toEqual([])
  // Each kind of upload has a route; the website's are looked at above.
  const routes = readdirSync('app/routes/files').map((folder) => /^[a-z]*/.exec(folder)![0])
  expect([...kinds, 'website'].sort()).toEqual(routes.sort())
})
