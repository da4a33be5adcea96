import { expect, test } from 'vitest'
import type { PdfWords } from '~/domain/files/picture.server'
import { createPdf, createPdfStream } from '~/test/pdfs'
import { openPdf } from '../../processes/pdf.mjs'
import { joinHyphens } from './conversion.server'
import { describeRemarks, listPdfRemarks } from './remarks'

/** What the first page says, and what tutors are told about it. */
async function readPdf(bytes: Buffer) {
  const { container, attachments, withPage } = await openPdf(bytes)
  if (container) return { container }
  const { text, words, notes } = await withPage(1, (page: { text: (max: number) => PdfWords & { text: string } }) =>
    page.text(2000),
  )
  return { text: await joinHyphens(text), note: describeRemarks(listPdfRemarks([{ words, notes }], attachments)) }
}

const write = (words: string, y = 700, more = '') => `BT /F1 18 Tf ${more} 60 ${y} Td (${words}) Tj ET`
const draw = (...parts: string[]) => createPdfStream(Buffer.from(parts.join('\n'), 'latin1'))
const page = (...parts: string[]) => ({ content: draw(...parts) })
const LAYER = 6
const layers = (state: string) => ({
  catalog: `/OCProperties << /OCGs [${LAYER} 0 R] /D << ${state} >> >>`,
  more: ['<< /Type /OCG /Name (Answers) >>'],
})
const OFF = layers(`/OFF [${LAYER} 0 R]`)
const PROPERTIES = `/Properties << /oc1 ${LAYER} 0 R >>`
const QUIZ = write('What is 2 + 2?')
const inLayer = (words: string) => `/OC /oc1 BDC ${words} EMC`
const image = (width: number, height: number, sample: string) =>
  `q ${width} 0 0 ${height} 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID ${sample} EI Q`
const BOX = '0 g 55 690 300 30 re f'

const at = (x: number, words: string, y = 700, font = 'F1') => `BT /${font} 18 Tf ${x} ${y} Td (${words}) Tj ET`
/** In this font, 4 is a tick and 8 a cross. */
const DINGBATS = { fonts: '/F2 6 0 R' }
const DINGBAT_FONT = ['<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>']

const HIDDEN_NOTE =
  'Students do not see its hidden words on page 1, but they can still be read in the download. Delete them there if they are not for students.'
const UNDRAWN_NOTE =
  'We could not draw all words on page 1, because a font is not in the PDF. Students can read them as text. To show the page as it is, save the PDF with its fonts (PDF/A), and upload that.'
const COVERED_NOTE =
  'Students do not see words that are covered or have the colour of the paper on page 1, but they can still be read in the download. If they are private, delete them in the original, save it as a PDF again, and upload that.'

