// Recognises Office documents by the list of contents in their zip. Runs in a helper process (pictures.mjs).
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Decodes XML by its byte order mark. */
function decodeXml(bytes) {
  const mark = bytes.toString('hex', 0, 2)
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8').decode(bytes)
}

const CONTENT_TYPES = '[Content_Types].xml'
const LARGEST_LIST = 1024 * 1024
/** The most entries that we look at. */
const MOST_ENTRIES = 5000
const MOST_EXPANDED = 100 * 1024 * 1024
/** XML compresses to between a tenth and a thirtieth; far more than that is a zip bomb. */
const MOST_EXPANSION = 100
const SMALL_ANYWAY = 10 * 1024 * 1024

/**
 * Examines a zip, such as a .docx, by its list of content types (ISO/IEC 29500-2, 10.1.2), because a main part may have any name. Returns
 * DOCX or the fault, as app/domain/files/faults.server.ts describes it.
 */
export async function examineZip(bytes) {
  try {
    const zip = await fromBufferPromise(bytes)
    const entries = []
    for await (const entry of zip.eachEntry()) if (entries.push(entry) > MOST_ENTRIES) break
    return await examineEntries(zip, entries, bytes.length)
  } catch {
    // yauzl throws a plain Error for every broken zip.
    return { fault: 'damaged', ...(bytes.includes('word/') && { fileType: DOCX }) }
  }
}

async function examineEntries(zip, entries, size) {
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()))
  const hasMain = names.has('word/document.xml')
  const list = entries.find(({ fileName }) => fileName === CONTENT_TYPES)
  if (!list) return { fault: 'other kind', ending: names.has('index/document.iwa') ? 'pages' : 'zip' }
  if (entries.some((entry) => entry.isEncrypted())) return { fault: 'password', fileType: DOCX }
  const types =
    list.uncompressedSize > LARGEST_LIST ? '' : decodeXml(await buffer(await zip.openReadStreamPromise(list)))
  if (names.has('word/vbaproject.bin') || types.includes('application/vnd.ms-office.vbaProject'))
    return { fault: 'other kind', ending: 'docm' }
  const { ending, part, extension } = findMainPart(types)
  if (ending !== 'docx' && !(ending === undefined && hasMain)) return { fault: 'other kind', ending: ending ?? 'zip' }
  const expanded = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isBomb = expanded > MOST_EXPANDED || (expanded > SMALL_ANYWAY && expanded > size * MOST_EXPANSION)
  if (isBomb || entries.length > MOST_ENTRIES) return { fault: 'too large inside', fileType: DOCX }
  const hasPart = names.has(part) || entries.some(({ fileName }) => isPartOfExtension(fileName, extension))
  return hasMain || hasPart ? DOCX : { fault: 'damaged', fileType: DOCX }
}

/** True for a part that has its content type by its extension. */
const isPartOfExtension = (fileName, extension) =>
  extension !== undefined && fileName !== CONTENT_TYPES && fileName.toLowerCase().endsWith(`.${extension}`)

/** Prefixes of the content types of main parts, after 'application/vnd.'. */
const MAIN_TYPES = {
  'openxmlformats-officedocument.wordprocessingml.document.': 'docx',
  'openxmlformats-officedocument.wordprocessingml.template.': 'dotx',
  'ms-word.': 'docm',
  'openxmlformats-officedocument.spreadsheetml.': 'xlsx',
  'ms-excel.': 'xlsx',
  'openxmlformats-officedocument.presentationml.': 'pptx',
  'ms-powerpoint.': 'pptx',
  'ms-package.xps-': 'xps',
}

/**
 * Returns the main part in a list of content types, in lower case, or the extension of parts that have its type by default; and its
 * program's extension.
 */
function findMainPart(types) {
  for (const [tag] of types.matchAll(/<[^<>]+>/g)) {
    const [, type = ''] = /\bContentType\s*=\s*["']application\/vnd\.([^"']*)/.exec(tag) ?? []
    // Embedded documents, such as the spreadsheet behind a chart, are not main parts.
    const [, ending] = Object.entries(MAIN_TYPES).find(([begin]) => type.startsWith(begin)) ?? []
    if (!ending || (ending !== 'xps' && !type.includes('.main'))) continue
    const [, part] = /\bPartName\s*=\s*["']\/?([^"']*)/.exec(tag) ?? []
    const [, extension] = /^<(?:\w+:)?Default\b/.test(tag) ? (/\bExtension\s*=\s*["']([^"']+)/.exec(tag) ?? []) : []
    return { ending, part: part?.toLowerCase() ?? '', extension: extension?.toLowerCase() }
  }
  return { part: '' }
}
