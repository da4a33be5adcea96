// Reads the text and pictures of a Word document (.docx), by mammoth.
import { buffer } from 'node:stream/consumers'
import mammoth from 'mammoth'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { applyMarks } from './word/marks.mjs'
import { prepareParts } from './word/source.mjs'
import { TICKED, UNTICKED } from './word/symbols.mjs'

/** The most parts that we look at. */
const MAX_PARTS = 5000
/** Longer addresses are no links: each is written as often as it is referred to. */
const MAX_ADDRESS = 2000

/** Noncharacters that enclose the number of a picture, from 1, as its placeholder in the HTML. */
const [BEGIN, END] = ['\ufdd1', '\ufdd2']

/** In Word a document's title is above its headings. The sanitiser turns the highest level into the first. */
const HEADINGS = [1, 2, 3, 4, 5, 6].flatMap((level) =>
  [`p.Heading${level}`, `p[style-name='Heading ${level}']`, `p[style-name='heading ${level}']`].map(
    (style) => `${style} => h${Math.min(level + 1, 6)}:fresh`,
  ),
)

const options = {
  // Otherwise the document could define which elements its styles become.
  includeEmbeddedStyleMap: false,
  externalFileAccess: false,
  styleMap: [
    "p[style-name='Title'] => h1:fresh",
    "p[style-name='Subtitle'] => p:fresh",
    ...HEADINGS,
    "br[type='column'] => br",
    "br[type='page'] => br",
  ],
}

/**
 * Opens a Word document within `bounds` (app/domain/foreign/registry.ts). `html` is not sanitised, and cut if `isCut`; each picture in it
 * is its number, from 1, between U+FDD1 and U+FDD2. `pictures` has the alt text of each, and reads its bytes, null if it is only linked or
 * too large. `remarks` say how often each kind of content is not in the HTML. Throws an Error for other files, and for documents that are
 * too large uncompressed.
 */
export async function openWord(bytes, bounds) {
  const pictures = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    if (pictures.length === bounds.pictures) return {}
    // Not read yet: a hundred may be the same part. A linked one would have to be fetched.
    const read = () => image.readAsBuffer().catch(() => null)
    pictures.push({ alt: (image.altText ?? '').slice(0, bounds.altText), read })
    return { src: `picture-${pictures.length}` }
  })
  const { parts, remarks } = await openParts(bytes, bounds)
  // mammoth parses the parts again: V8 would keep both, and the container has no room for them.
  globalThis.gc?.()
  let isCut = false
  const transformDocument = (document) => {
    // HTML is longer than its text, and is cut again below.
    const cut = cutDocument(document, 2 * bounds.html)
    isCut = cut.isCut
    return cut.document
  }
  const { value } = await mammoth.convertToHtml(
    { buffer: await pack(parts) },
    { ...options, convertImage, transformDocument },
  )
  const written = applyMarks(value)
    .replaceAll(BEGIN, '')
    .replaceAll(END, '')
    .replace(/<img (?:alt="[^"]*" )?src="picture-(\d+)" \/>/g, `${BEGIN}$1${END}`)
    // mammoth raises the marks of footnotes, which documents raise too.
    .replace(/<sup>(<sup><a [^<>]*>\[\d+\]<\/a><\/sup>)<\/sup>/g, '$1')
    // Links from footnotes back to the text.
    .replace(/ ?<a href="#[^"]*">↑<\/a>/g, '')
    .replace(/<input type="checkbox"( checked="checked")? \/>/g, (_, checked) => (checked ? TICKED : UNTICKED))
  const html = trimBreaks(written)
  return { html: html.slice(0, bounds.html), isCut: isCut || html.length > bounds.html, pictures, remarks }
}

/** What the page of a Word document will not show, without making its HTML. Throws what openWord throws. */
export const findRemarks = async (bytes, bounds) => (await openParts(bytes, bounds)).remarks

async function openParts(bytes, bounds) {
  const parts = await unpack(bytes, bounds)
  const remarks = Array.from(prepareParts(parts), ([kind, count]) => ({ kind, count }))
  return { parts, remarks }
}

const BLOCK_END = /^<\/(?:p|li|td|th)>/

