// Reads the pages of a PDF, by PDFium (Chromium's reader) as WebAssembly, so that a hostile file stays in its sandbox. It calls PDFium's
// own functions, `_FPDF…` and `_FORM…` (fpdfview.h, fpdf_text.h, fpdf_formfill.h, fpdf_annot.h): the package's page class puts each
// letter of Chromium's PDFs on a separate line.
import { PDFiumModule } from '@hyzyla/pdfium'

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const LOCKS = { 4: 'password', 5: 'locked' }
/** FPDFBitmap_BGRx, FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER, which makes it RGBx. */
const BGRX = 3
const FLAGS = 0x01 | 0x10
const WHITE = 0xffffffff
const LAST_LETTER = 0x10ffff

/** Opens a PDF. Throws an Error, with `lock` 'password' or 'locked' if the PDF can't be opened without its password. */
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
  const form = openForm(pdfium, pdf)
  return {
    count: pdfium._FPDF_GetPageCount(pdf),
    /** Calls `use` with the page `number`, from 1. */
    withPage: async (number, use) => {
      const page = pdfium._FPDF_LoadPage(pdf, number - 1)
      if (!page) throw new Error(`PDFium can’t open page ${number}`)
      pdfium._FORM_OnAfterLoadPage(page, form)
      try {
        return await use({
          /** In points, upright. */
          width: pdfium._FPDF_GetPageWidth(page),
          height: pdfium._FPDF_GetPageHeight(page),
          text: (max) => readPageText(pdfium, page, { form, memory, max }),
          draw: (width, height) => drawPage(pdfium, page, form, width, height),
        })
      } finally {
        pdfium._FORM_OnBeforeClosePage(page, form)
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

/** The environment that draws form fields. It gets no callbacks, and this build of PDFium runs no scripts. */
function openForm(pdfium, pdf) {
  // FPDF_FORMFILLINFO: its version, and up to forty functions.
  const info = pdfium.wasmExports.malloc(256)
  pdfium.HEAPU8.fill(0, info, info + 256)
  pdfium.HEAPU8[info] = 2
  return pdfium._FPDFDOC_InitFormFillEnvironment(pdf, info)
}

/** The text of a page with the values of its fields, at most `max` characters; `isCut` if there is more. */
function readPageText(pdfium, page, { form, memory, max }) {
  let { text, isCut } = readText(pdfium, page, memory, max)
  for (const value of readValues(pdfium, page, form)) {
    if (value === '') continue
    const longer = [text, value ?? ''].filter(Boolean).join('\n')
    isCut ||= value === null || longer.length > max
    text = longer.slice(0, max)
    if (longer.length > max) break
  }
  return { text, isCut }
}

/** FPDF_ANNOT_FREETEXT and WIDGET; FPDF_FORMFIELD_COMBOBOX, LISTBOX and TEXTFIELD. */
const FREE_TEXT = 3
const WIDGET = 20
const TEXT_FIELDS = [4, 5, 6]
const MAX_FIELDS = 500
/** In bytes of UTF-16. */
const MAX_FIELD_SIZE = 20_000

/** The values of a page's fields, and the text typed onto it, one by one; null for what is left out. */
function* readValues(pdfium, page, form) {
  const count = pdfium._FPDFPage_GetAnnotCount(page)
  for (let place = 0; place < Math.min(count, MAX_FIELDS); place++) {
    const field = pdfium._FPDFPage_GetAnnot(page, place)
    if (!field) continue
    const value = readFieldValue(pdfium, form, field)
    pdfium._FPDFPage_CloseAnnot(field)
    yield value
  }
  if (count > MAX_FIELDS) yield null
}

function readFieldValue(pdfium, form, field) {
  const kind = pdfium._FPDFAnnot_GetSubtype(field)
  if (kind === FREE_TEXT) {
    const key = copyIn(pdfium, Buffer.from('Contents\0'))
    const value = readWideText(pdfium, (place, size) => pdfium._FPDFAnnot_GetStringValue(field, key, place, size))
    pdfium.wasmExports.free(key)
    return value
  }
  if (kind !== WIDGET || !TEXT_FIELDS.includes(pdfium._FPDFAnnot_GetFormFieldType(form, field))) return ''
  return readWideText(pdfium, (place, size) => pdfium._FPDFAnnot_GetFormFieldValue(form, field, place, size))
}

/** Reads a zero-terminated UTF-16 text. `read` returns its size in bytes, and writes it if the buffer is large enough. */
function readWideText(pdfium, read) {
  const size = read(0, 0)
  if (size <= 2) return ''
  if (size > MAX_FIELD_SIZE) return null
  const place = pdfium.wasmExports.malloc(size)
  read(place, size)
  const value = Buffer.from(pdfium.HEAPU8.slice(place, place + size - 2)).toString('utf16le')
  pdfium.wasmExports.free(place)
  return cleanText(value)
}

/** The pixels of a page, four bytes each: red, green, blue and an unused one. */
function drawPage(pdfium, page, form, width, height) {
  const size = width * height * 4
  const pixels = pdfium.wasmExports.malloc(size)
  if (!pixels) throw new Error('PDFium has no memory for a page')
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRX, pixels, width * 4)
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
    pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FLAGS)
    return Buffer.from(pdfium.HEAPU8.slice(pixels, pixels + size).buffer)
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
    pdfium.wasmExports.free(pixels)
  }
}

