import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const NAMESPACES = [
  W,
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ')
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface WordParts {
  /** Bytes by their name in word/media, which is also the picture's id. */
  media?: Record<string, Buffer>
  /** Addresses of links and of linked pictures, by id. */
  links?: Record<string, string>
  linkedPictures?: Record<string, string>
  footnotes?: string
  /** Further elements of the styles, and of the numbering. */
  styles?: string
  numbering?: string
  /** Further parts with XML, by name in the folder word: its content within the element, and the type of the relation, which is its id too. */
  parts?: Record<string, { type: string; element: string; content: string }>
  /** The main part's name in word, and the extension that has its type, instead of a type for itself. */
  main?: string
  byExtension?: string
  section?: string
  /** Inserted before the document element. */
  doctype?: string
  more?: Record<string, Buffer>
}

const createRelation = (id: string, type: string, target: string, isOutside = false) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`

/** A Word document with the given body elements, zipped as Word does (ISO/IEC 29500-1). */
export async function createWordDocument(
  body: string,
  {
    media = {},
    links = {},
    linkedPictures = {},
    footnotes = '',
    styles = '',
    numbering = '',
    parts = {},
    main: mainName = 'document.xml',
    byExtension = '',
    section = '<w:sectPr/>',
    doctype = '',
    more = {},
  }: WordParts = {},
): Promise<Buffer> {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const zip = new ZipFile()
  const add = (name: string, content: string | Buffer) =>
    zip.addBuffer(Buffer.from(content as string), name, { compress: !name.startsWith('word/media') })
  add(
    '[Content_Types].xml',
    `${XML_DECLARATION}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${byExtension ? `<Default Extension="${byExtension}" ContentType="${main}.document.main+xml"/>` : ''}${byExtension === 'xml' ? '' : '<Default Extension="xml" ContentType="application/xml"/>'}<Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>${byExtension ? '' : `<Override PartName="/word/${mainName}" ContentType="${main}.document.main+xml"/>`}<Override PartName="/word/styles.xml" ContentType="${main}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${main}.numbering+xml"/></Types>`,
  )
  add(
    '_rels/.rels',
    `${XML_DECLARATION}<Relationships xmlns="${relations}">${createRelation('rId1', 'officeDocument', `word/${mainName}`)}</Relationships>`,
  )
  add(
    `word/_rels/${mainName}.rels`,
    `${XML_DECLARATION}<Relationships xmlns="${relations}">${[
      createRelation('styles', 'styles', 'styles.xml'),
      createRelation('numbering', 'numbering', 'numbering.xml'),
      ...(footnotes ? [createRelation('footnotes', 'footnotes', 'footnotes.xml')] : []),
      ...Object.entries(parts).map(([name, { type }]) => createRelation(name, type, name)),
      ...Object.keys(media).map((name) => createRelation(name, 'image', `media/${name}`)),
      ...Object.entries(links).map(([id, address]) => createRelation(id, 'hyperlink', address, true)),
      ...Object.entries(linkedPictures).map(([id, address]) => createRelation(id, 'image', address, true)),
    ].join('')}</Relationships>`,
  )
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
  add(
    'word/styles.xml',
    `${XML_DECLARATION}<w:styles ${W}>${style('Title', 'Title')}${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}${styles}</w:styles>`,
  )
  add(
    'word/numbering.xml',
    `${XML_DECLARATION}<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>${numbering}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  )
  if (footnotes)
    add('word/footnotes.xml', XML_DECLARATION + footnotes.replace('<w:footnotes>', `<w:footnotes ${NAMESPACES}>`))
  for (const [name, { element, content }] of Object.entries(parts))
    add(`word/${name}`, `${XML_DECLARATION}<${element} ${NAMESPACES}>${content}</${element}>`)
  for (const [name, bytes] of Object.entries(media)) add(`word/media/${name}`, bytes)
  for (const [name, bytes] of Object.entries(more)) add(name, bytes)
  add(
    `word/${mainName}`,
    `${XML_DECLARATION}${doctype}<w:document ${NAMESPACES}><w:body>${body}${section}</w:body></w:document>`,
  )
  zip.end()
  return buffer(zip.outputStream)
}

/** A run with these properties, such as '<w:strike/>'. */
export const createRun = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

export function createParagraph(text: string, { style, isItem }: { style?: string; isItem?: boolean } = {}): string {
  const list = isItem ? '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' : ''
  const properties = `<w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ''}${list}</w:pPr>`
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

export function createDrawing(id: string, alt: string, attribute: 'embed' | 'link' = 'embed'): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:${attribute}="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

export const createHyperlink = (id: string, text: string) =>
  `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink></w:p>`

export const createTable = (rows: string[][]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${createParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

/** A Word document of 1.4 kB whose 450 links lead to one address of 100,000 characters. */
export const createLinkBomb = (links = 450, length = 100_000) =>
  createWordDocument(createHyperlink('long', 'a link').repeat(links), {
    links: { long: `https://example.ie/${'a'.repeat(length)}` },
  })
