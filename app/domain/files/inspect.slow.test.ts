import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPdf } from '~/test/pdfs'
import { createMp4, createWebm } from '~/test/recordings'
import {
  createAnimation,
  createCompoundFile,
  createDocx,
  createEncryptedPdf,
  createNoisyPicture,
  createOfficeFile,
  createPhotoWithGps,
  createPicture,
  createSamplePdf,
  createSquarePng,
  createZip,
} from '~/test/samples'
import { getReduction } from '../../processes/reduction.mjs'
import { type Inspected, inspect } from './inspect.server'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.each([
  ['a PDF', async () => createSamplePdf(), 'application/pdf'],
  ['a .doc', async () => createCompoundFile(), 'application/msword'],
  ['a .docx', async () => createDocx(), DOCX],
  ['a JPEG', () => createPicture().jpeg().toBuffer(), 'image/jpeg'],
  ['a PNG', () => createPicture().png().toBuffer(), 'image/png'],
  ['a GIF', () => createPicture().gif().toBuffer(), 'image/gif'],
  ['a WebP', () => createPicture().webp().toBuffer(), 'image/webp'],
])('%s is recognised by its bytes', async (_name, bytes, fileType) => {
  expect(await inspect(await bytes())).toMatchObject({ fileType })
})

const html = '<!doctype html><script>alert(1)</script>'

test.each([
  ['a byte order mark', '\ufeff'],
  ['a web page', html],
  ['as much as readers search', '\0'.repeat(1024)],
  ['more than readers search', 'A scanner’s line\r\n'.repeat(200)],
])('%s before a PDF is removed', async (_name, before) => {
  const stored = await inspect(Buffer.concat([Buffer.from(before), createSamplePdf()]))
  expect(stored).toMatchObject({ fileType: 'application/pdf', size: createSamplePdf().length })
  expect(Buffer.from(await (stored.bytes as Blob).arrayBuffer())).toEqual(createSamplePdf())
})

test.each([
  ['a web page', html],
  ['a million more headers', '%PDF-'.repeat(1_000_000)],
])('a PDF with %s inside is a complete PDF', async (_name, inside) => {
  expect(await inspect(createSamplePdf(inside))).toMatchObject({
    fileType: 'application/pdf',
    size: createSamplePdf(inside).length,
  })
})

test('tutors are told at upload what a PDF needs', async () => {
  const form = createPdf([{ lines: ['Please wait...'] }], { catalog: '/NeedsRendering true /AcroForm << /XFA [] >>' })
  expect((await inspect(form)).note).toMatch(/^This PDF is a form that only Adobe’s programs can show\./)
  const offPage = createPdf([{ lines: ['Hello'] }, { lines: ['Hello', 'Answer'], height: 65 }])
  expect((await inspect(offPage)).note).toMatch(/^Students do not see its hidden words on page 2,/)
})

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
test.each([
  ['by another name', createOfficeFile('word/document2.xml')],
  [
    'in other letters, quotes and order',
    createOfficeFile('word/text.xml', `<Override ContentType='${WORD}.document.main+xml' PartName='/Word/Text.xml'/>`),
  ],
  [
    'by the type of its extension',
    createOfficeFile('word/doc.xml', `<Default Extension="xml" ContentType="${WORD}.document.main+xml"/>`),
  ],
  [
    'by the type of an extension of its own, before that of other parts',
    createOfficeFile('main.wml', `<Default ContentType='${WORD}.document.main+xml' Extension='WML'/>`),
  ],
  ['by its usual name, in a list that can’t be read', createDocx()],
  ['in a list in UTF-16', createOfficeFile('word/document2.xml', undefined, 'utf16le')],
  ['by another name, after a line break', Buffer.concat([Buffer.from('\r\n'), createOfficeFile('word/document2.xml')])],
])('a .docx is recognised with its main part %s', async (_name, bytes) => {
  expect(await inspect(bytes)).toMatchObject({
    fileType: DOCX,
    size: bytes.indexOf('PK') === 2 ? bytes.length - 2 : bytes.length,
  })
})

const ask = (what: string) => `This ${what} has a password. Please save a copy without one, and choose that.`
test.each([
  ['a PDF, by the oldest rules', createEncryptedPdf(2, 'secret'), ask('PDF')],
  ['a PDF, by AES', createEncryptedPdf(4, 'secret'), ask('PDF')],
  ['a new Word document', createCompoundFile(['EncryptionInfo', 'EncryptedPackage']), ask('document')],
  ['an old Word document', createCompoundFile('WordDocument', { isEncrypted: true }), ask('document')],
  ['a Word document, by a zip program', createDocx([{ name: 'a', isEncrypted: true }]), ask('document')],
])('a password of %s is reported', async (_name, bytes, words) => {
  await expect(inspect(bytes)).rejects.toMatchObject({ kind: 'invalid', message: words, errors: { file: [words] } })
})

