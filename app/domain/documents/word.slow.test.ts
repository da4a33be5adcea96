import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from '~/domain/files/inspect.server'
import { wordBounds } from '~/domain/foreign/registry'
import { createPicture } from '~/test/samples'
import {
  createDrawing,
  createHyperlink,
  createLinkBomb,
  createParagraph,
  createRun,
  createTable,
  createWordDocument,
} from '~/test/word'
import { openWord } from '../../processes/word.mjs'
import type { DocumentText } from './document-view.server'
import { withPictures } from './pictures.server'
import { describeRemarks } from './remarks'
import { convertWordDocument, writeDocumentText } from './word.server'

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
/** The same in this process: most documents need no helper process of their own. */
async function shownHere(bytes: Buffer) {
  const { pictures, ...made } = await openWord(bytes, wordBounds)
  return writeDocumentText({ ...made, alts: pictures.map(({ alt }: { alt: string }) => alt) }, [])
}
const shown = async (...input: Parameters<typeof createWordDocument>) => shownHere(await createWordDocument(...input))

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
    remarks: [],
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
  const made = await shownOf(await createWordDocument(body, { media }))
  expect(made).toMatchObject({
    state: 'text',
    html: '<p>\ufdd11\ufdd2</p><p>\ufdd12\ufdd2</p><p>(The download has a picture here: A chart.)</p>',
    pictures: [{ width: 1440, height: 720, alt: 'Our "bus"' }, { width: 100, height: 50, alt: '' }, null],
  })
  expect(withPictures(made, '/files/7')).toMatchObject({
    html: [
      '<p><img src="/files/7?picture=1&amp;width=1440" srcset="/files/7?picture=1&amp;width=720 720w, /files/7?picture=1&amp;width=1440 1440w"',
      ' sizes="(min-width: 1024px) 640px, 100vw" width="1440" height="720" alt="Our &quot;bus&quot;" loading="lazy" decoding="async" /></p>',
      '<p><img src="/files/7?picture=2&amp;width=1440" width="100" height="50" alt="" loading="lazy" decoding="async" /></p>',
      '<p>(The download has a picture here: A chart.)</p>',
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
  const made = await shownOf(await createWordDocument(createParagraph('Words') + body, { linkedPictures }))
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
  const made = await shownOf(
    await createWordDocument(createParagraph('First') + reference.repeat(450), { footnotes: note }),
  )
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

const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const HIDDEN = '<w:vanish/>'
const STRUCK = '<w:strike/>'
const WHITE = '<w:color w:val="FFFFFF"/>'
const style = (id: string, type: 'paragraph' | 'character', properties: string, basedOn = '') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${basedOn && `<w:basedOn w:val="${basedOn}"/>`}<w:rPr>${properties}</w:rPr></w:style>`
const crossedOut = (words: string) =>
  `<s><span class="sr-only">Crossed out: </span>${words}<span class="sr-only">. End of crossed out. </span></s>`

const level = (ilvl: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${ilvl}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`
const list = (id: number, levels: string, overrides = '') =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/>${overrides}</w:num>`
const item = (text: string, numId: number, ilvl = 0) =>
  paragraph(createRun(text), `<w:numPr><w:ilvl w:val="${ilvl}"/><w:numId w:val="${numId}"/></w:numPr>`)
const STEPS = list(7, level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '%2)') + level(2, 'lowerRoman', '(%3)'))
const RESTARTED =
  '<w:num w:numId="8"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'

const field = (instruction: string, result = '', more = '') =>
  `<w:r><w:fldChar w:fldCharType="begin">${more}</w:fldChar></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
const oldBox = (state: string) => field('FORMCHECKBOX', '', `<w:ffData><w:checkBox>${state}</w:checkBox></w:ffData>`)
const box = (checked: string, sign: string) =>
  `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${sign}</w:sdtContent></w:sdt>`
const symbol = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`

const SYMBOL = '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'
const WINGDINGS = '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>'

const graphic = (content: string, alt = '') =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${alt}"/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
const textBox = (words: string) =>
  graphic(`<wps:wsp><wps:txbx><w:txbxContent>${createParagraph(words)}</w:txbxContent></wps:txbx></wps:wsp>`)
const header = (content: string, element = 'w:hdr') => ({
  type: element === 'w:hdr' ? 'header' : 'footer',
  element,
  content,
})
const section = (references: string, more = '') => `<w:sectPr>${references}${more}</w:sectPr>`
const reference = (of: 'header' | 'footer', id: string, type = 'default') =>
  `<w:${of}Reference w:type="${type}" r:id="${id}"/>`

type Row = [what: string, body: string, parts: NonNullable<Parameters<typeof createWordDocument>[1]>, html: string]
const rows: Row[] = [
  [
    'crossed-out words by one line, by two, and by a style',
    [
      paragraph(createRun('Togs', STRUCK) + createRun(' coat') + createRun('9:30', '<w:dstrike/>')),
      paragraph(
        createRun('By style', '<w:rStyle w:val="Gone"/>') +
          createRun(' on', '<w:strike w:val="0"/>') +
          createRun(' off', '<w:strike w:val="off"/>'),
      ),
      paragraph(createRun('All of it'), '<w:pStyle w:val="Old"/>'),
      paragraph(createRun('Not this', '<w:rStyle w:val="Gone"/>'), '<w:pStyle w:val="Old"/>'),
    ].join(''),
    {
      styles:
        style('Gone', 'character', STRUCK) + style('Base', 'paragraph', STRUCK) + style('Old', 'paragraph', '', 'Base'),
    },
    `<p>${crossedOut('Togs')} coat${crossedOut('9:30')}</p><p>${crossedOut('By style')} on off</p><p>${crossedOut('All of it')}</p><p>Not this</p>`,
  ],
  [
    'crossed-out words with bold within, and blanks that are not announced',
    paragraph(createRun('Bus ', STRUCK) + createRun('38', `${STRUCK}<w:b/>`)) +
      paragraph(createRun('a') + createRun(' ', STRUCK)),
    {},
    `<p><s><span class="sr-only">Crossed out: </span>Bus </s><strong><s>38<span class="sr-only">. End of crossed out. </span></s></strong></p><p>a<s> </s></p>`,
  ],
  [
    'boxes of content controls',
    paragraph(box('1', createRun('☑')) + createRun(' Yes')) +
      paragraph(box('false', symbol('MS Gothic', '2610')) + createRun(' No')) +
      paragraph(box('true', symbol('Wingdings', 'F0FE')) + createRun(' Maybe')),
    {},
    '<p>☒ Yes</p><p>☐ No</p><p>☒ Maybe</p>',
  ],
  [
    'boxes and lists of old forms',
    paragraph(oldBox('<w:default w:val="1"/>') + createRun(' Photos')) +
      paragraph(oldBox('<w:default w:val="1"/><w:checked w:val="0"/>') + createRun(' Film')) +
      paragraph(
        createRun('Bus ') +
          field(
            'FORMDROPDOWN',
            '',
            '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="38"/><w:listEntry w:val="39"/></w:ddList></w:ffData>',
          ),
      ),
    {},
    '<p>☒ Photos</p><p>☐ Film</p><p>Bus 39</p>',
  ],
  [
    'boxes of symbol fonts, in text and as bullets',
    paragraph(symbol('Wingdings', 'F0A8') + createRun(' No')) +
      paragraph(createRun('\uf0fe', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>') + createRun(' Yes')) +
      paragraph(createRun('R\u00a3', '<w:rFonts w:ascii="Wingdings 2" w:hAnsi="Wingdings 2"/>')) +
      item('Tea', 7) +
      item('Milk', 7),
    { numbering: list(7, level(0, 'bullet', '\uf06f', '<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>')) },
    '<p>☐ No</p><p>☒ Yes</p><p>☒☐</p><ul><li>☐ Tea</li><li>☐ Milk</li></ul>',
  ],
  [
    'letters of symbol fonts, as signs or as text, and signs of other fonts',
    [
      paragraph(
        createRun('Turn ') +
          symbol('Wingdings', 'F0E0') +
          createRun(' at the ') +
          symbol('Webdings', '0048') +
          createRun(' 20 ') +
          symbol('Symbol', 'F0B0') +
          createRun('C'),
      ),
      paragraph(createRun('\uf061 + b \u2264', SYMBOL) + createRun(' \uf0b7 c', '<w:rStyle w:val="Greek"/>')),
      paragraph(createRun('J', WINGDINGS) + createRun(' R', '<w:rFonts w:ascii="Symbol" w:asciiTheme="minorHAnsi"/>')),
      paragraph(symbol('MS Gothic', '2611') + symbol('Segoe UI Symbol', '2708') + symbol('Wingdings 3', 'F070')),
      paragraph(symbol('Symbol', '00AE') + symbol('MT Extra', 'F04B') + symbol('Symbol', 'FDD3')),
    ].join(''),
    { styles: style('Greek', 'character', SYMBOL) },
    '<p>Turn → at the 🏠 20 °C</p><p>α + β ≤ • χ</p><p>☺ R</p><p>☑✈▲</p><p>→(The download has a symbol here.)(The download has a symbol here.)</p>',
  ],
  [
    'results of fields, and neither their instructions nor those of fields within them',
    [
      paragraph(
        `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>${field('MERGEFIELD Age', createRun('17'))}<w:r><w:instrText> &lt; 18 "child" "adult" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${createRun('child')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${createRun(' fare ')}${field('SYMBOL 252 \\f "Wingdings" \\s 12')}${field('MACROBUTTON NoMacro [Your name]')}${field('SYMBOL 74 \\f Wingdings', createRun('J', WINGDINGS))}`,
      ),
      paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r>') + createParagraph('A field without end'),
      paragraph('<w:fldSimple w:instr="SYMBOL 9742 \\u"/>'),
    ].join(''),
    {},
    '<p>child fare ✓[Your name]☺</p><p>A field without end</p><p>☎</p>',
  ],
  [
    'a list that goes on after a paragraph, with deeper levels that begin again',
    [
      item('One', 7),
      item('a', 7, 1),
      createParagraph('Between'),
      item('Two', 7),
      item('a again', 7, 1),
      item('b', 7, 1),
      item('i', 7, 2),
    ].join(''),
    { numbering: STEPS },
    '<ol><li>One<ol type="a" class="lower-alpha"><li>a</li></ol></li></ol><p>Between</p><ol start="2"><li>Two<ol type="a" class="lower-alpha"><li>a again</li><li>b<ol type="i" class="lower-roman"><li>i</li></ol></li></ol></li></ol>',
  ],
  [
    'a list that begins again, with another between that does not end it',
    [
      item('One', 7),
      item('Two', 7),
      item('Again one', 8),
      item('Again two', 8),
      createParagraph('x', { isItem: true }),
      item('Three', 8),
    ].join(''),
    { numbering: STEPS + RESTARTED },
    '<ol><li>One</li><li>Two</li><li value="1">Again one</li><li>Again two</li></ol><ul><li>x</li></ul><ol start="3"><li>Three</li></ol>',
  ],
  [
    'lists with labels of their own, and numbered headings',
    [
      createParagraph('Food', { style: 'Heading1' }).replace(
        '</w:pPr>',
        '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="9"/></w:numPr></w:pPr>',
      ),
      item('Bread', 9, 1),
      item('Milk', 9, 1),
      item('Mix', 10),
      item('Bake', 10),
    ].join(''),
    {
      numbering:
        list(9, level(0, 'decimal', '%1') + level(1, 'decimal', '%1.%2')) +
        list(10, level(0, 'decimal', 'Step %1:').replace('w:start w:val="1"', 'w:start w:val="4"')),
    },
    '<h3>1 Food</h3><ol class="labels"><li><ol class="labels"><li>1.1 Bread</li><li>1.2 Milk</li></ol></li></ol><ol class="labels"><li>Step 4: Mix</li><li>Step 5: Bake</li></ol>',
  ],
  [
    'hidden text by itself, by a style, in a row, with its paragraph, and in a footnote',
    [
      paragraph(createRun('Quiz') + createRun(' answer', HIDDEN)),
      paragraph(createRun('By style'), '<w:pStyle w:val="Secret"/><w:rPr><w:vanish/></w:rPr>'),
      paragraph(
        createRun('By run style', '<w:rStyle w:val="SecretRun"/>') + createRun('Shown', '<w:vanish w:val="false"/>'),
      ),
      item('One', 7),
      paragraph(
        createRun('Not counted', HIDDEN),
        '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr><w:rPr><w:vanish/></w:rPr>',
      ),
      item('Two', 7),
      `<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>${createParagraph('Row')}</w:tc></w:tr><w:tr><w:tc>${createParagraph('Seen')}</w:tc></w:tr></w:tbl>`,
      paragraph(
        `${box('1', createRun('☒', HIDDEN))}<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>`,
      ),
    ].join(''),
    {
      numbering: STEPS,
      styles: style('Secret', 'paragraph', HIDDEN) + style('SecretRun', 'character', HIDDEN),
      footnotes: `<w:footnotes><w:footnote w:id="2">${paragraph(createRun('Note') + createRun(' key', HIDDEN))}</w:footnote></w:footnotes>`,
    },
    '<p>Quiz</p><p>Shown</p><ol><li>One</li><li>Two</li></ol><table><tr><td><p>Seen</p></td></tr></table><p><sup>[1]</sup></p><ol><li><p>Note</p></li></ol>',
  ],
  [
    'words in white only where the ground is not paper',
    [
      paragraph(createRun('2 + 2? ') + createRun('4', WHITE)),
      paragraph(createRun('On black', `${WHITE}<w:shd w:val="clear" w:fill="000000"/>`)),
      paragraph(createRun('On grey', WHITE), '<w:shd w:val="clear" w:fill="808080"/>'),
      paragraph(createRun('By style', WHITE), '<w:pStyle w:val="Banner"/>'),
      paragraph(createRun('By the theme', '<w:color w:val="FFFFFF" w:themeColor="background1"/>')),
      paragraph(createRun('Grey', '<w:color w:val="BFBFBF" w:themeColor="background1" w:themeShade="BF"/>')),
      paragraph(createRun('In a white style'), '<w:pStyle w:val="White"/>'),
      paragraph(createRun('Based on it'), '<w:pStyle w:val="Whiter"/>'),
      paragraph(createRun('In white words', '<w:rStyle w:val="WhiteWords"/>')),
      paragraph(createRun('Black', '<w:color w:val="auto"/>'), '<w:pStyle w:val="White"/>'),
      paragraph(createRun('On red'), '<w:pStyle w:val="White"/><w:shd w:val="clear" w:fill="C00000"/>'),
      paragraph(createRun('Marked', '<w:highlight w:val="black"/>'), '<w:pStyle w:val="White"/>'),
      paragraph(createRun('Pattern', `${WHITE}<w:shd w:val="solid" w:color="000000" w:fill="FFFFFF"/>`)),
      paragraph(createRun('On white', `${WHITE}<w:shd w:val="clear" w:color="auto" w:fill="FFFFFF"/>`)),
      paragraph(createRun('On none', WHITE), '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>'),
      paragraph(createRun('No banner', WHITE), '<w:pStyle w:val="Banner"/><w:shd w:val="clear" w:fill="auto"/>'),
      ...[
        ['', ''],
        ['', '<w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr>'],
        ['<w:tblPr><w:shd w:val="clear" w:fill="000000"/></w:tblPr>', ''],
        ['<w:tblPr><w:tblStyle w:val="Striped"/></w:tblPr>', ''],
        ['<w:tblPr><w:tblStyle w:val="Plain"/></w:tblPr>', ''],
      ].map(([table, cell]) => {
        const content = paragraph(createRun('Cell') + createRun('white', WHITE))
        return `<w:tbl>${table}<w:tr><w:tc>${cell}${content}</w:tc></w:tr></w:tbl>`
      }),
      paragraph(textBox('In a box').replace('<w:r><w:t', `<w:r><w:rPr>${WHITE}</w:rPr><w:t`)),
    ].join(''),
    {
      styles:
        '<w:style w:type="paragraph" w:styleId="Banner"><w:name w:val="Banner"/><w:pPr><w:shd w:val="clear" w:fill="000000"/></w:pPr></w:style>' +
        style('White', 'paragraph', WHITE) +
        style('Whiter', 'paragraph', '', 'White') +
        style('WhiteWords', 'character', '<w:color w:themeColor="background1"/>') +
        '<w:style w:type="table" w:styleId="Plain"><w:name w:val="Plain"/></w:style>' +
        '<w:style w:type="table" w:styleId="Striped"><w:name w:val="Striped"/><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr></w:tblStylePr></w:style>',
    },
    `<p>2 + 2? </p><p>On black</p><p>On grey</p><p>By style</p><p>Grey</p><p>Black</p><p>On red</p><p>Marked</p><p>Pattern</p>${[
      'Cell',
      'Cellwhite',
      'Cellwhite',
      'Cellwhite',
      'Cell',
    ]
      .map((cell) => `<table><tr><td><p>${cell}</p></td></tr></table>`)
      .join('')}<p>In a box</p>`,
  ],
  [
    'a large first letter in its word',
    [
      paragraph(createRun('O'), '<w:framePr w:dropCap="drop" w:lines="3"/>') + createParagraph('nce'),
      `${paragraph(createRun('T'), '<w:framePr w:dropCap="margin"/>')}<w:p>${createRun('wice')}</w:p>`,
      paragraph(createRun('In a frame'), '<w:framePr w:w="900"/>') + createParagraph('After it'),
    ].join(''),
    {},
    '<p>Once</p><p>Twice</p><p>In a frame</p><p>After it</p>',
  ],
  [
    'raised and lowered figures, also by a style',
    paragraph(
      createRun('10 m') +
        createRun('2', '<w:vertAlign w:val="superscript"/>') +
        createRun(' H') +
        createRun('2', '<w:vertAlign w:val="subscript"/>') +
        createRun('O x') +
        createRun('3', '<w:position w:val="8"/><w:sz w:val="19"/>') +
        createRun(' the 3') +
        createRun('rd', '<w:rStyle w:val="Up"/>'),
    ),
    { styles: style('Up', 'character', '<w:vertAlign w:val="superscript"/>') },
    '<p>10 m<sup>2</sup> H<sub>2</sub>O x<sup>3</sup> the 3<sup>rd</sup></p>',
  ],
  [
    'right-to-left paragraphs, headings and lists',
    paragraph(createRun('שלום', '<w:rtl/>'), '<w:bidi/>') +
      paragraph(createRun('مرحبا'), '<w:pStyle w:val="Heading1"/><w:bidi/>') +
      paragraph(createRun('واحد'), '<w:bidi/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr>') +
      paragraph(createRun('Hello'), '<w:bidi w:val="0"/>'),
    { numbering: STEPS },
    '<p dir="rtl">שלום</p><h3 dir="rtl">مرحبا</h3><ol dir="rtl"><li dir="rtl">واحد</li></ol><p>Hello</p>',
  ],
  [
    'tables from right to left, with one inside and an empty first cell',
    `<w:tbl><w:tblPr><w:bidiVisual/></w:tblPr><w:tr><w:tc>${createTable([['in', 'side']])}${paragraph(createRun('יום'), '<w:bidi/>')}</w:tc><w:tc>${createParagraph('שעה')}</w:tc></w:tr></w:tbl>${createParagraph('Then')}<w:tbl><w:tblPr><w:bidiVisual/></w:tblPr><w:tr><w:tc><w:p/></w:tc><w:tc>${createParagraph('שני')}</w:tc></w:tr></w:tbl>${createTable([['Day']]).replace('<w:tbl>', '<w:tbl><w:tblPr><w:bidiVisual w:val="0"/></w:tblPr>')}`,
    {},
    '<table dir="rtl"><tr><td dir="ltr"><table><tr><td><p>in</p></td><td><p>side</p></td></tr></table><p dir="rtl">יום</p></td><td dir="ltr"><p>שעה</p></td></tr></table><p>Then</p><table dir="rtl"><tr><td dir="ltr"></td><td dir="ltr"><p>שני</p></td></tr></table><table><tr><td><p>Day</p></td></tr></table>',
  ],
  [
    'headers and footers once, without page numbers',
    createParagraph('Body'),
    {
      parts: {
        'header1.xml': header(createParagraph('For 7 December') + paragraph(createRun('Draft', HIDDEN))),
        'footer1.xml': header(
          paragraph(
            `${createRun('Riverbank')}<w:r><w:tab/></w:r>${createRun('Page ')}${field('PAGE', createRun('1'))}${createRun(' of ')}<w:fldSimple w:instr="NUMPAGES">${createRun('3')}</w:fldSimple>`,
          ),
          'w:ftr',
        ),
        'header2.xml': header(createParagraph('Only on even pages')),
        'header3.xml': header(createParagraph('Only on a first page')),
      },
      section: section(
        reference('header', 'header1.xml') +
          reference('footer', 'footer1.xml') +
          reference('header', 'header2.xml', 'even') +
          reference('header', 'header3.xml', 'first'),
      ),
    },
    '<p>For 7 December</p><p>Body</p><p>Riverbank\t</p>',
  ],
  [
    'the headers of each section where it begins',
    paragraph(
      createRun('Part one'),
      section(reference('header', 'header1.xml') + reference('header', 'header3.xml', 'first'), '<w:titlePg/>'),
    ) + createParagraph('Part two'),
    {
      parts: {
        'header1.xml': header(createParagraph('Monday')),
        'header2.xml': header(createParagraph('Tuesday') + createParagraph('Monday')),
        'header3.xml': header(createParagraph('Welcome')),
      },
      section: section(reference('header', 'header2.xml')),
    },
    '<p>Welcome</p><p>Monday</p><p>Part one</p><p>Tuesday</p><p>Part two</p>',
  ],
  [
    'text that other containers hold: simple fields, directions, rubies, text boxes',
    paragraph(
      `<w:fldSimple w:instr="DATE">${createRun('7 December')}</w:fldSimple><w:dir w:val="rtl">${createRun(' and')}</w:dir><w:r><w:ruby><w:rt>${createRun('kan')}</w:rt><w:rubyBase>${createRun(' 漢')}</w:rubyBase></w:ruby></w:r>`,
    ) +
      paragraph(textBox('Bring 5 euro')) +
      paragraph(
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${textBox('Once').replace(/<\/?w:r>/g, (tag) => tag)}</mc:Choice><mc:Fallback><w:pict><v:oval><v:textbox><w:txbxContent>${createParagraph('Once')}</w:txbxContent></v:textbox></v:oval></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      ) +
      paragraph(
        `<w:r><w:pict><v:oval><v:textbox><w:txbxContent>${createParagraph('In a circle')}</w:txbxContent></v:textbox></v:oval></w:pict></w:r>`,
      ),
    {},
    '<p>7 December and 漢 (kan)</p><p>Bring 5 euro</p><p>Once</p><p>In a circle</p>',
  ],
]

test.each(rows)('the page says what the document says: %s', async (_, body, parts, html) => {
  expect(await shown(body, parts)).toMatchObject({ state: 'text', html })
})

const CHART = graphic('<c:chart r:id="chart1.xml"/>')
const equation = (content: string) => `<m:oMath>${content}</m:oMath>`
const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const inserted = (program: string) =>
  `<w:r><w:object><v:shape><v:imagedata r:id="a.emf"/></v:shape><o:OLEObject ProgID="${program}" r:id="x"/></w:object></w:r>`

test.each<[...Row, remarks: string]>([
  [
    'equations',
    paragraph(
      createRun('Area: ') + equation(`${math('π')}<m:sSup><m:e>${math('r')}</m:e><m:sup>${math('2')}</m:sup></m:sSup>`),
    ) + equation(`<m:rad><m:deg/><m:e>${math('x+1')}</m:e></m:rad>`),
    {},
    '<p>Area: (The download has an equation here: πr^2.)</p><p>(The download has an equation here: √(x+1).)</p>',
    'Students will not see this on its page: 2 equations. To show everything, save it as a PDF, and upload that.',
  ],
  [
    'equations in fields of older programs, also in pieces',
    paragraph(
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> EQ \\f(1,</w:instrText></w:r><w:r><w:instrText>2) </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${createRun(' cup')}`,
    ) + paragraph('<w:fldSimple w:instr="EQ \\f(3;4)"/>'),
    {},
    '<p>(The download has an equation here: 1/2.) cup</p><p>(The download has an equation here: 3/4.)</p>',
    'Students will not see this on its page: 2 equations. To show everything, save it as a PDF, and upload that.',
  ],
  [
    'a chart by its title, and its picture for older programs is not shown too',
    paragraph(CHART) +
      paragraph(
        `<w:r><mc:AlternateContent><mc:Choice Requires="cx1">${CHART.replace(/<\/?w:r>/g, '')}</mc:Choice><mc:Fallback><w:drawing>This chart is not available</w:drawing></mc:Fallback></mc:AlternateContent></w:r>`,
      ),
    {
      parts: {
        'chart1.xml': {
          type: 'chart',
          element: 'c:chartSpace',
          content: '<c:chart><c:title><a:t>Our money</a:t></c:title><c:v>7</c:v></c:chart>',
        },
      },
    },
    '<p>(The download has a chart here: Our money.)</p><p>(The download has a chart here: Our money.)</p>',
    'Students will not see this on its page: 2 charts. To show everything, save it as a PDF, and upload that.',
  ],
  [
    'SmartArt by its words, and WordArt',
    paragraph(graphic('<dgm:relIds r:dm="data1.xml"/>')) +
      paragraph('<w:r><w:pict><v:shape><v:textpath string="Happy Birthday!"/></v:shape></w:pict></w:r>'),
    {
      parts: {
        'data1.xml': {
          type: 'diagramData',
          element: 'dgm:dataModel',
          content: ['Wait', 'Get on']
            .map((words) => `<dgm:pt><dgm:t><a:p><a:r><a:t>${words}</a:t></a:r></a:p></dgm:t></dgm:pt>`)
            .join(''),
        },
      },
    },
    '<p>(The download has a SmartArt diagram here: Wait; Get on.)</p><p>(The download has WordArt here: Happy Birthday!)</p>',
    'Students will not see this on its page: 1 SmartArt diagram and WordArt. To show everything, save it as a PDF, and upload that.',
  ],
  [
    'inserted documents, and a drawing',
    paragraph(inserted('Excel.Sheet.12')) +
      paragraph(inserted('Word.Document.8')) +
      '<w:altChunk r:id="other"/>' +
      paragraph(graphic('<wps:wsp/>', 'An arrow to the door')) +
      paragraph(graphic('<pic:pic><pic:blipFill><a:blip/></pic:blipFill></pic:pic>', 'A lost photo')),
    {},
    '<p>(The download has an inserted Excel sheet here.)</p><p>(The download has an inserted Word document here.)</p><p>(The download has an inserted document here.)</p><p>(The download has a drawing here: An arrow to the door.)</p><p>(The download has a drawing here: A lost photo.)</p>',
    'Students will not see this on its page: 1 inserted Excel sheet, 1 inserted Word document, 1 inserted document and 2 drawings. To show everything, save it as a PDF, and upload that.',
  ],
  [
    'comments, tracked deletions and hidden words',
    paragraph(
      `${createRun('Shown')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:commentReference w:id="0"/></w:r>${createRun('key', HIDDEN)}`,
    ),
    {},
    '<p>Shown</p>',
    'Students do not see words that are marked as deleted, but they can still be read in the download. Students do not see its comments, but they can still be read in the download. Students do not see its hidden words, but they can still be read in the download. Delete them there if they are not for students.',
  ],
  [
    'words that are white by a style',
    paragraph(createRun('Shown')) + paragraph(createRun('key'), '<w:pStyle w:val="White"/>'),
    { styles: style('White', 'paragraph', WHITE) },
    '<p>Shown</p>',
    'Students do not see its hidden words, but they can still be read in the download. Delete them there if they are not for students.',
  ],
])('what the page can’t show is named in its place, and tutors are told: %s', async (_, body, parts, html, note) => {
  const made = (await shown(body, parts)) as DocumentText
  expect(made).toMatchObject({ state: 'text', html })
  expect(describeRemarks(made.remarks ?? [])).toBe(note)
})

test('tutors are told at upload what a page will not show', async () => {
  const bytes = await createWordDocument(paragraph(createRun('Shown') + createRun('key', HIDDEN)))
  expect((await inspect(bytes)).note).toMatch(/^Students do not see its hidden words, /)
})

test.each([
  ['document.xml', 'xml'],
  ['text.xml', 'xml'],
  ['text.wml', 'wml'],
])('a document whose main part %s has its type by the extension %s is shown', async (main, byExtension) => {
  const bytes = await createWordDocument(createParagraph('Bus times'), { main, byExtension })
  expect(await shownHere(bytes)).toMatchObject({ html: '<p>Bus times</p>' })
})
