import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FILE_LIMIT, NO_IMAGE, TOO_LARGE } from '~/domain/files/kinds'
import { removeOrphanFiles } from '~/domain/files/store.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { about } from './about.server'
import { saveSectionDraft } from './drafts.server'
import { getFirstText } from './page.server'
import { getPictureSources, parsePictureName } from './picture'
import {
  addPicture,
  openPicture,
  removeUnusedPictures,
  requirePictures,
  storeChosenPictures,
  storePicture,
  UNUSED_PICTURE_TTL,
} from './pictures.server'
import { publishSection } from './website.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const png = await createPicture(60, 60).png().toBuffer()

const add = (bytes: Buffer) => addPicture(riverbank.db, riverbank.uploads, aoife, createUploadedFile(bytes))
const listStored = () => readdir(riverbank.uploads).catch(() => [])
const small = () => add(png)
const rows = () => riverbank.db.selectFrom('websitePictures').selectAll().execute()

/** Every version that a page names, as [width, height, format, type], by its address. */
async function versionsOf(name: string) {
  const found: Record<string, string> = {}
  for (const { type, srcSet } of getPictureSources(parsePictureName(name)!))
    for (const [, address = '', width] of srcSet.matchAll(/\/files\/website\/(\S+) (\d+)w/g)) {
      const opened = await openPicture(riverbank.db, riverbank.uploads, address)
      expect(opened?.fileType).toBe(type)
      const bytes = await opened!.handle.readFile()
      await opened!.handle.close()
      const about = await sharp(bytes).metadata()
      expect(about.width, address).toBe(Number(width))
      expect([about.exif, about.orientation, about.icc]).toEqual([undefined, undefined, undefined])
      found[address.slice(25)] =
        `${about.width}x${about.height} ${about.format === 'heif' ? about.compression : about.format}`
    }
  return found
}

test('a picture of the website is stored uncropped in four widths and three formats, which the sweep leaves', async () => {
  const name = await add(await createPicture(2800, 70).jpeg().toBuffer())
  expect(name).toMatch(/^[\da-f]{24}-2800x70\.jpg$/)
  expect(await versionsOf(name)).toEqual({
    '400.avif': '400x10 av1',
    '800.avif': '800x20 av1',
    '1600.avif': '1600x40 av1',
    '2400.avif': '2400x60 av1',
    '400.webp': '400x10 webp',
    '800.webp': '800x20 webp',
    '1600.webp': '1600x40 webp',
    '2400.webp': '2400x60 webp',
    '400.jpg': '400x10 jpeg',
    '800.jpg': '800x20 jpeg',
    '1600.jpg': '1600x40 jpeg',
    '2400.jpg': '2400x60 jpeg',
  })
  expect(await rows()).toMatchObject([{ width: 2800, height: 70, addedBy: aoife.id }])
  expect(await listStored()).toHaveLength(1 + 4 * 3)
  expect(await removeOrphanFiles(riverbank.db, riverbank.uploads)).toBe(0)
})

test('a picture of the website is never enlarged', async () => {
  expect(await versionsOf(await small())).toEqual({
    '400.avif': '60x60 av1',
    '400.webp': '60x60 webp',
    '400.jpg': '60x60 jpeg',
  })
  const middling = await versionsOf(await add(await createPicture(500, 50).jpeg().toBuffer()))
  expect(middling).toMatchObject({ '400.webp': '400x40 webp', '800.webp': '500x50 webp' })
  expect(Object.keys(middling)).toHaveLength(6)
  expect(await add(await createPicture(1, 1).png().toBuffer())).toMatch(/-1x1\.jpg$/)
  expect(await add(await createPicture(3000, 2).png().toBuffer())).toMatch(/-3000x2\.jpg$/)
})

test('a picture of the website keeps its transparency, and then has PNG for old browsers', async () => {
  const draw = (background: string) =>
    sharp({ create: { width: 90, height: 9, channels: 4, background } })
      .png()
      .toBuffer()
  const name = await add(await draw('#0a516000'))
  expect(await versionsOf(name)).toMatchObject({ '400.png': '90x9 png', '400.avif': '90x9 av1' })
  const { handle } = (await openPicture(riverbank.db, riverbank.uploads, `${name.slice(0, 24)}-400.avif`))!
  expect((await sharp(await handle.readFile()).stats()).isOpaque).toBe(false)
  await handle.close()
  expect(await add(await draw('#0a5160ff'))).toMatch(/\.jpg$/)
})