/**
 * The text of a page in lines, at most `max` characters; `isCut` if there is more. PDFium puts a line break between any two pieces of text, even on the same line,
 * so line breaks and spaces are derived from the letters' positions.
 */
function readText(pdfium, page, memory, max) {
  const text = pdfium._FPDFText_LoadPage(page)
  if (!text) return { text: '', isCut: false }
  /** The box of a letter: its advance width and the font's height. */
  const boxOf = (index) => {
    if (!pdfium._FPDFText_GetLooseCharBox(text, index, memory)) return undefined
    const [left, top, right, bottom] = new Float32Array(pdfium.HEAPU8.buffer, memory, 4)
    return { left, top, right, bottom }
  }
  try {
    const all = pdfium._FPDFText_CountChars(text)
    const count = Math.min(all, max)
    let words = ''
    let last
    let isBroken = false
    for (let index = 0; index < count; index++) {
      // A font may claim any number, which can be negative here.
      const code = pdfium._FPDFText_GetUnicode(text, index) >>> 0
      const letter = code > LAST_LETTER ? '' : String.fromCodePoint(code)
      if (pdfium._FPDFText_IsGenerated(text, index) > 0) {
        if (/[\r\n]/.test(letter)) isBroken = true
        else words += letter
        continue
      }
      const box = /\S/.test(letter) ? boxOf(index) : undefined
      if (isBroken && box) {
        words += last ? getSeparator(last, box) : '\n'
        isBroken = false
      }
      words += letter
      if (box) last = box
    }
    const clean = cleanText(words)
    return { text: clean.slice(0, max), isCut: all > count || clean.length > max }
  } finally {
    pdfium._FPDFText_ClosePage(text)
  }
}

/** The narrowest gap between two words, as a share of the font height. */
const WORD_GAP = 0.12

/** The separator between two letters: nothing, a space, or a line break. */
function getSeparator(one, other) {
  const height = Math.max(one.top - one.bottom, other.top - other.bottom)
  const overlap = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom)
  const gap = other.left - one.right
  if (overlap < height / 2 || gap < -height) return '\n'
  return gap > height * WORD_GAP ? ' ' : ''
}

/** Removes control characters, and hyphens at line ends, which PDFium gives as U+0002 or U+FFFE. */
const cleanText = (text) =>
  text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u0002', '\ufffe')
    .replace(/\ufffe\s*/g, '')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
