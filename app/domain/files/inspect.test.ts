import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animation, compoundFile, docx, pdf, photoWithGps, picture, pngOfSide, zip } from '~/test/samples'
import { type Inspected, inspect } from './inspect.server'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.each([
  ['a PDF', async () => pdf(), 'application/pdf'],
  ['a .doc', async () => compoundFile(), 'application/msword'],
  ['a .docx', async () => docx(), DOCX],
  ['a JPEG', () => picture().jpeg().toBuffer(), 'image/jpeg'],
  ['a PNG', () => picture().png().toBuffer(), 'image/png'],
  ['a GIF', () => picture().gif().toBuffer(), 'image/gif'],
  ['a WebP', () => picture().webp().toBuffer(), 'image/webp'],
])('%s is known by its bytes', async (_name, bytes, fileType) => {
  expect(await inspect(await bytes())).toMatchObject({ fileType })
})

const html = '<!doctype html><script>alert(1)</script>'
test.each([
  ['nothing', async () => Buffer.alloc(0)],
  ['a web page', async () => Buffer.from(html)],
  ['a drawing in SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a text', async () => Buffer.from('Dear Aoife,\n')],
  ['a program', async () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])],
  ['a PDF behind a web page', async () => Buffer.concat([Buffer.from(html), pdf()])],
  ['a PDF behind a byte order mark', async () => Buffer.concat([Buffer.from('\ufeff'), pdf()])],
  ['a web page behind the first words of a PDF', async () => pdf(html)],
  ['a spreadsheet of the same container as .doc', async () => compoundFile('Workbook')],
  ['a compound file that points outside of itself', async () => compoundFile().subarray(0, 600)],
  ['a compound file whose directory runs in a circle', async () => circle()],
  ['a zip of anything', async () => zip([{ name: 'photos/1.jpg' }])],
  ['a .docx with macros', async () => docx([{ name: 'word/vbaProject.bin' }])],
  ['a .docx that expands to a gigabyte', async () => docx([{ name: 'word/media/1.png', expanded: 1024 ** 3 }])],
  ['a .docx that expands ten thousandfold', async () => docx([{ name: 'a', expanded: 50 * 1024 ** 2 }])],
  ['a .docx cut short', async () => docx().subarray(0, 60)],
  ['a JPEG cut short', async () => (await picture(400, 400).jpeg().toBuffer()).subarray(0, 300)],
  ['a PNG of 400 megapixels', async () => pngOfSide(20_000)],
  ['only the first bytes of a PNG', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
])('%s is refused', async (_name, bytes) => {
  const refusal = inspect(await bytes())
  await expect(refusal).rejects.toMatchObject({ status: 400 })
  await expect(refusal).rejects.toThrow('Only PDF, Word documents, and images are accepted.')
})

function circle() {
  const bytes = compoundFile('Workbook')
  bytes.writeUInt32LE(1, 516) // sector 1 follows sector 1
  return bytes
}

/** A picture, whose bytes are never those that were sent. */
const redrawn = (kept: Inspected) => ({ ...kept, bytes: kept.bytes as Buffer })

test('an image comes out upright and without the place where it was taken', async () => {
  const given = await photoWithGps(60, 40)
  expect((await sharp(given).metadata()).exif?.length).toBeGreaterThan(0)
  const kept = redrawn(await inspect(given))
  expect(kept).toMatchObject({ width: 40, height: 60 })
  const { exif, orientation, width } = await sharp(kept.bytes).metadata()
  expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 40 })
})

test('an image loses what was hidden behind it', async () => {
  const given = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(html)])
  expect(redrawn(await inspect(given)).bytes.includes('<script>')).toBe(false)
})

test.each(['gif', 'webp'] as const)('an image keeps moving (%s)', async (format) => {
  const kept = redrawn(await inspect(await animation(format)))
  expect(kept).toMatchObject({ width: 20, height: 10 })
  expect((await sharp(kept.bytes).metadata()).pages).toBe(2)
})

test('an image is at most 2400 px long, with a version for each smaller width', async () => {
  const kept = await inspect(await picture(3000, 1500).png().toBuffer())
  expect(kept).toMatchObject({ width: 2400, height: 1200 })
  const widths = await Promise.all(kept.small.map(async ({ bytes }) => (await sharp(bytes).metadata()).width))
  expect(widths).toEqual([480, 960])
})

test('an image of a small width has no version that is larger', async () => {
  expect((await inspect(await picture(480, 100).png().toBuffer())).small).toEqual([])
})
