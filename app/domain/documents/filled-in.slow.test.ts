import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPdfPage } from '~/domain/files/picture.server'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filled-in-'))
})
afterAll(() => rm(folder, { recursive: true }))

const stream = (dictionary: string, text: string) =>
  `<< ${dictionary} /Length ${text.length} >>\nstream\n${text}\nendstream`
const WHERE = '/Type /Annot /Rect [100 40 280 60] /F 4'

/** A page of 300 by 100 points with one annotation. PDFium finds the objects without a cross-reference table. */
async function pageWith(annotation: string, ...more: string[]) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DR << /Font << /Helv 5 0 R >> >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /Helv 5 0 R >> >> /Annots [6 0 R] >>',
    stream('', 'BT /Helv 12 Tf 10 45 Td (Name:) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    annotation,
    ...more,
  ]
  const path = join(folder, `${more.length}-${annotation.length}.pdf`)
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  await writeFile(path, `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF\n`)
  const { made } = await renderPdfPage({ path, number: 1, widths: [720], maxText: 1000 })
  if (made.container) throw new Error('a container')
  const { text, pictures, width } = made
  const scale = width / 300
  const place = { left: 100 * scale, top: 40 * scale, width: 180 * scale, height: 20 * scale }
  const { channels } = await sharp(await sharp(pictures[0]!.bytes).extract(place).toBuffer()).stats()
  return { text, darkest: channels[0]!.min }
}

test.each([
  [
    'a field that has its picture',
    `<< ${WHERE} /Subtype /Widget /FT /Tx /T (name) /V (Aoife Byrne) /DA (/Helv 12 Tf 0 g) /AP << /N 7 0 R >> >>`,
  ],
  [
    'a field without its picture',
    `<< ${WHERE} /Subtype /Widget /FT /Tx /T (name) /V (Aoife Byrne) /DA (/Helv 12 Tf 0 g) >>`,
  ],
  [
    'words that were typed onto the page',
    `<< ${WHERE} /Subtype /FreeText /Contents (Aoife Byrne) /DA (/Helv 12 Tf 0 g) /AP << /N 7 0 R >> >>`,
  ],
])('filled-in content is visible and readable: %s', async (_, annotation) => {
  const resources = '/Type /XObject /Subtype /Form /BBox [0 0 180 20] /Resources << /Font << /Helv 5 0 R >> >>'
  const { text, darkest } = await pageWith(annotation, stream(resources, 'BT /Helv 12 Tf 2 5 Td (Aoife Byrne) Tj ET'))
  expect(text).toBe('Name:\nAoife Byrne')
  expect(darkest).toBeLessThan(100)
})

test('a multi-line field keeps its lines, and an empty one adds nothing', async () => {
  const field = (value: string) =>
    `<< ${WHERE} /Subtype /Widget /FT /Tx /T (name) /Ff 4096 /V (${value}) /DA (/Helv 8 Tf 0 g) >>`
  expect((await pageWith(field('One\\rTwo'))).text).toBe('Name:\nOne\nTwo')
  expect(await pageWith(field(''))).toEqual({ text: 'Name:', darkest: 255 })
})