test.each<[what: string, bytes: Buffer, text: string, note?: string]>([
  [
    'of a layer that is off',
    createPdf([{ ...page(QUIZ, inLayer(write('4', 600))), resources: PROPERTIES }], OFF),
    'What is 2 + 2?',
    HIDDEN_NOTE,
  ],
  [
    'of a layer that is off, over words that are seen',
    createPdf([{ ...page(QUIZ, inLayer(write('The answer is 4'))), resources: PROPERTIES }], OFF),
    'What is 2 + 2?',
    HIDDEN_NOTE,
  ],
  [
    'of a layer that is off as a rule',
    createPdf([{ ...page(QUIZ, inLayer(write('4', 600))), resources: PROPERTIES }], layers('/BaseState /OFF /ON []')),
    'What is 2 + 2?',
    HIDDEN_NOTE,
  ],
  [
    'of a form on a layer that is off',
    createPdf([{ ...page(QUIZ, '/Fm0 Do'), resources: '/XObject << /Fm0 7 0 R >>' }], {
      ...OFF,
      more: [
        ...OFF.more,
        createPdfStream(
          Buffer.from(write('4', 600)),
          `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC ${LAYER} 0 R /Resources << /Font << /F1 3 0 R >> >>`,
        ),
      ],
    }),
    'What is 2 + 2?',
    HIDDEN_NOTE,
  ],
  [
    'of a layer that is on',
    createPdf([{ ...page(QUIZ, inLayer(write('4', 600))), resources: PROPERTIES }], layers('')),
    'What is 2 + 2?\n4',
  ],
  ['off the page', createPdf([page(QUIZ, write('4', -200), write('5', 2000))]), 'What is 2 + 2?', HIDDEN_NOTE],
  [
    'in the part that is cut off',
    createPdf([{ ...page(QUIZ, write('4', 100)), entries: '/CropBox [0 400 595 842]' }]),
    'What is 2 + 2?',
    HIDDEN_NOTE,
  ],
  [
    'under a black box',
    createPdf([page(QUIZ, write('Mary', 650), '0 g 55 640 300 30 re f')]),
    'What is 2 + 2?',
    COVERED_NOTE,
  ],
  [
    'half under a black box',
    createPdf([page(write('Name: Mary Byrne'), '0 g 118 690 200 30 re f')]),
    'Name:',
    COVERED_NOTE,
  ],
  [
    'under a picture',
    createPdf([page(write('Mary'), QUIZ.replace('700', '600'), `q 1 0 0 1 55 690 cm ${image(300, 30, '\0')} Q`)]),
    'What is 2 + 2?',
    COVERED_NOTE,
  ],
  ['in white on white', createPdf([page(QUIZ, '1 g', write('4', 600))]), 'What is 2 + 2?', COVERED_NOTE],
  [
    'under a black annotation',
    createPdf([{ ...page(QUIZ, write('Mary', 600)), entries: '/Annots [6 0 R]' }], {
      more: [
        '<< /Type /Annot /Subtype /Square /Rect [50 590 300 630] /F 4 /C [0 0 0] /IC [0 0 0] /AP << /N 7 0 R >> >>',
        createPdfStream(Buffer.from('0 g 0 0 250 40 re f'), '/Type /XObject /Subtype /Form /BBox [0 0 250 40]'),
      ],
    }),
    'What is 2 + 2?',
    COVERED_NOTE,
  ],
  [
    'with ticks that were drawn first',
    createPdf(
      [{ ...page('BT /F2 18 Tf 60 700 Td [(4) -7000 (8)] TJ ET', at(80, 'Photos'), at(220, 'Film')), ...DINGBATS }],
      {
        more: DINGBAT_FONT,
      },
    ),
    '✔ Photos ✘ Film',
  ],
  [
    'with ticks of several lines that were drawn first',
    createPdf(
      [
        {
          ...page(
            'BT /F2 18 Tf 60 700 Td [(4) -7000 (8)] TJ 0 -100 Td (4) Tj ET',
            at(80, 'Photos'),
            at(220, 'Film'),
            at(80, 'Bus', 600),
          ),
          ...DINGBATS,
        },
      ],
      { more: DINGBAT_FONT },
    ),
    '✔ Photos ✘ Film\n✔ Bus',
  ],
  [
    'with ticks after them',
    createPdf(
      [{ ...page(at(60, 'Photos'), at(150, '4', 700, 'F2'), at(200, 'Film'), at(290, '8', 700, 'F2')), ...DINGBATS }],
      {
        more: DINGBAT_FONT,
      },
    ),
    'Photos ✔ Film ✘',
  ],
  ['in short cells, on lines of their own', createPdf([page(at(60, 'a'), at(60, 'b', 680), at(160, 'x'))]), 'a\nb\nx'],
  ['in white on a dark box', createPdf([page(BOX, '1 g', QUIZ)]), 'What is 2 + 2?'],
  [
    'behind a scan of them',
    createPdf([page(write('Scanned', 700), image(595, 842, '\xff'), '0 g 60 700 5 14 re f 70 700 5 14 re f')]),
    'Scanned',
  ],
  [
    'invisible, over a scan of them',
    createPdf([page(image(595, 842, '\xff'), '0 g 60 700 5 14 re f 70 700 5 14 re f', write('Scanned', 700, '3 Tr'))]),
    'Scanned',
  ],
  [
    'invisible, over a black box on a scan',
    createPdf([
      page(
        image(595, 842, '\xff'),
        '0 g 60 700 5 14 re f 50 590 300 30 re f',
        write('Scanned', 700, '3 Tr'),
        write('Mary', 600, '3 Tr'),
      ),
    ]),
    'Scanned',
    COVERED_NOTE,
  ],
])('a page’s text has the words that are seen, not those %s', async (_, bytes, text, note) => {
  expect(await readPdf(bytes)).toEqual({ text, note: note ?? '' })
})

const annotated = (annotations: string[], ...parts: string[]) => {
  const first = 6
  const list = annotations.map((_, index) => `${first + index} 0 R`).join(' ')
  return createPdf([{ ...page(...parts), entries: `/Annots [${list}]` }], {
    catalog: `/AcroForm << /Fields [${list}] >>`,
    more: annotations.map(
      (annotation) => `<< /Type /Annot ${annotation.includes('/F ') ? '' : '/F 4'} ${annotation} >>`,
    ),
  })
}
/** A mark that strikes out lines, each from left, top to right, bottom. */
const strike = (...lines: [left: number, top: number, right: number, bottom: number][]) => {
  const points = lines.map(([left, top, right, bottom]) =>
    [left, top, right, top, left, bottom, right, bottom].join(' '),
  )
  return `/Subtype /StrikeOut /Rect [60 500 400 720] /QuadPoints [${points.join(' ')}]`
}
const tick = (x: number, y: number, state: 'Yes' | 'Off', more = '') =>
  `/Subtype /Widget /FT /Btn /T (box${x}) /Rect [${x} ${y} ${x + 12} ${y + 12}] /V /${state} /AS /${state} /AP << /N << /Yes 5 0 R /Off 5 0 R >> >> ${more}`

