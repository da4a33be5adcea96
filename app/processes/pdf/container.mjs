// PDFs that are containers for something else: forms of Adobe's XML Forms Architecture (XFA), and portfolios of files.
import { inflateSync } from 'node:zlib'

/** FORMTYPE_XFA_FULL and FORMTYPE_XFA_FOREGROUND (fpdf_formfill.h). */
const [XFA_ONLY, XFA_WITH_PAGES] = [2, 3]
/** The page that stands in for a form, in the words of Adobe's programs. */
const PLACEHOLDER = /please wait|proper contents of\s+the document|upgrad(?:e|ing) to the latest version of Adobe/i

/** True for a form whose pages only Adobe's programs make; `firstPage` is the text of its first page. */
export function isXfaForm(pdfium, pdf, firstPage) {
  const type = pdfium._FPDF_GetFormType(pdf)
  return type === XFA_ONLY || (type === XFA_WITH_PAGES && PLACEHOLDER.test(firstPage))
}

/** The most object streams that we look into, and how much of each. */
const MAX_STREAMS = 200
const MAX_STREAM = 1024 * 1024
const COLLECTION = /\/Collection[\s/<[]/

/** True for a portfolio: a PDF with files inside that the catalog presents instead of pages (ISO 32000-1, 12.3.5). */
export function isPortfolio(pdfium, pdf, bytes) {
  if (pdfium._FPDFDoc_GetAttachmentCount(pdf) === 0) return false
  if (COLLECTION.test(bytes.toString('latin1'))) return true
  for (const text of readObjectStreams(bytes)) if (COLLECTION.test(text)) return true
  return false
}

/** The texts of a PDF's object streams, which may hold its catalog, one by one. */
function* readObjectStreams(bytes) {
  let at = bytes.indexOf('/ObjStm')
  for (let count = 0; at >= 0 && count < MAX_STREAMS; count++) {
    const begin = bytes.indexOf('stream', at)
    const end = begin < 0 ? -1 : bytes.indexOf('endstream', begin)
    if (end < 0) return
    const start = begin + 'stream'.length + (bytes[begin + 'stream'.length] === 0x0d ? 2 : 1)
    yield inflate(bytes.subarray(start, end))
    at = bytes.indexOf('/ObjStm', end)
  }
}

function inflate(bytes) {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_STREAM }).toString('latin1')
  } catch {
    return ''
  }
}