test.each([
  ['a PDF', createSamplePdf(), NO_IMAGE],
  ['too large a file', Buffer.alloc(FILE_LIMIT + 1), TOO_LARGE],
])(
  'a picture of the website is refused with a message when it is %s, and nothing is stored',
  async (_, bytes, message) => {
    await expect(add(bytes)).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) })
    expect([await rows(), await listStored()]).toEqual([[], []])
  },
)

test('a picture of the website whose row can’t be written leaves no bytes', async () => {
  await riverbank.db.schema.dropTable('websitePictures').execute()
  await expect(storePicture(riverbank.db, riverbank.uploads, png)).rejects.toThrow()
  expect(await listStored()).toEqual([])
})

const remove = (before = '9999') => removeUnusedPictures(riverbank.db, riverbank.uploads, before)
const show = (name: string) => {
  const words = { ...getFirstText(about).intro, picture: { drawing: 'centre', picture: name, alt: 'Us' } }
  return { version: 0, words }
}

test('an unused picture is removed after a day, with all bytes; one on a page, in an older version or a draft stays', async () => {
  const { db, uploads, people } = riverbank
  const [former, now, drafted, unused] = [await small(), await small(), await small(), await small()]
  await publishSection(db, people.aoife, about, 'intro', show(former))
  await publishSection(db, people.aoife, about, 'intro', { ...show(now), version: 1 })
  await saveSectionDraft(db, people.aoife, about, 'intro', { ...show(drafted), version: 2 })
  expect(await remove(new Date(Date.now() - UNUSED_PICTURE_TTL).toISOString())).toBe(0)
  expect(await remove()).toBe(1)
  expect(await rows()).toHaveLength(3)
  expect(new Set((await listStored()).map((name) => name.slice(0, 32))).size).toBe(3)
  for (const name of [former, now, drafted]) expect(Object.keys(await versionsOf(name))).not.toEqual([])
  expect(await openPicture(db, uploads, `${unused.slice(0, 24)}-400.webp`)).toBeNull()
})

test('a page can’t name a removed picture', async () => {
  const name = await small()
  const words = { hero: { picture: { drawing: 'garden', picture: name, alt: 'Us' } } }
  await requirePictures(riverbank.db, words)
  await requirePictures(riverbank.db, { hero: { picture: { drawing: 'garden', alt: 'Us' } } })
  const otherSize = structuredClone(words)
  otherSize.hero.picture.picture = name.replace(/-\d+x/, '-9999x')
  await remove()
  for (const stale of [words, otherSize])
    await expect(requirePictures(riverbank.db, stale)).rejects.toMatchObject({
      kind: 'invalid',
      errors: { 'hero.picture.file': [expect.stringContaining('no longer have this picture')] },
    })
  await expect(publishSection(riverbank.db, aoife, about, 'intro', show(name))).rejects.toMatchObject({
    kind: 'invalid',
    errors: { 'picture.file': [expect.any(String)] },
  })
})

const pictureField = { kind: 'picture', name: 'picture', label: 'Picture', width: 800, height: 600 } as const
const fields = [
  pictureField,
  { kind: 'line', name: 'heading', label: 'Heading', isRequired: true, max: 40 },
  { kind: 'list', name: 'items', label: 'Items', one: 'item', min: 0, max: 3, fields: [pictureField] },
] as const
const formOf = (input: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.append(name, value)
  return form
}
const former = '0123456789abcdef01234567-80x60.jpg'
const before = {
  picture: { drawing: 'garden', alt: 'Our garden' },
  items: [{ picture: { drawing: 'choir', picture: former, alt: '', decoration: true } }],
}
const keepIn = (input: Record<string, string | File>) =>
  storeChosenPictures(riverbank.db, riverbank.uploads, aoife, formOf(input), { fields, words: before })

