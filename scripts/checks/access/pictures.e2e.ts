import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, type Page, type RunningRiverbank, resizeWindow, test } from '~/test/browser'
import {
  createLogo,
  createPhoto,
  createPhotosOfAllShapes,
  picturePlaces,
  publishPictures,
  replaceStoredPictures,
  storePhotos,
} from '~/test/own-pictures'
import { DEMO_PASSWORD_OF_TESTS } from '~/test/running'
import { listScreens, resolveAddress } from '~/test/screens'
import { usernames } from '~/test/served'
import { isFullRun, listChosenScreens } from './measures'
import { findPictureFaultsOn, type HeadPositions } from './pictures'
import { findTextFaults } from './text'

// Some pictures are shown at only one of these widths.
const WIDTHS = isFullRun ? [360, 768, 1280, 1920] : [360, 1280]
/** The scale of the photos: in the short form no wider than needed, since each is encoded in all sizes and formats. */
const SCALE = isFullRun ? 1 : 0.34
/** The log-in page has the top picture of Home as its background. */
const withPictures = [...new Set(picturePlaces.map(({ id }) => id.replace(/ .*/, ''))), '/portal']

const pagesWithout = [
  ...new Set(
    listScreens().flatMap(({ path, as, folder }) =>
      as || (folder.includes('$') && !/:published|:resource/.test(path)) ? [] : [path],
    ),
  ),
].filter((path) => !withPictures.includes(path) && path !== '/login')

const logIn = (page: Page, person: keyof typeof usernames) =>
  page.request.post('/api/login', { data: { username: usernames[person], password: DEMO_PASSWORD_OF_TESTS } })

async function checkPage(
  page: Page,
  path: string,
  { widths = WIDTHS, heads = {} as HeadPositions, shot: takeScreenshot = async (_width: number) => {} } = {},
) {
  await page.goto(path)
  const seen = { faults: [] as string[], addresses: [] as string[], names: [] as string[] }
  for (const width of widths) {
    await resizeWindow(page, width)
    const { faults, addresses, names } = await findPictureFaultsOn(page, heads)
    for (const fault of [...faults, ...(await findTextFaults(page))]) seen.faults.push(`${path}, ${width} px: ${fault}`)
    seen.addresses.push(...addresses)
    seen.names.push(...names)
    await takeScreenshot(width)
  }
  return seen
}

/** Saves a small screenshot in the folder SHEET, for the contact sheet of scripts/checks/access.ts. */
const takeScreenshot = (page: Page, path: string, turn: number) => async (width: number) => {
  if (!process.env.SHEET) return
  const folder = join(process.env.SHEET, encodeURIComponent(`${path}, ${String(width).padStart(4)} px`))
  mkdirSync(folder, { recursive: true })
  await sharp(await page.screenshot({ fullPage: true }))
    .resize({ width: Math.round(width ** 0.75 * 2) })
    .jpeg({ quality: 60 })
    .toFile(join(folder, `${turn + 1}.jpg`))
}

/** Publishes photos of different shapes in all places, beginning with the `turn`-th shape, and one of the two logos. */
async function publishShapes(page: Page, riverbank: RunningRiverbank, turn: number) {
  const photos = await createPhotosOfAllShapes(SCALE)
  const bytes = photos.map((photo) => photo.bytes)
  const names = await storePhotos(riverbank, bytes)
  if (process.env.SHEET) await replaceStoredPictures(riverbank, bytes)
  publishPictures(riverbank, (_, index) => {
    const which = (index + turn) % photos.length
    return { picture: names[which], part: photos[which]!.part }
  })
  // Tutors' pages are rendered for each request, and show more.
  await logIn(page, 'aoife')
  const logo = turn % 2 === 0 ? await createLogo(1200, 200) : await createLogo(600, 600)
  await changeLogo(page, riverbank, {
    intent: 'upload',
    file: { name: 'logo.png', mimeType: 'image/png', buffer: logo },
  })
  const heads: HeadPositions = Object.fromEntries(photos.map(({ head }, index) => [names[index]!.slice(0, 24), head]))
  return heads
}

