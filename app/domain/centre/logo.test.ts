import { afterEach, beforeEach, expect, test } from 'vitest'
import { websitePages } from '~/domain/website/pages.server'
import { picturesInUse, removeUnused } from '~/domain/website/pictures.server'
import { findPage } from '~/domain/website/website.server'
import { freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { pdf, picture } from '~/test/samples'
import { changeLogo, dropLogo } from './centre.server'
import { loadCentre } from './live.server'

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

const centre = () => riverbank.context.settings.centre
const put = (bytes: Buffer) =>
  changeLogo(
    { db: riverbank.db, uploads: riverbank.uploads, centre: centre() },
    riverbank.people.aoife,
    new File([new Uint8Array(bytes)], 'logo.png'),
  )
const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString()

test('a logo is shown at once, whole, and kept as long as it is the logo', async () => {
  await put(await picture(300, 100).png().toBuffer())
  const { logo } = centre()
  expect(logo).toMatch(/-300x100\./)
  expect(await removeUnused(riverbank.db, riverbank.uploads, tomorrow())).toBe(0)
  expect([...(await picturesInUse(riverbank.db))]).toEqual([logo])

  await put(await picture(80, 80).png().toBuffer())
  expect(centre().logo).toMatch(/-80x80\./)
  expect(await removeUnused(riverbank.db, riverbank.uploads, tomorrow())).toBe(1)
})

test('our drawing is put back', async () => {
  await put(await picture(80, 80).png().toBuffer())
  await dropLogo(riverbank.db, centre(), riverbank.people.aoife)
  expect(centre().logo).toBeNull()
  expect(await removeUnused(riverbank.db, riverbank.uploads, tomorrow())).toBe(1)
})

test('what is no picture changes nothing', async () => {
  await expect(put(pdf())).rejects.toMatchObject({ status: 400, errors: { file: [expect.stringContaining('images')] } })
  expect(centre().logo).toBeNull()
})

test('a start reads it anew, and a page of the website has nothing to do with it', async () => {
  await put(await picture(80, 80).png().toBuffer())
  const { logo } = centre()
  centre().logo = null
  await loadCentre(riverbank.db, centre())
  expect(centre().logo).toBe(logo)
  expect((await findPage(riverbank.db, websitePages.home)).version).toBe(0)
})
