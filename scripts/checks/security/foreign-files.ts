import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { createAnnotationBomb, createPdf } from '../../../app/test/pdfs'
import { createAnimation, createPicture } from '../../../app/test/samples'
import { createDrawing, createLinkBomb, createParagraph, createWordDocument } from '../../../app/test/word'

const MEGABYTE = 1024 * 1024
/** A little less than a file may have. */
const LARGEST = 4.9 * MEGABYTE
/** The same for a recording. */
const LARGEST_RECORDING = 3.9 * MEGABYTE

/** Hostile files of one kind of foreign bytes, and how people send them. */
export interface ForeignFiles {
  /** Its name in app/domain/foreign/registry.ts. */
  kind: string
  /** The people who try: those who may, and others. */
  people: ('tutor' | 'student')[]
  /** The path of the form or call, with a question that students answer by voice and a newsletter that is not sent. */
  path: (ids: { question: number; draft: number }) => string
  field: string
  fileName: string
  /** What else the form needs: without it, the file would be refused unread. */
  more?: Record<string, string>
  /** True for documents, which are converted after the response. */
  isConverted?: boolean
  /** By what makes each large. */
  files: Record<string, () => Buffer | Promise<Buffer>>
}

/** The same text repeated up to a size. */
const fill = (text: string, size: number) => Buffer.alloc(Math.floor(size / text.length) * text.length, text)

const createBox = (type: string, content: Buffer = Buffer.alloc(0)) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const FTYP = createBox('ftyp', Buffer.from('M4A \0\0\0\0M4A mp42isom', 'latin1'))

/** MP4 boxes of one type within each other. */
function createNestedBoxes(type: string, depth: number): Buffer {
  const bytes = Buffer.alloc(depth * 8)
  for (let at = 0; at < bytes.length; at += 8) {
    bytes.writeUInt32BE(bytes.length - at, at)
    bytes.write(type, at + 4, 'latin1')
  }
  return bytes
}

/** A WAV file of empty chunks. */
const createEmptyChunks = (size: number) =>
  Buffer.concat([Buffer.from('RIFF\xff\xff\xff\x00WAVE', 'latin1'), fill('LIST\0\0\0\0', size)])

/** A PNG with further empty texts after its header. */
async function createPngWithTexts(number: number): Promise<Buffer> {
  const png = await createFlatPng(8)
  // Signature and header.
  const start = 33
  const named = Buffer.from('tEXta\0b', 'latin1')
  const text = Buffer.alloc(8 + named.length)
  text.writeUInt32BE(named.length - 4)
  text.set(named, 4)
  text.writeUInt32BE(crc32(named), 4 + named.length)
  return Buffer.concat([png.subarray(0, start), ...Array<Buffer>(number).fill(text), png.subarray(start)])
}

const createFlatPng = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#369' } })
    .png()
    .toBuffer()

/** A picture with data after its end, up to the largest size. */
const createLargePicture = async () => {
  const drawn = await createPicture(3000, 2000).jpeg({ quality: 90 }).toBuffer()
  return Buffer.concat([drawn, Buffer.alloc(Math.max(0, LARGEST - drawn.length), 'x')])
}

/** A PDF without the looks of its annotations, which PDFium then draws itself. Nothing moves. */
const removeAppearances = (pdf: Buffer) =>
  Buffer.from(
    pdf.toString('latin1').replaceAll(/\/AP <<[^>]*>>/g, (found) => ' '.repeat(found.length)),
    'latin1',
  )

const deepWord = '<w:sdt><w:sdtContent>'

const createNoteBomb = () =>
  createWordDocument(
    createParagraph('First') + '<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>'.repeat(20_000),
    {
      footnotes: `<w:footnotes><w:footnote w:id="1">${createParagraph('Words. '.repeat(14_000))}</w:footnote></w:footnotes>`,
    },
  )