test.each([2, 3, 4] as const)(
  'a PDF that asks for a password only to be changed is accepted (%i)',
  async (revision) => {
    expect(await inspect(createEncryptedPdf(revision))).toMatchObject({ fileType: 'application/pdf' })
  },
)

test('a locked PDF has another message than one with a password', async () => {
  const bytes = Buffer.from(String(createEncryptedPdf(3)).replace('/Standard', '/Adobe.PubSec'))
  await expect(inspect(bytes)).rejects.toThrow('This PDF is locked, so that only some people can open it.')
})

const jpeg = await createNoisyPicture().jpeg().toBuffer()
const part = (bytes: Buffer, share: number) => bytes.subarray(0, bytes.length * share)
const turned = (orientation: number) => createNoisyPicture().withMetadata({ orientation }).jpeg().toBuffer()
const lost = (side: string, noun = 'photo') =>
  `The ${side} of this ${noun} is missing, because its file is incomplete. If you have the whole ${noun}, add that instead.`
const incomplete =
  'The file of this photo is incomplete. Please check the photo: it may be blurred, or part of it may be missing.'
test.each([
  ['a JPEG', part(jpeg, 0.5), lost('lower part')],
  ['a JPEG that was ended', Buffer.concat([part(jpeg, 0.5), Buffer.from('ffd9', 'hex')]), lost('lower part')],
  ['a photo on its head', part(await turned(3), 0.5), lost('upper part')],
  ['a photo on its left side', part(await turned(8), 0.5), lost('right side')],
  ['a PNG', part(await createNoisyPicture().png().toBuffer(), 0.5), lost('lower part', 'picture')],
  ['a GIF', part(await createNoisyPicture().gif().toBuffer(), 0.5), lost('lower part', 'picture')],
  ['a JPEG in layers', part(await createNoisyPicture().jpeg({ progressive: true }).toBuffer(), 0.5), incomplete],
  ['a JPEG without its end marker', jpeg.subarray(0, -2), incomplete],
  ['a JPEG that zeros fill up', Buffer.concat([part(jpeg, 0.5), Buffer.alloc(jpeg.length / 2)]), lost('lower part')],
  ['a moving GIF', part(await movingNoise('gif'), 0.5), incomplete.replaceAll('photo', 'picture')],
])('%s that was cut off is stored with a note about the missing part', async (_name, bytes, note) => {
  const stored = redrawn(await inspect(bytes, { purpose: 'photo' }))
  expect(stored.note).toBe(note)
  expect((await sharp(stored.bytes).metadata()).width).toBe(stored.width)
})

test('a byte order mark before a picture is removed', async () => {
  const bytes = Buffer.concat([Buffer.from('\ufeff'), jpeg])
  expect(await inspect(bytes, { purpose: 'photo' })).toMatchObject({ fileType: 'image/jpeg', note: undefined })
})

const whole = Buffer.concat([createSamplePdf('x'.repeat(3000)).subarray(0, -6), Buffer.from('startxref\n0\n%%EOF\n')])
test.each([
  ['a PDF', part(whole, 0.5), /^This PDF is incomplete\. /],
  [
    'a PDF for the web',
    Buffer.from(`${createSamplePdf('<< /Linearized 1 /L 9000 /H [ 1 2 ] >>')}`),
    /^This PDF is incomplete\. /,
  ],
])('%s that was cut off is stored with a note that it is incomplete', async (_name, bytes, note) => {
  expect(await inspect(bytes)).toMatchObject({ fileType: 'application/pdf', note: expect.stringMatching(note) })
})

test.each([
  ['without its last line', whole.subarray(0, -6)],
  ['filled up with zeros', Buffer.concat([whole, Buffer.alloc(5000)])],
  ['with a web page after it', Buffer.concat([whole, Buffer.from(html)])],
])('a whole PDF has no note %s', async (_name, bytes) => {
  expect(await inspect(bytes)).toMatchObject({ fileType: 'application/pdf', note: undefined })
})

test('an old Word document is stored with advice about newer formats, a new one without', async () => {
  expect((await inspect(createCompoundFile())).note).toMatch(/^Students can open \.docx and PDF more easily\./)
  expect((await inspect(createDocx())).note).toBeUndefined()
})

test('a complete picture has no note, even if its decoder warns', async () => {
  const grey = await createPicture(400, 300).tint('#808080').jpeg().toBuffer()
  // Some phones write a wrong end of spectral selection.
  const odd = Buffer.from(jpeg)
  odd[odd.indexOf(Buffer.from('ffda', 'hex')) + 12] = 0
  for (const bytes of [jpeg, grey, odd]) expect(await inspect(bytes)).toMatchObject({ note: undefined })
})

