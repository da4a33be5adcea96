// Reads the text and pictures of a Word document (.docx), by mammoth.
import { buffer } from 'node:stream/consumers'
import mammoth from 'mammoth'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** Limits in bytes, uncompressed: all XML parts, one picture, and all pictures. A report of twenty pages has 1 MB of XML. */
const MAX_XML = 4 * 1024 * 1024
const MAX_PICTURE = 10 * 1024 * 1024
const MAX_PICTURES_TOTAL = 20 * 1024 * 1024
const MAX_PARTS = 5000
const MAX_PICTURES = 100

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
  styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh", ...HEADINGS],
}

/**
 * Opens a Word document. `html` is not sanitised; each picture in it is its number, from 1, between U+FDD1 and U+FDD2. `pictures` has the
 * alt text and bytes of each, null if it is only linked or too large. Throws an Error for other files, and for documents that are too
 * large uncompressed.
 */
export async function openWord(bytes) {
  const pictures = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    if (pictures.length === MAX_PICTURES) return {}
    const picture = { alt: image.altText ?? '', bytes: null }
    pictures.push(picture)
    const number = pictures.length
    // A linked picture would have to be fetched.
    picture.bytes = await image.readAsBuffer().catch(() => null)
    return { src: `picture-${number}` }
  })
  const small = await unpack(bytes)
  const { value } = await mammoth.convertToHtml({ buffer: small }, { ...options, convertImage })
  const html = value
    .replaceAll(BEGIN, '')
    .replaceAll(END, '')
    .replace(/<img (?:alt="[^"]*" )?src="picture-(\d+)" \/>/g, `${BEGIN}$1${END}`)
    // Links from footnotes back to the text.
    .replace(/ ?<a href="#[^"]*">↑<\/a>/g, '')
  return { html, pictures }
}

const createTooLargeError = () => new Error('it is too large once it is unpacked')

/** Rewrites the document uncompressed and without oversized parts: yauzl enforces the claimed size of each part, jszip does not. */
async function unpack(bytes) {
  const from = await fromBufferPromise(bytes)
  const to = new ZipFile()
  let parts = 0
  let ofXml = 0
  let ofPictures = 0
  for await (const entry of from.eachEntry()) {
    const { fileName, uncompressedSize: size } = entry
    if (++parts > MAX_PARTS) throw createTooLargeError()
    const isXml = /\.(?:xml|rels)$/i.test(fileName)
    if (isXml) ofXml += size
    if (ofXml > MAX_XML) throw createTooLargeError()
    const isPicture = /^(?:word\/)?media\/./i.test(fileName)
    if (isPicture && size > MAX_PICTURE) continue
    if (isPicture) ofPictures += size
    if (ofPictures > MAX_PICTURES_TOTAL) throw createTooLargeError()
    if (!isXml && !isPicture) continue
    const part = await buffer(await from.openReadStreamPromise(entry))
    to.addBuffer(isXml ? removeFalseHeaders(part) : part, fileName, { compress: false })
  }
  to.end()
  return buffer(to.outputStream)
}

/** Google Docs marks every table row as "not a header", which mammoth takes for a header. */
const removeFalseHeaders = (part) =>
  Buffer.from(part.toString('latin1').replace(/<w:tblHeader w:val="(?:0|false|off)" ?\/>/g, ''), 'latin1')
