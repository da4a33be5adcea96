import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPicture } from '~/test/samples'
import {
  createDrawing,
  createHyperlink,
  createLinkBomb,
  createParagraph,
  createTable,
  createWordDocument,
} from '~/test/word'
import type { DocumentText } from './document-view.server'
import { withPictures } from './pictures.server'
import { convertWordDocument } from './word.server'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'word-'))
})
afterAll(() => rm(folder, { recursive: true }))

let number = 0
async function shownOf(bytes: Buffer) {
  const path = join(folder, `document-${++number}`)
  await writeFile(path, bytes)
  return convertWordDocument({ path }, folder, new AbortController().signal)
}
const shown = async (...input: Parameters<typeof createWordDocument>) => shownOf(await createWordDocument(...input))

test('a Word document becomes headings, lists, tables and links', async () => {
  const body = [
    createParagraph('Our trip', { style: 'Heading1' }),
    createParagraph('What to bring', { style: 'Heading2' }),
    createParagraph('Tea &amp; a coat', { isItem: true }),
    createParagraph('A sandwich', { isItem: true }),
    createTable([
      ['Bus', '38'],
      ['Time', '9:30'],
    ]),
    createHyperlink('map', 'the map'),
    createHyperlink('script', 'press me'),
  ]
  const links = { map: 'https://example.ie/map', script: 'javascript:alert(1)' }
  expect(await shown(body.join(''), { links })).toEqual({
    state: 'text',
    isCut: false,
    pictures: [],
    html: [
      '<h3>Our trip</h3><h4>What to bring</h4><ul><li>Tea &amp; a coat</li><li>A sandwich</li></ul>',
      '<table><tr><td><p>Bus</p></td><td><p>38</p></td></tr><tr><td><p>Time</p></td><td><p>9:30</p></td></tr></table>',
      '<p><a href="https://example.ie/map">the map</a></p><p>press me</p>',
    ].join(''),
  })
})