const createForm = (content: string, resources = '') =>
  createPdfStream(
    Buffer.from(content),
    `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`,
  )
const createFont = (name: string, more = '') =>
  `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /FirstChar 0 /LastChar 255 /Widths [${Array(256).fill(600).join(' ')}] ${more} /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>`

test.each<[what: string, bytes: Buffer, text: string, note?: string]>([
  [
    'ticks before their words',
    annotated(
      [tick(60, 700, 'Yes'), tick(60, 660, 'Off')],
      write('Photos', 700, '20 0 Td'),
      write('Film', 660, '20 0 Td'),
    ),
    '☒ Photos\n☐ Film',
  ],
  [
    'ticks after their words',
    annotated([tick(150, 700, 'Off'), tick(300, 700, 'Yes')], write('Yes'), `BT /F1 18 Tf 230 700 Td (No) Tj ET`),
    'Yes ☐ No ☒',
  ],
  [
    'a ticked circle by its name',
    annotated([tick(60, 100, 'Yes', '/Ff 32768 /TU (I can swim)')], QUIZ),
    'What is 2 + 2?\n☒ I can swim',
  ],
  [
    'notes, and what is typed onto a page',
    annotated(
      [
        '/Subtype /Text /Rect [300 700 320 720] /Contents (Now 10:15)',
        '/Subtype /Highlight /Rect [60 695 230 718] /QuadPoints [60 718 230 718 60 695 230 695] /Contents (important)',
        '/Subtype /FreeText /Rect [60 600 300 640] /DA (/F1 14 Tf 0 g) /Contents (Bring a coat)',
      ],
      write('Bus at 9:30'),
    ),
    'Bus at 9:30\nNote: Now 10:15\nNote: important\nBring a coat',
    'Students can read the 2 notes in it.',
  ],
  [
    'no note that is hidden, nor one that repeats the page',
    annotated(
      ['/Subtype /Text /Rect [9 9 9 9] /Contents (secret) /F 2', '/Subtype /Underline /Rect [9 9 9 9] /Contents (Bus)'],
      write('Bus'),
    ).subarray(),
    'Bus',
  ],
  [
    'what a mark strikes out, named',
    annotated([strike([99, 718, 168, 695])], write('Bus Monday Tuesday')),
    'Bus (crossed out: Monday) Tuesday',
  ],
  [
    'what one mark strikes out on two lines',
    annotated([strike([60, 718, 400, 695], [60, 618, 80, 595])], write('Bring a coat'), write('A hat', 600)),
    '(crossed out: Bring a coat\nA) hat',
  ],
  [
    'what drawn lines strike out, and not what they underline',
    createPdf([
      page(
        write('Bus Monday'),
        '0 g 60 704.5 37 1 re f 99 697 68 1 re f',
        write('Tea', 600),
        '0 g 55 620 300 0.5 re f',
      ),
    ]),
    '(crossed out: Bus) Monday\nTea',
  ],
  [
    'what lines of a form strike out, also within a smaller one',
    createPdf(
      [{ ...page(write('Bus Monday'), 'q 0.5 0 0 0.5 60 704 cm /Fm0 Do Q'), resources: '/XObject << /Fm0 6 0 R >>' }],
      {
        more: [
          createForm('q 2 0 0 2 0 0 cm /Fm1 Do Q', '/XObject << /Fm1 7 0 R >>'),
          createForm('0 g 0 0.5 37 1 re f'),
        ],
      },
    ),
    '(crossed out: Bus) Monday',
  ],
  [
    'what lines and ticks mean on a turned page',
    createPdf(
      [
        {
          ...page(
            'BT /F1 18 Tf 0 1 -1 0 100 60 Tm (Bus Monday) Tj ET BT /F1 18 Tf 0 1 -1 0 140 80 Tm (Film) Tj ET',
            '0 g 95 60 1 37 re f 130 10 0.5 500 re f',
          ),
          rotate: 90,
          entries: '/Annots [6 0 R]',
        },
      ],
      { catalog: '/AcroForm << /Fields [6 0 R] >>', more: [`<< /Type /Annot /F 4 ${tick(128, 60, 'Yes')} >>`] },
    ),
    '(crossed out: Bus) Monday\n☒ Film',
  ],
  [
    'the signs of symbol fonts',
    createPdf(
      [
        {
          ...page(at(60, '\\267 m', 700, 'F2'), at(150, 'Tea'), at(60, '\\340', 600, 'F3'), at(90, 'door', 600)),
          fonts: '/F2 6 0 R /F3 7 0 R',
        },
      ],
      {
        more: [
          createFont('ABCDEF+SymbolMT', '/ToUnicode 8 0 R'),
          createFont('ABCDEF+Wingdings-Regular'),
          createPdfStream(
            Buffer.from(
              'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <B7> <F0B7> <6D> <F06D> endbfchar endcmap',
            ),
          ),
        ],
      },
    ),
    '• μ Tea\n→ door',
    UNDRAWN_NOTE,
  ],
  [
    'raised figures',
    createPdf([
      page(
        'BT /F1 18 Tf 60 700 Td (5) Tj /F1 10 Tf 6 Ts (24) Tj 0 Ts /F1 18 Tf ( cm, 12 m) Tj /F1 10 Tf 6 Ts (3) Tj ET',
      ),
    ]),
    '5²⁴ cm, 12 m³',
  ],
  [
    'no mark that is hidden, nor one beside the words',
    annotated([`${strike([60, 718, 400, 695])} /F 2`, strike([60, 690, 400, 660])], write('Bring a coat')),
    'Bring a coat',
  ],
  [
    'the words of a font that is not inside',
    createPdf([{ ...page(write('Hello'), 'BT /F2 36 Tf 60 600 Td <4F60597D> Tj ET'), fonts: '/F2 6 0 R' }], {
      more: [
        '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 8 0 R >>',
        '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
      ],
    }),
    'Hello\n你好',
    UNDRAWN_NOTE,
  ],
])('a page’s text has %s', async (_, bytes, text, note) => {
  expect(await readPdf(bytes)).toEqual({ text, note: note ?? '' })
})