/** Removes line breaks at the beginning and end of a block, which page breaks leave, and then empty paragraphs. */
function trimBreaks(html) {
  const pieces = html.split('<br />')
  let isAtEnd = false
  const isLast = pieces.map(() => false)
  for (let index = pieces.length - 1; index > 0; index--) {
    if (pieces[index] !== '') isAtEnd = BLOCK_END.test(pieces[index])
    isLast[index] = isAtEnd
  }
  let isAtStart = false
  const trimmed = pieces.map((piece, index) => {
    const isDropped = index === 0 || isAtStart || isLast[index]
    if (piece !== '')
      isAtStart = /^<(?:p|li|td|th)(?: |>)/.test(piece.slice(piece.lastIndexOf('<'))) && piece.endsWith('>')
    return isDropped ? piece : `<br />${piece}`
  })
  return trimmed.join('').replaceAll('<p></p>', '')
}

/**
 * Cuts a document before mammoth writes it, to about `max` characters: a footnote and an address are written as often as they are referred
 * to.
 */
function cutDocument(document, max) {
  const noteSizes = new Map()
  const measure = (element) => {
    if (element.type === 'noteReference') return measureNote(element)
    const own = 1 + (element.value?.length ?? 0) + (element.href?.length ?? 0)
    return (element.children ?? []).reduce((sum, child) => sum + measure(child), own)
  }
  const measureNote = ({ noteType, noteId }) => {
    const name = `${noteType}-${noteId}`
    if (!noteSizes.has(name)) {
      // A note may refer to itself.
      noteSizes.set(name, 1)
      const note = document.notes.resolve({ noteType, noteId })
      noteSizes.set(
        name,
        (note?.body ?? []).reduce((sum, child) => sum + measure(child), 1),
      )
    }
    return noteSizes.get(name)
  }
  let left = max
  const cut = (element) => {
    if (!element.children) {
      left -= measure(element)
      return element
    }
    left -= 1 + (element.href?.length ?? 0)
    const children = []
    for (const child of element.children) {
      if (left <= 0) break
      const shortened = cut(child)
      // One long note would take the place of the text before it.
      if (left > 0 || child.type !== 'noteReference') children.push(shortened)
    }
    return { ...element, children }
  }
  return { document: cut(document), isCut: left <= 0 }
}

const createTooLargeError = () => new Error('it is too large once it is unpacked')

/** Returns the document's parts by name, without oversized ones: yauzl enforces the claimed size of each part, jszip does not. */
async function unpack(bytes, bounds) {
  const from = await fromBufferPromise(bytes)
  const parts = new Map()
  let count = 0
  let ofXml = 0
  let ofPictures = 0
  const entries = []
  for await (const entry of from.eachEntry()) {
    if (++count > MAX_PARTS) throw createTooLargeError()
    entries.push(entry)
  }
  const main = await findMainName(from, entries, bounds)
  for (const entry of entries) {
    const { fileName, uncompressedSize: size } = entry
    const isXml = /\.(?:xml|rels)$/i.test(fileName) || fileName === main
    if (isXml) ofXml += size
    if (ofXml > bounds.xml) throw createTooLargeError()
    const isPicture = /^(?:word\/)?media\/./i.test(fileName)
    if (isPicture && size > bounds.picture) continue
    if (isPicture) ofPictures += size
    if (ofPictures > bounds.allPictures) throw createTooLargeError()
    if (!isXml && !isPicture) continue
    const part = await buffer(await from.openReadStreamPromise(entry))
    parts.set(fileName, isXml ? cleanXml(part) : part)
  }
  return parts
}

/** The name of the main part, which may have any extension. */
async function findMainName(from, entries, bounds) {
  const entry = entries.find(({ fileName }) => fileName === '_rels/.rels')
  if (!entry || entry.uncompressedSize > bounds.xml) return undefined
  const relations = (await buffer(await from.openReadStreamPromise(entry))).toString('latin1')
  const main = relations.split('<').find((tag) => /\/relationships\/officeDocument["']/.test(tag))
  return /\bTarget\s*=\s*["']\/?([^"']*)/.exec(main ?? '')?.[1]
}

/** Packs parts for mammoth, uncompressed. */
async function pack(parts) {
  const zip = new ZipFile()
  for (const [name, part] of parts) zip.addBuffer(part, name, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

/** Google Docs marks every table row as "not a header", which mammoth takes for a header. */
const FALSE_HEADER = /<w:tblHeader w:val="(?:0|false|off)" ?\/>/g
const ADDRESS = /Target="([^"]*)"/g
const shortenAddress = (whole, address) => (address.length < MAX_ADDRESS ? whole : 'Target=""')

const cleanXml = (part) =>
  Buffer.from(part.toString('latin1').replace(FALSE_HEADER, '').replace(ADDRESS, shortenAddress), 'latin1')
