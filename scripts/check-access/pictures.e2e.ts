import { readdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, type Page, resize, test } from '~/test/browser'
import {
  keepPhotos,
  logoOf,
  photoOf,
  photosOfAllShapes,
  places,
  publishPictures,
  replaceFiles,
} from '~/test/own-pictures'
import { password } from '~/test/running'
import { addressIn, screens } from '~/test/screens'
import { usernames } from '~/test/served'
import { isWhole } from './measures'
import { type Heads, seePictures } from './pictures'
import { textFaults } from './text'

// Some pictures are shown at one of them alone.
const WIDTHS = isWhole ? [360, 768, 1280, 1920] : [360, 1280]
const placesOn = (path: string) => places.filter(({ id }) => id.startsWith(`${path} `))
/** The log-in has the picture of Home's top behind it. */
const withPictures = [...new Set(places.map(({ id }) => id.replace(/ .*/, ''))), '/portal']

const pagesWithout = [
  ...new Set(
    screens().flatMap(({ path, as, folder }) =>
      as || (folder.includes('$') && !/:published|:resource/.test(path)) ? [] : [path],
    ),
  ),
].filter((path) => !withPictures.includes(path) && path !== '/login')

/** Logs in by the call, for the pages and the calls of the page's browser. */
const logIn = (page: Page, person: keyof typeof usernames) =>
  page.request.post('/api/login', { data: { username: usernames[person], password } })

/** Opens a page, and looks at its uploads at each width. */
async function see(
  page: Page,
  path: string,
  { widths = WIDTHS, heads = {} as Heads, shot = async (_width: number) => {} } = {},
) {
  await page.goto(path)
  const seen = { faults: [] as string[], addresses: [] as string[], names: [] as string[] }
  for (const width of widths) {
    await resize(page, width)
    const { faults, addresses, names } = await seePictures(page, heads)
    for (const fault of [...faults, ...(await textFaults(page))]) seen.faults.push(`${path}, ${width} px: ${fault}`)
    seen.addresses.push(...addresses)
    seen.names.push(...names)
    await shot(width)
  }
  return seen
}

/** A page of small screenshots, where SHEET names its file: what `npm run check:access -- --only pictures` leaves to be looked at. */
function contactSheet(page: Page) {
  const rows = new Map<string, string[]>()
  const shot = (path: string, turn: number) => async (width: number) => {
    if (!process.env.SHEET) return
    const whole = await page.screenshot({ fullPage: true })
    const small = await sharp(whole)
      .resize({ width: Math.round(width ** 0.75 * 2) })
      .jpeg({ quality: 60 })
      .toBuffer()
    const row = `${path}, ${width} px`
    const image = `<img title="shape ${turn + 1}" src="data:image/jpeg;base64,${small.toString('base64')}">`
    rows.set(row, [...(rows.get(row) ?? []), image])
  }
  const write = () => {
    const sections = [...rows].map(([row, images]) => `<h2>${row}</h2><p>${images.join('\n')}</p>`)
    const style = '<style>p{display:flex;align-items:start;gap:8px}img{border:1px solid}</style>'
    if (process.env.SHEET)
      writeFileSync(process.env.SHEET, `<!doctype html><meta charset="utf-8">${style}${sections.join('')}`)
  }
  return { shot, write }
}

test('a centre’s own photos and logos stand in each place, in whatever shape', { tag: '@once' }, async ({
  page,
  riverbank,
}) => {
  test.setTimeout(isWhole ? 1_200_000 : 120_000)
  const photos = await photosOfAllShapes()
  const names = await keepPhotos(
    riverbank,
    photos.map(({ bytes }) => bytes),
  )
  const heads = Object.fromEntries(photos.map(({ head }, index) => [names[index]!.slice(0, 24), head]))
  const logos = await Promise.all([logoOf(1200, 200), logoOf(600, 600)])
  // A tutor's pages are rendered for each request, and say more.
  await logIn(page, 'aoife')
  const { shot, write } = contactSheet(page)
  if (process.env.SHEET)
    await replaceFiles(
      riverbank,
      photos.map(({ bytes }) => bytes),
    )
  const changeLogo = async (multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>) => {
    const headers = { Origin: riverbank.url }
    const changed = await page.request.post('/dashboard/profile/website/logo', { multipart, headers })
    expect(await changed.text()).toContain('Logo changed')
  }
  const faults: string[] = []
  for (const turn of isWhole ? photos.keys() : [0]) {
    publishPictures(riverbank, (_, index) => {
      const which = (index + turn) % photos.length
      return { picture: names[which], part: photos[which]!.part }
    })
    await changeLogo({ intent: 'upload', file: { name: 'logo.png', mimeType: 'image/png', buffer: logos[turn % 2]! } })
    // What a page without pictures shows of them is the logo.
    const others = process.env.SHEET && turn < 2 ? pagesWithout : []
    for (const path of [...withPictures, ...others]) {
      if (path === '/portal') await page.context().clearCookies()
      const seen = await see(page, addressIn(riverbank, path), { heads, shot: shot(path, turn) })
      faults.push(...seen.faults)
      expect.soft([...new Set(seen.names)].sort(), path).toEqual(
        expect.arrayContaining(
          placesOn(path)
            .map(({ id }) => id)
            .sort(),
        ),
      )
    }
    await logIn(page, 'aoife')
  }
  // A picture's editor is one piece, in all sections.
  const editors = [...new Set(places.map(({ editor }) => `/dashboard/profile/website/${editor}`))]
  for (const path of ['/dashboard/profile/website/logo', ...(isWhole ? editors : editors.slice(0, 3))]) {
    const seen = await see(page, path, { widths: isWhole ? WIDTHS : [360] })
    faults.push(...seen.faults)
  }
  // The server has it in memory, which the next test would find.
  await changeLogo({ intent: 'drop' })
  write()
  expect(faults).toEqual([])
})

test('what people upload stands whole on every screen that shows it', async ({ page, riverbank }) => {
  const photos = await Promise.all([photoOf(3000, 4000), photoOf(4000, 1000)])
  await replaceFiles(
    riverbank,
    photos.map(({ bytes }) => bytes),
  )
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
      const seen = await see(page, address, { widths: isWhole ? WIDTHS : [360] })
      faults.push(...seen.faults)
      for (const one of seen.addresses) kinds.add(/^\/files\/([a-z]*)/.exec(one)![1]!)
    }
  }
  expect(faults).toEqual([])
  // Each kind of upload has a route; the website's are looked at above.
  const routes = readdirSync('app/routes/files').map((folder) => /^[a-z]*/.exec(folder)![0])
  expect([...kinds, 'website'].sort()).toEqual(routes.sort())
})