async function changeLogo(
  page: Page,
  { url }: RunningRiverbank,
  multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>,
) {
  const changed = await page.request.post('/dashboard/profile/website/logo', { multipart, headers: { Origin: url } })
  expect(await changed.text()).toContain('Logo updated')
}

test.setTimeout(240_000)

const editors = [...new Set(picturePlaces.map(({ editor }) => editor))]

for (const turn of isFullRun ? Array(7).keys() : [0])
  test(`a centre’s own photos and logos fit each place and its editor, starting with shape ${turn + 1}`, {
    tag: '@once',
  }, async ({ page, riverbank }) => {
    const heads = await publishShapes(page, riverbank, turn)
    const faults: string[] = []
    for (const path of withPictures) {
      if (path === '/portal') await page.context().clearCookies()
      const seen = await checkPage(page, resolveAddress(riverbank, path), {
        heads,
        shot: takeScreenshot(page, path, turn),
      })
      faults.push(...seen.faults)
      const expected = picturePlaces.flatMap(({ id }) => (id.startsWith(`${path} `) ? [id] : []))
      expect.soft([...new Set(seen.names)].sort(), path).toEqual(expect.arrayContaining(expected.sort()))
    }
    await logIn(page, 'aoife')
    // The editor shows all pictures in the same way, whatever their section and shape.
    for (const path of turn === 0 ? ['logo', ...(isFullRun ? editors : editors.slice(0, 3))] : [])
      faults.push(
        ...(await checkPage(page, `/dashboard/profile/website/${path}`, { widths: isFullRun ? WIDTHS : [360] })).faults,
      )
    // The server caches it, which would affect the next test.
    await changeLogo(page, riverbank, { intent: 'drop' })
    expect(faults).toEqual([])
  })

// A page without pictures still shows the logo.
for (const turn of process.env.SHEET ? [0, 1] : [])
  test(`every other public page, with logo ${turn + 1}`, { tag: '@once' }, async ({ page, riverbank }) => {
    const heads = await publishShapes(page, riverbank, turn)
    const faults: string[] = []
    for (const path of pagesWithout)
      faults.push(
        ...(
          await checkPage(page, resolveAddress(riverbank, path), {
            heads,
            shot: takeScreenshot(page, path, turn),
          })
        ).faults,
      )
    await changeLogo(page, riverbank, { intent: 'drop' })
    expect(faults).toEqual([])
  })

test('uploaded pictures are shown in full on every screen that has them', async ({ page, riverbank }) => {
  const scale = isFullRun ? 1 : 0.2
  const photos = await Promise.all([createPhoto(3000 * scale, 4000 * scale), createPhoto(4000 * scale, 1000 * scale)])
  resolveAddress(riverbank, '/dashboard/steps/:guide')
  await replaceStoredPictures(
    riverbank,
    photos.map(({ bytes }) => bytes),
  )
  const faults: string[] = []
  const kinds = new Set<string>()
  for (const who of [undefined, 'daniel', 'aoife'] as const) {
    await page.context().clearCookies()
    if (who) await logIn(page, who)
    for (const { path, as } of listChosenScreens()) {
      if (as !== who) continue
      const address = resolveAddress(riverbank, path)
      const html = await (await page.request.get(address)).text()
      if (!/<img[^>]* src="\/files\//.test(html)) continue
      const seen = await checkPage(page, address, { widths: isFullRun ? WIDTHS : [360] })
      faults.push(...seen.faults)
      for (const one of seen.addresses) kinds.add(/^\/files\/([a-z]*)/.exec(one)![1]!)
    }
  }
  expect(faults).toEqual([])
  // Each kind of upload has a route; the website's are checked above, and a voice is no picture.
  const routes = readdirSync('app/routes/files').map((folder) => /^[a-z]*/.exec(folder)![0])
  routes.splice(routes.indexOf('voice'), 1)
  expect([...kinds, 'website'].sort()).toEqual(routes.sort())
})