export const foreignFiles: ForeignFiles[] = [
  {
    kind: 'PDF',
    people: ['tutor', 'student'],
    path: () => '/api/files/upload',
    field: 'file',
    fileName: 'a.pdf',
    isConverted: true,
    files: {
      size: () => Buffer.concat([createPdf([{ lines: ['Hello'] }]), Buffer.alloc(LARGEST, '\n%')]),
      count: () => createPdf(Array.from({ length: 5000 }, () => ({}))),
      depth: () => createPdf([{ entries: `/Annots ${'['.repeat(200_000)}${']'.repeat(200_000)}` }]),
      'repetition without an appearance': () => removeAppearances(createAnnotationBomb()),
      repetition: () => createAnnotationBomb(),
    },
  },
  {
    kind: 'Word',
    people: ['tutor', 'student'],
    path: () => '/api/files/upload',
    field: 'file',
    fileName: 'a.docx',
    isConverted: true,
    files: {
      size: () => createWordDocument(createParagraph('Words '.repeat(550_000))),
      count: () => createWordDocument(createParagraph('').repeat(30_000)),
      depth: () => createWordDocument(deepWord.repeat(50_000) + '</w:sdtContent></w:sdt>'.repeat(50_000)),
      repetition: () => createLinkBomb(),
      'repetition of a note': createNoteBomb,
      'repetition of a picture': async () =>
        createWordDocument(createDrawing('a.png', 'A photo').repeat(100), {
          media: { 'a.png': await createFlatPng(6900) },
        }),
    },
  },
  {
    kind: 'picture',
    people: ['tutor', 'student'],
    path: () => '/api/files/upload',
    field: 'file',
    fileName: 'a.jpg',
    files: {
      size: createLargePicture,
      count: () => createAnimation('gif', 230),
      depth: () => createFlatPng(7000),
      repetition: () => createPngWithTexts(300_000),
    },
  },
  {
    kind: 'old Word (.doc)',
    people: ['tutor'],
    path: () => '/api/files/upload',
    field: 'file',
    fileName: 'a.doc',
    files: {
      size: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(LARGEST)]),
      repetition: () => {
        const bytes = Buffer.alloc(LARGEST)
        bytes.write('d0cf11e0a1b11ae1', 'hex')
        bytes.writeUInt16LE(9, 30)
        return bytes
      },
    },
  },
  {
    kind: 'text file',
    people: ['tutor'],
    path: ({ draft }) => `/api/newsletters/${draft}/attachments`,
    field: 'file',
    fileName: 'a.txt',
    files: { size: () => fill('Words of a note.\n', LARGEST), count: () => fill('\n', LARGEST) },
  },
  {
    kind: 'recording',
    people: ['student', 'tutor'],
    path: ({ question }) => `/dashboard/notices/questions/${question}/voice`,
    field: 'recording',
    fileName: 'a.m4a',
    files: {
      size: () => Buffer.concat([FTYP, createBox('mdat', Buffer.alloc(LARGEST_RECORDING, 'x'))]),
      count: () => Buffer.concat([FTYP, createBox('moov', fill('\0\0\0\x08trak', LARGEST_RECORDING))]),
      depth: () => Buffer.concat([FTYP, createNestedBoxes('moov', 480_000)]),
      repetition: () => createEmptyChunks(LARGEST_RECORDING),
    },
  },
  {
    kind: 'list',
    people: ['tutor', 'student'],
    path: () => '/dashboard/newsletter/subscribers/import',
    field: 'file',
    fileName: 'a.csv',
    more: { vouchedFor: 'They signed our list.' },
    files: {
      size: () => fill('Aoife,Byrne,aoife.byrne@example.ie\n', LARGEST),
      count: () => fill('\n', LARGEST),
      depth: () => fill('"', LARGEST),
      repetition: () => fill(',', LARGEST),
    },
  },
  {
    kind: 'timetable',
    people: ['tutor'],
    path: () => '/dashboard/timetable/week/import',
    field: 'file',
    fileName: 'a.csv',
    files: {
      size: () => fill('Monday,9:30,10:30,Choir\n', 64_000),
      count: () => fill('\n', LARGEST),
      repetition: () => fill(',', 64_000),
    },
  },
]