test('the fields of a picture contain the file’s name after it is stored, even in lists', async () => {
  const { form, refused } = await keepIn({
    'picture.file': createUploadedFile(png),
    'picture.back': 'on',
    'picture.alt': 'Us',
    'items[1].picture.file': createUploadedFile(png),
    'items[0].picture.file': new File([], ''),
  })
  expect(refused).toBeNull()
  expect(Object.fromEntries(form)).toEqual({
    'picture.alt': 'Us',
    'picture.picture': expect.stringMatching(/-60x60\.jpg$/),
    'items[1].picture.picture': expect.stringMatching(/-60x60\.jpg$/),
  })
  expect(await rows()).toHaveLength(2)
})

const drawn = { 'picture.drawing': 'garden', 'picture.alt': ' Our\r\ngarden' }
const tick = {
  'items[2].picture.drawing': 'choir',
  'items[2].picture.picture': former,
  'items[2].picture.decoration': 'on',
}
test.each([
  ['the words of our drawing', drawn, 'picture'],
  ['the tick of an upload, moved in its list', tick, 'items[2].picture'],
])('the fields of a picture drop the old description for a new file: %s', async (_, fields, at) => {
  const { form, refused } = await keepIn({ ...fields, [`${at}.file`]: createUploadedFile(png) })
  expect(refused).toMatchObject({
    kind: 'invalid',
    errors: { [`${at}.alt`]: [expect.stringContaining('the new one')] },
  })
  expect(form.get(`${at}.picture`)).toMatch(/-60x60\.jpg$/)
  expect([form.has(`${at}.alt`), form.has(`${at}.decoration`)]).toEqual([false, false])
  // Sent again without a file, the description belongs to this picture.
  const again = { ...fields, [`${at}.picture`]: String(form.get(`${at}.picture`)) }
  expect((await keepIn(again)).refused).toBeNull()
})

test.each([
  ['new words', { ...drawn, 'picture.alt': 'Our new garden' }],
  ['words for another picture', { ...drawn, 'picture.drawing': 'choir' }],
  ['a tick set for it', { ...drawn, 'picture.decoration': 'on' }],
])('the fields of a picture keep a new description for a new file: %s', async (_, fields) => {
  const { form, refused } = await keepIn({ ...fields, 'picture.file': createUploadedFile(png) })
  expect(refused).toBeNull()
  expect(Object.fromEntries(form)).toMatchObject(fields)
})

test('the fields of a picture show errors next to their field, and keep the others', async () => {
  const { form, refused } = await keepIn({
    'picture.file': createUploadedFile(createSamplePdf()),
    'items[0].picture.file': createUploadedFile(png),
  })
  expect(refused).toMatchObject({ kind: 'invalid', errors: { 'picture.file': [`${NO_IMAGE} This is a PDF.`] } })
  expect([...form.keys()]).toEqual(['items[0].picture.picture'])
})

test('the fields of a picture accept one file a field, and none elsewhere', async () => {
  const file = createUploadedFile(png)
  const form = formOf({ 'constructor.file': file, file, '.file': file, 'heading.file': file, 'picture.file': file })
  for (const odd of ['items.file', 'items[3].picture.file', 'items[0].heading.file', 'picture[0].picture.file'])
    form.append(odd, file)
  form.append('picture.file', file)
  const { db, uploads, people } = riverbank
  const result = await storeChosenPictures(db, uploads, people.aoife, form, { fields: fields, words: before })
  expect([...result.form.keys()]).toEqual(['picture.picture'])
  expect(await rows()).toHaveLength(1)
})

test('no address opens another upload, or the original', async () => {
  const name = await add(await createPicture(900, 9).jpeg().toBuffer())
  const address = name.slice(0, 24)
  const { storageKey } = (await rows())[0]!
  const versions = ['-800', '-1600.png', '-400.png', '-960.webp', '-0800.webp', '-800.gif', '-800.webp/..']
  const ofOthers = [
    `${address.toUpperCase()}-800.webp`,
    `${'0'.repeat(24)}-800.webp`,
    `${storageKey.slice(0, 24)}-800.webp`,
  ]
  for (const odd of [address, name, ...versions.map((version) => `${address}${version}`), ...ofOthers, storageKey, ''])
    expect(await openPicture(riverbank.db, riverbank.uploads, odd), odd).toBeNull()
})