test('a title is above the headings, and merged cells stay merged', async () => {
  const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${createParagraph(text)}</w:tc>`
  // Google Docs sets this on every row.
  const row = (cells: string) => `<w:tr><w:trPr><w:tblHeader w:val="0"/></w:trPr>${cells}</w:tr>`
  const rows = [
    row(cell('Monday', '<w:vMerge w:val="restart"/>') + cell('All day', '<w:gridSpan w:val="2"/>')),
    row(cell('', '<w:vMerge/>') + cell('Park') + cell('Bus')),
  ]
  const body = createParagraph('Our week', { style: 'Title' }) + createParagraph('Days', { style: 'Heading1' })
  expect(await shown(`${body}<w:tbl>${rows.join('')}</w:tbl>`)).toMatchObject({
    html: [
      '<h3>Our week</h3><h4>Days</h4>',
      '<table><tr><td rowspan="2"><p>Monday</p></td><td colspan="2"><p>All day</p></td></tr>',
      '<tr><td><p>Park</p></td><td><p>Bus</p></td></tr></table>',
    ].join(''),
  })
})

test('its pictures are re-encoded in two widths and keep their alt texts', async () => {
  const large = await createPicture(2000, 1000).jpeg().toBuffer()
  const small = await createPicture(100, 50).png().toBuffer()
  const media = { 'a.jpeg': large, 'b.png': small, 'c.png': Buffer.from('no picture') }
  const body =
    createDrawing('a.jpeg', 'Our &quot;bus&quot;') + createDrawing('b.png', '') + createDrawing('c.png', 'A chart')
  const made = await shown(body, { media })
  expect(made).toMatchObject({
    state: 'text',
    html: '<p>\ufdd11\ufdd2</p><p>\ufdd12\ufdd2</p><p>(The download has a picture here.)</p>',
    pictures: [{ width: 1440, height: 720, alt: 'Our "bus"' }, { width: 100, height: 50, alt: '' }, null],
  })
  expect(withPictures(made, '/files/7')).toMatchObject({
    html: [
      '<p><img src="/files/7?picture=1&amp;width=1440" srcset="/files/7?picture=1&amp;width=720 720w, /files/7?picture=1&amp;width=1440 1440w"',
      ' sizes="(min-width: 1024px) 640px, 100vw" width="1440" height="720" alt="Our &quot;bus&quot;" loading="lazy" decoding="async" /></p>',
      '<p><img src="/files/7?picture=2&amp;width=1440" width="100" height="50" alt="" loading="lazy" decoding="async" /></p>',
      '<p>(The download has a picture here.)</p>',
    ].join(''),
  })
  const widthOf = async (name: string) => {
    const { format, width } = await sharp(await readFile(join(folder, name))).metadata()
    return `${format} ${width}`
  }
  expect(await Promise.all(['1-720', '1-1440', '2-1440'].map((name) => widthOf(`picture-${name}.webp`)))).toEqual([
    'webp 720',
    'webp 1440',
    'webp 100',
  ])
  expect(existsSync(join(folder, 'picture-3-720.webp'))).toBe(false)
})

test('a picture that is only linked is never fetched', async () => {
  const requested: string[] = []
  const server = createServer(({ url = '' }, response) => response.end(requested.push(url)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const linkedPictures = { web: `${address}/tracker.png`, disk: 'file:///etc/hostname' }
  const body =
    createDrawing('web', 'A photo', 'link') + createDrawing('disk', '', 'link') + createDrawing('web', '', 'embed')
  const made = await shown(createParagraph('Words') + body, { linkedPictures })
  server.close()
  expect(made).toMatchObject({ state: 'text', pictures: [null, null, null] })
  expect(requested).toEqual([])
})

test('a long text is cut and marked as cut', async () => {
  const made = await shown(createParagraph('Words of a long story.').repeat(5000))
  expect(made).toMatchObject({ state: 'text', isCut: true })
})

test('450 links to an address of 100,000 characters become text', async () => {
  expect(await shownOf(await createLinkBomb())).toMatchObject({ html: '<p>a link</p>'.repeat(450), isCut: false })
})

test('a footnote that is referred to 450 times is cut before it multiplies', async () => {
  const reference = '<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>'
  const note = `<w:footnotes><w:footnote w:id="1">${createParagraph('Words of a note. '.repeat(6000))}</w:footnote></w:footnotes>`
  const made = await shown(createParagraph('First') + reference.repeat(450), { footnotes: note })
  expect(made).toMatchObject({ state: 'text', isCut: true })
  expect((made as DocumentText).html).toMatch(/^<p>First<\/p>/)
})

test('picture marks in the text itself do not become pictures', async () => {
  expect(await shown(createParagraph('One \ufdd17\ufdd2 two'))).toMatchObject({ html: '<p>One 7 two</p>' })
})

test('a document without text is reported as empty', async () => {
  expect(await shown(createParagraph(' '))).toEqual({ state: 'failed', reason: 'empty' })
})

const bomb = Buffer.alloc(20 * 1024 * 1024, ' ')
test.for<[string, () => Promise<Buffer>]>([
  ['is no document', async () => Buffer.from('PK no document')],
  [
    'names a file of the server',
    () =>
      createWordDocument(createParagraph('Words &file;'), {
        doctype: '<!DOCTYPE d [<!ENTITY file SYSTEM "file:///etc/hostname">]>',
      }),
  ],
  [
    'has entities that grow',
    () =>
      createWordDocument(createParagraph('&b;'), {
        doctype: '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
      }),
  ],
  [
    'nests far too deep',
    () => createWordDocument('<w:sdt><w:sdtContent>'.repeat(50_000) + '</w:sdtContent></w:sdt>'.repeat(50_000)),
  ],
  [
    'unpacks to 20 MB of XML',
    () => createWordDocument(createParagraph('Words'), { more: { 'word/header1.xml': bomb } }),
  ],
])('a document that %s can only be downloaded', async ([, make]) => {
  await expect(shownOf(await make())).rejects.toThrow()
})
