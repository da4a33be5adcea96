import { deflateSync } from 'node:zlib'

interface PdfPage {
  entries?: string
  fonts?: string
  resources?: string
  /** Its lines of text, from the top. */
  lines?: string[]
  /** In points. */
  width?: number
  height?: number
  rotate?: number
  /** A drawing stream instead of lines. */
  content?: Buffer
}

export function createPdf(pages: PdfPage[], { catalog = '', more = [] as (string | Buffer)[] } = {}): Buffer {
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  for (const {
    lines = [],
    width = 595,
    height = 842,
    rotate = 0,
    content,
    entries = '',
    resources = '',
    fonts = '',
  } of pages) {
    const words = lines
      .map((line, index) => `BT /F1 24 Tf 40 ${height - 60 - 40 * index} Td (${line}) Tj ET`)
      .join('\n')
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} ${entries}
        /Resources << /Font << /F1 3 0 R ${fonts} >> ${resources} >> /Contents ${objects.length + 2} 0 R >>`,
      content ?? createPdfStream(Buffer.from(words, 'latin1')),
    )
  }
  return assemblePdf([...objects, ...more])
}

/** A compressed stream with further dictionary entries. */
export function createPdfStream(bytes: Buffer, dictionary = '', filter = '/FlateDecode'): Buffer {
  const packed = deflateSync(bytes)
  const begin = Buffer.from(`<< /Length ${packed.length} /Filter ${filter} ${dictionary} >>\nstream\n`)
  return Buffer.concat([begin, packed, Buffer.from('\nendstream')])
}

function assemblePdf(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]!.length
  for (const [index, object] of objects.entries()) {
    places.push(length)
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    length += part.length
  }
  const table = places.map((index) => `${String(index).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

/** A PDF of 42 kB whose sixty pages share one list of 250 references to one note of 9,900 characters: 148 million characters. */
export function createAnnotationBomb(pages = 60, notes = 250, page: PdfPage = {}): Buffer {
  const [list, note, appearance] = [4, 5, 6].map((index) => index + 2 * pages)
  return createPdf(
    Array.from({ length: pages }, () => ({ ...page, entries: `/Annots ${list} 0 R` })),
    {
      more: [
        `[${`${note} 0 R `.repeat(notes)}]`,
        `<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /AP << /N ${appearance} 0 R >> /Contents (${'a'.repeat(9900)}) >>`,
        '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream',
      ],
    },
  )
}