const lines = (...all: string[]) =>
  createPdf([page(`BT /F1 14 Tf 16 TL 60 700 Td ${all.map((line) => `(${line}) Tj T*`).join(' ')} ET`)])

test.each([
  [
    ['The self-', 'advocacy group, drop-', 'in, Mary Byrne-', 'Walsh'],
    'The self-advocacy group, drop-in, Mary Byrne-Walsh',
  ],
  [['Please read the infor-', 'mation on activi-', 'ties.'], 'Please read the information on activities.'],
  [
    ['Open 9:30-', '16:30, e-', 'mail or ring 020-910-', '0100. Mother-in-', 'law, Ava-', 'Mae'],
    'Open 9:30-16:30, e-mail or ring 020-910-0100. Mother-in-law, Ava-Mae',
  ],
])('a hyphen at a line’s end stays unless the word without it is one: %s', async (all, text) => {
  expect((await readPdf(lines(...all))).text).toBe(text)
})

const PLEASE_WAIT = createPdfStream(Buffer.from(write('Please wait...')))
const FILES = '/Names << /EmbeddedFiles << /Names [(a.pdf) 6 0 R] >> >>'
const FILE = [
  '<< /Type /Filespec /F (a.pdf) /UF (a.pdf) /EF << /F 7 0 R >> >>',
  createPdfStream(Buffer.from('x'), '/Type /EmbeddedFile'),
]

test.each([
  [
    'a form of Adobe',
    createPdf([{ content: PLEASE_WAIT }], {
      catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >>',
      more: [createPdfStream(Buffer.from('<xdp/>'))],
    }),
    { container: 'xfa' },
  ],
  [
    'a form of Adobe that does not say so',
    createPdf([{ content: PLEASE_WAIT }], {
      catalog: '/AcroForm << /Fields [] /XFA [(template) 6 0 R] >>',
      more: [createPdfStream(Buffer.from('<xdp/>'))],
    }),
    { container: 'xfa' },
  ],
  [
    'a form with pages of its own',
    createPdf([{ lines: ['Your name'] }], {
      catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>',
      more: [createPdfStream(Buffer.from('<xdp/>'))],
    }),
    { text: 'Your name', note: '' },
  ],
  [
    'a portfolio',
    createPdf([{ lines: ['Open this in Acrobat'] }], { catalog: `/Collection << /View /D >> ${FILES}`, more: FILE }),
    { container: 'portfolio' },
  ],
  [
    'a portfolio whose catalog is packed',
    createPdf([{ lines: ['Open this in Acrobat'] }], {
      catalog: FILES,
      more: [
        ...FILE,
        createPdfStream(Buffer.from('9 0 << /Collection << /View /D >> >>'), '/Type /ObjStm /N 1 /First 4'),
      ],
    }),
    { container: 'portfolio' },
  ],
  [
    'a PDF with a file inside',
    createPdf([{ lines: ['Hello'] }], { catalog: FILES, more: FILE }),
    { text: 'Hello', note: 'Students do not see the file attached to it. Take it out, and upload it.' },
  ],
])('students do not read the placeholder of %s, and tutors are told what to do', async (_, bytes, found) => {
  expect(await readPdf(bytes)).toEqual(found)
})
