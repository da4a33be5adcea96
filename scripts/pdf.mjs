// Pages of a PDF, by PDFium (Chromium's reader) as WebAssembly: what is in a file can't reach beyond it. The functions that begin with
// `_FPDF` are PDFium's own (fpdfview.h, fpdf_text.h): the package's class for a page has each letter of Chromium's PDFs on a line of its own.
import { PDFiumModule } from '@hyzyla/pdfium'

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const LOCKS = { 4: 'password', 5: 'locked' }
/** FPDFBitmap_BGRx, FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER, which makes it RGBx. */
const BGRX = 3
const FLAGS = 0x01 | 0x10
const WHITE = 0xffffffff
/** In characters: several times what a page of small print has. */
const LONGEST_TEXT = 20_000

/** Opens a PDF. Throws an Error, whose `lock` is 'password' or 'locked' for one that can't be opened without its password. */
export async function openPdf(bytes) {
  const pdfium = await PDFiumModule({})
  pdfium._FPDF_InitLibrary()
  const place = copyIn(pdfium, bytes)
  const pdf = pdfium._FPDF_LoadMemDocument(place, bytes.length, 0)
  if (!pdf) {
    const code = pdfium._FPDF_GetLastError()
    throw Object.assign(new Error(`PDFium can’t open it (${code})`), { lock: LOCKS[code] ?? null })
  }
  const memory = pdfium.wasmExports.malloc(32)
  return {
    count: pdfium._FPDF_GetPageCount(pdf),
    /** Does `use` with the page `number`, from 1. */
    withPage: async (number, use) => {
      const page = pdfium._FPDF_LoadPage(pdf, number - 1)
      if (!page) throw new Error(`PDFium can’t open page ${number}`)
      try {
        return await use({
          /** In points, upright. */
          width: pdfium._FPDF_GetPageWidth(page),
          height: pdfium._FPDF_GetPageHeight(page),
          text: () => textOf(pdfium, page, memory),
          draw: (width, height) => draw(pdfium, page, width, height),
        })
      } finally {
        pdfium._FPDF_ClosePage(page)
      }
    },
  }
}

function copyIn(pdfium, bytes) {
  const place = pdfium.wasmExports.malloc(bytes.length)
  if (!place) throw new Error('PDFium has no memory for it')
  pdfium.HEAPU8.set(bytes, place)
  return place
}

/** The pixels of a page, four bytes each: red, green, blue and one without meaning. */
function draw(pdfium, page, width, height) {
  const size = width * height * 4
  const pixels = pdfium.wasmExports.malloc(size)
  if (!pixels) throw new Error('PDFium has no memory for a page')
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRX, pixels, width * 4)
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
    return Buffer.from(pdfium.HEAPU8.slice(pixels, pixels + size).buffer)
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
    pdfium.wasmExports.free(pixels)
  }
}

/**
 * The words of a page in lines, at most 20,000 characters. PDFium puts a line break between any two pieces of text, also on one line: there
 * a break counts only between lines, and a space where a gap shows one.
 */
function textOf(pdfium, page, memory) {
  const text = pdfium._FPDFText_LoadPage(page)
  if (!text) return ''
  /** As wide as its letter moves the pen, and as high as its font. */
  const boxOf = (index) => {
    if (!pdfium._FPDFText_GetLooseCharBox(text, index, memory)) return undefined
    const [left, top, right, bottom] = new Float32Array(pdfium.HEAPU8.buffer, memory, 4)
    return { left, top, right, bottom }
  }
  try {
    const count = Math.min(pdfium._FPDFText_CountChars(text), LONGEST_TEXT)
    let words = ''
    let last
    let isBroken = false
    for (let index = 0; index < count; index++) {
      const letter = String.fromCharCode(pdfium._FPDFText_GetUnicode(text, index))
      if (pdfium._FPDFText_IsGenerated(text, index) > 0) {
        if (/[\r\n]/.test(letter)) isBroken = true
        else words += letter
        continue
      }
      const box = /\S/.test(letter) ? boxOf(index) : undefined
      if (isBroken && box) {
        words += last ? between(last, box) : '\n'
        isBroken = false
      }
      words += letter
      if (box) last = box
    }
    return plain(words)
  } finally {
    pdfium._FPDFText_ClosePage(text)
  }
}

/** Of the height of a font, the narrowest gap between two words. */
const GAP = 0.12

/** What is between two letters: nothing, a space, or a line break. */
function between(one, other) {
  const height = Math.max(one.top - one.bottom, other.top - other.bottom)
  const overlap = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom)
  const gap = other.left - one.right
  if (overlap < height / 2 || gap < -height) return '\n'
  return gap > height * GAP ? ' ' : ''
}

const HYPHEN = new RegExp(`[${String.fromCharCode(2)}\\ufffe]\\s*`, 'g')

/** Without what no font shows, and without the hyphens at the end of lines, which PDFium gives as U+0002 or U+FFFE. */
const plain = (text) =>
  text
    .replace(HYPHEN, '')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