/** Three frames that compress to a third of the file each. */
async function movingNoise(format: 'gif') {
  const pixels = await createNoisyPicture(100, 240).raw().toBuffer()
  return sharp(pixels, { raw: { width: 100, height: 240, channels: 3, pageHeight: 80 } })
    .toFormat(format)
    .toBuffer()
}

const damaged = (noun: string) => `This ${noun} is damaged, and we can’t open it.`
const inside = 'This document is far too large once it is opened.'
const pixels = 'This picture has too many pixels: about 400 million. The limit is 50 million.'
test.each([
  ['a .docx that expands to a gigabyte', createDocx([{ name: 'a', expanded: 1024 ** 3 }]), inside],
  ['a .docx of too many parts', createDocx(Array.from({ length: 5001 }, () => ({ name: 'a' }))), inside],
  ['a .docx cut short', createDocx().subarray(0, 100), damaged('document')],
  [
    'a .docx without its main part',
    createOfficeFile('a', `<Override ContentType="${WORD}.document.main"/>`),
    damaged('document'),
  ],
  ['a compound file cut short', createCompoundFile().subarray(0, 600), damaged('file')],
  ['a JPEG with next to nothing left', jpeg.subarray(0, 700), damaged('picture')],
  ['a PNG of 400 megapixels', createSquarePng(20_000), pixels],
  ['an animation of 201 frames', await createAnimation('gif', 201), 'This animated picture has too many frames: 201.'],
  [
    'an animation of many pixels',
    enlarged(await createAnimation('webp')),
    'The frames of this animated picture have too many pixels',
  ],
])('%s is refused by its type', async (_name, bytes, words) => {
  await expect(inspect(bytes)).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(words) })
})

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const sheet = `<Override PartName="/a" ContentType="${OFFICE}.spreadsheetml.sheet.main+xml"/>`
const shortcut = ' This is a shortcut to another file.'
const video = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')
const [asPicture, asPdf] = [
  'Please save it as a JPEG or PNG, and choose that.',
  'Please save it as a PDF, and choose that.',
]
test.each<[string, Buffer, string, string?]>([
  ['the first bytes of a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), ''],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)]), ' This is a program.'],
  ['a text', Buffer.from('Dear Aoife,\n'), ' This is a text file (.txt).', asPdf],
  ['a web page', Buffer.from(html), ' This is a web page (.html).', asPdf],
  [
    'a drawing',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ' This is a drawing (.svg).',
    asPicture,
  ],
  ['a TIFF picture', await createPicture().tiff().toBuffer(), ' This is a TIFF picture (.tif).', asPicture],
  ['an AVIF picture', await createPicture().avif().toBuffer(), ' This is an AVIF picture (.avif).', asPicture],
  ['a spreadsheet', createOfficeFile('a', sheet), ' This is an Excel spreadsheet (.xlsx).', asPdf],
  ['a directory in a circle', circle(), ' This is an Excel spreadsheet (.xlsx).', asPdf],
  ['macros', createDocx([{ name: 'word/vbaProject.bin' }]), ' This is a Word document with macros (.docm).', asPdf],
  [
    'a zip',
    createZip([{ name: 'photos/1.jpg' }]),
    ' This is a zip folder (.zip).',
    'Please take the files out of it, and choose those.',
  ],
  ['a video', video, ' This is a video.'],
  ['a film of a phone', createMp4(2, { brand: '3gp5', tracks: ['vide', 'soun'] }), ' This is a video.'],
  ['a voice of a phone', createMp4(2, { brand: '3gp5', codec: 'samr' }), ' This is a sound recording.'],
  ['a voice of a camera', createMp4(2, { brand: 'qt  ', codec: 'sowt' }), ' This is a sound recording.'],
  ['a voice in a container of films', createMp4(2, { brand: 'isom' }), ' This is a sound recording.'],
  ['a voice of a browser', createWebm(2), ' This is a sound recording.'],
  ['a document of Google’s', Buffer.from('{"url":"https://docs.example/d/1","doc_id":"1"}'), shortcut],
])('another type is named after the message of the specification: %s', async (_name, bytes, name, advice) => {
  const message = `Only PDF, Word documents, and images are accepted.${name}${advice ? ` ${advice}` : ''}`
  await expect(inspect(bytes)).rejects.toMatchObject({ kind: 'invalid', message })
  const isPicture = advice === asPicture || advice?.includes('files')
  const photos = `Only photos are accepted: JPG, PNG, GIF or WebP.${name}${isPicture ? ` ${advice}` : ''}`
  await expect(inspect(bytes, { purpose: 'photo' })).rejects.toMatchObject({ kind: 'invalid', message: photos })
})

test.each(['heic', 'hevx', 'msf1'])('Apple’s picture is known by its brand %s', async (brand) => {
  const bytes = Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`), Buffer.alloc(100)])
  await expect(inspect(bytes)).rejects.toThrow('This photo is in Apple’s HEIC format')
})

test('an AVIF picture is recognised even by its container’s brand', async () => {
  const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avif'), Buffer.alloc(100)])
  await expect(inspect(bytes)).rejects.toThrow('This is an AVIF picture (.avif).')
})

test('an empty file is reported as empty', async () => {
  await expect(inspect(Buffer.alloc(0))).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(/^This file is empty\./),
  })
})

test.each([
  ['a PDF', createEncryptedPdf(4, 'secret')],
  ['a Word document', createDocx().subarray(0, 100)],
])('%s is not an image, even if it has other faults', async (name, bytes) => {
  const words = `Only images are accepted: JPG, PNG, GIF or WebP. This is ${name}.`
  const refusal = inspect(bytes, { purpose: 'image', field: 'photo' })
  await expect(refusal).rejects.toMatchObject({ message: words, errors: { photo: [words] } })
})

test('hostile files are judged quickly', async () => {
  const fill = (text: string) => text.repeat((2 * 1024 * 1024) / text.length)
  const list = (text: string) =>
    createZip([{ name: '[Content_Types].xml', content: text.repeat(1024 ** 2 / text.length) }])
  for (const bytes of [
    Buffer.from(fill('%PDF-')),
    Buffer.from(`x${fill('%PDF-1.4 obj/Encrypt')}`),
    Buffer.from(fill('%PDF-1.4<</Encrypt<<')),
    Buffer.from(fill('%')),
    Buffer.from(fill('<')),
    list('<'),
    list('< ContentType='),
    list('<a ContentType="application/vnd.'),
  ])
    await inspect(bytes).catch(({ kind }) => expect(kind).toBe('invalid'))
})

/** An animated WebP that claims to be 6000 pixels wide and high. */
function enlarged(bytes: Buffer) {
  bytes.writeUIntLE(5999, 24, 3)
  bytes.writeUIntLE(5999, 27, 3)
  return bytes
}

function circle() {
  const bytes = createCompoundFile('Workbook')
  bytes.writeUInt32LE(1, 516) // sector 1 follows sector 1
  return bytes
}

/** A stored picture. Its bytes always differ from those that were sent. */
const redrawn = (stored: Inspected) => ({ ...stored, bytes: stored.bytes as Buffer })

test('an image becomes upright, and loses its place and data hidden after it', async () => {
  const input = await createPhotoWithGps(60, 40)
  expect((await sharp(input).metadata()).exif?.length).toBeGreaterThan(0)
  const stored = redrawn(await inspect(input))
  expect(stored).toMatchObject({ width: 40, height: 60 })
  const { exif, orientation, width } = await sharp(stored.bytes).metadata()
  expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 40 })
  const withPage = Buffer.concat([await createPicture().jpeg().toBuffer(), Buffer.from(html)])
  expect(redrawn(await inspect(withPage)).bytes.includes('<script>')).toBe(false)
})

test.each(['gif', 'webp'] as const)('an image keeps its animation (%s)', async (format) => {
  const stored = redrawn(await inspect(await createAnimation(format)))
  expect(stored).toMatchObject({ width: 20, height: 10 })
  expect((await sharp(stored.bytes).metadata()).pages).toBe(2)
})

test('an image is at most 2400 px long, with a version for each smaller width', async () => {
  const stored = await inspect(await createPicture(3000, 1500).png().toBuffer())
  expect(stored).toMatchObject({ width: 2400, height: 1200 })
  const widths = await Promise.all(stored.small.map(async ({ bytes }) => (await sharp(bytes).metadata()).width))
  expect(widths).toEqual([480, 960])
  expect((await inspect(await createPicture(480, 100).png().toBuffer())).small).toEqual([])
})

test.each([
  ['a screenshot of a whole page', 1080, 12_200, [1080, 12_200]],
  ['a panorama', 9000, 1800, [5400, 1080]],
  ['a scanned strip', 2000, 11_000, [1080, 5940]],
])('%s stays readable', async (_, width, height, [storedWidth, storedHeight]) => {
  const { width: across, height: down, note } = await inspect(await createPicture(width, height).png().toBuffer())
  expect({ across, down, note }).toEqual({ across: storedWidth, down: storedHeight, note: undefined })
  const scale = getReduction(width, height)
  expect([width * scale, height * scale].map(Math.round)).toEqual([storedWidth, storedHeight])
})

test.each([
  [1200, 40_000, 'very tall. We made it 480 pixels wide instead of 1200'],
  [20_000, 700, 'very wide. We made it 560 pixels high instead of 700'],
])('a picture that can only be stored narrow is named: %i x %i', async (width, height, words) => {
  expect((await inspect(await createPicture(width, height).png().toBuffer())).note).toContain(words)
})
