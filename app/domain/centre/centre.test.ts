import { expect, it, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { websitePages } from '~/domain/website/pages.server'
import { listPicturesInUse, removeUnusedPictures } from '~/domain/website/pictures.server'
import { findPage } from '~/domain/website/website.server'
import { TAGLINE } from '~/settings.centre'
import { readSettings } from '~/settings.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { changeCentre, changeLogo, dropLogo, hasOwnCentreDetails } from './centre.server'
import { findPlace, loadCentre } from './live.server'
import { centreDetails } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const hazelwood = {
  name: 'Hazelwood Day Centre',
  shortName: 'Hazelwood',
  phone: '091 555 010',
  email: 'office@hazelwood.example',
  address: 'Hazel Road, Galway, H91 X2Y3',
  openingHours: 'Monday to Thursday 10:00 - 16:00\nFriday 10:00 - 13:00',
  chy: '12345',
  social: 'https://www.facebook.com/hazelwood',
}

test('saved details apply everywhere, at once and after the next start', async ({ db, settings, context, people }) => {
  const saved = await changeCentre(db, settings.centre, people.aoife, { version: 1, patch: hazelwood })
  const unset = { rcn: null, cro: null, learningCentre: null, tagline: TAGLINE, theme: 'river' }
  expect(saved).toEqual({ ...hazelwood, ...unset, id: 1, version: 2 })
  expect(await hasOwnCentreDetails(db)).toBe(true)
  const { openingHours, ...rest } = context.settings.centre
  expect(rest).toMatchObject({ name: hazelwood.name, chy: '12345', social: ['https://www.facebook.com/hazelwood'] })
  expect(openingHours).toEqual(['Monday to Thursday 10:00 - 16:00', 'Friday 10:00 - 13:00'])
  // Enquiries and mails use the centre's address, unless the operator sets another.
  expect([settings.officeEmail, settings.mailFrom, context.settings.officeEmail]).toEqual(
    Array(3).fill(hazelwood.email),
  )

  const next = readSettings({ CENTRE_NAME: 'Riverbank Day Service', OFFICE_EMAIL: 'desk@hazelwood.example' })
  await loadCentre(db, next.centre)
  expect(next.centre).toEqual(settings.centre)
  expect(next.officeEmail).toBe('desk@hazelwood.example')
  const late = changeCentre(db, settings.centre, people.aoife, { version: 1, patch: { shortName: 'Late' } })
  await expect(late).rejects.toMatchObject({ kind: 'conflict', by: 'Aoife Brennan', now: { shortName: 'Hazelwood' } })
  expect(settings.centre.shortName).toBe('Hazelwood')
  const [line] = await listActivity(db, aoife)
  expect(splitActivitySentence(line!).before).toBe('changed the centre’s details')
})

const whole = { ...hazelwood, rcn: '', cro: '', learningCentre: '', theme: 'heather' }
const messages = (changes: Record<string, string | undefined>) =>
  centreDetails.safeParse({ ...whole, ...changes }).error?.issues.map(({ message }) => message) ?? []

it('the form takes addresses and hours as people write them', () => {
  const typed = {
    ...whole,
    address: 'Hazel Road,\r\n Galway\r\n\r\nH91 X2Y3',
    openingHours: '\r\n Monday 10:00 - 16:00 \r\n\r\nClosed otherwise\r\n',
    social: 'www.facebook.com/hazelwood\r\nhttps://instagram.com/hazelwood',
  }
  expect(centreDetails.parse(typed)).toMatchObject({
    address: hazelwood.address,
    openingHours: 'Monday 10:00 - 16:00\nClosed otherwise',
    social: 'https://www.facebook.com/hazelwood\nhttps://instagram.com/hazelwood',
    rcn: null,
  })
})

it('the form refuses what is empty, too long or of another kind, and the register’s name', () => {
  for (const [field, value] of [
    ['name', '\u200b'],
    ['phone', 'none'],
    ['email', 'the office'],
    ['address', ' \n '],
    ['openingHours', '\n\n'],
    ['openingHours', 'Monday\n'.repeat(8)],
    ['tagline', 'x'.repeat(81)],
    ['theme', 'constructor'],
    ['social', 'javascript:alert(1)'],
    ['social', 'https://a.ie\nftp://b.ie'],
    ['social', [1, 2, 3, 4, 5].map((one) => `https://${one}.ie`).join('\n')],
    ['social', `https://a.ie/${'x'.repeat(300)}`],
  ] as const)
    expect(messages({ [field]: value }), `${field} ${value}`).toHaveLength(1)
  const { chy, rcn, cro } = centreDetails.shape
  expect([chy.parse('CHY 99999'), rcn.parse('rcn: 20012345')]).toEqual(['99999', '20012345'])
  expect([cro.parse('654321'), chy.parse('chy')]).toEqual(['654321', null])
})

const centre = () => riverbank.context.settings.centre
const put = (bytes?: Buffer, hasName?: boolean) =>
  changeLogo(
    { db: riverbank.db, uploads: riverbank.uploads, centre: centre() },
    aoife,
    bytes && createUploadedFile(bytes, 'logo.png'),
    hasName,
  )
const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString()

test('a logo is shown at once, uncropped, and stored while it is the logo', async () => {
  await put(await createPicture(30, 10).png().toBuffer())
  const { logo } = centre()
  expect(logo).toMatch(/-30x10\./)
  expect(await removeUnusedPictures(riverbank.db, riverbank.uploads, tomorrow())).toBe(0)
  expect([...(await listPicturesInUse(riverbank.db))]).toEqual([logo])

  await put(await createPicture(8, 8).png().toBuffer())
  const next = centre().logo
  expect(next).toMatch(/-8x8\./)
  expect(await removeUnusedPictures(riverbank.db, riverbank.uploads, tomorrow())).toBe(1)

  // Each start reads it again, and it is no change of a website page.
  centre().logo = null
  await loadCentre(riverbank.db, centre())
  expect(centre().logo).toBe(next)
  expect((await findPage(riverbank.db, websitePages.home)).version).toBe(0)
})

test('a logo with the name stays marked until the mark or the logo is removed', async () => {
  await expect(put(undefined, true)).rejects.toMatchObject({
    kind: 'invalid',
    errors: { file: ['Please upload a file.'] },
  })
  await put(await createPicture(40, 8).png().toBuffer(), true)
  const { logo } = centre()
  expect(centre().logoHasName).toBe(true)
  await put(undefined, false)
  expect(centre()).toMatchObject({ logo, logoHasName: false })
  await put(undefined, true)
  expect(centre()).toMatchObject({ logo, logoHasName: true })
  await dropLogo(riverbank.db, centre(), aoife)
  expect(centre()).toMatchObject({ logo: null, logoHasName: false })
  expect(await removeUnusedPictures(riverbank.db, riverbank.uploads, tomorrow())).toBe(1)
})

test.each([
  ['Hazel Road, Galway, H91 X2Y3', 'Galway'],
  ['Hazel Road, Galway H91X2Y3, Ireland', 'Galway'],
  ['12 Quay Street, Dublin 7, D07 A1B2', 'Dublin 7'],
  ['Unit 3, Main Street, Naas, Co. Kildare', 'Naas'],
  ['Main Street, County Kildare', 'County Kildare'],
  ['Cill Airne, Éire', 'Cill Airne'],
  ['Ireland', 'Ireland'],
  [`Hazel Road, ${'x'.repeat(41)}`, 'Ireland'],
])('the place of %s is %s', (address, place) => expect(findPlace(address)).toBe(place))
