// Memory of PDFium's WebAssembly.

export function copyIn(pdfium, bytes) {
  const place = pdfium.wasmExports.malloc(bytes.length)
  if (!place) throw new Error('PDFium has no memory for it')
  pdfium.HEAPU8.set(bytes, place)
  return place
}

/** Calls `use` with a zero-terminated key in PDFium's memory. */
export function withKey(pdfium, key, use) {
  const place = copyIn(pdfium, Buffer.from(`${key}\0`))
  try {
    return use(place)
  } finally {
    pdfium.wasmExports.free(place)
  }
}

/**
 * Reads a zero-terminated UTF-16 text, null if it is longer than `max` bytes. `read` returns its size in bytes, and writes it if the
 * buffer is large enough.
 */
export function readWideText(pdfium, max, read) {
  const size = read(0, 0)
  if (size <= 2) return ''
  if (size > max) return null
  const place = pdfium.wasmExports.malloc(size)
  read(place, size)
  const value = Buffer.from(pdfium.HEAPU8.slice(place, place + size - 2)).toString('utf16le')
  pdfium.wasmExports.free(place)
  return value
}

/** The longest name of a font, in bytes. */
const MAX_NAME = 200

/** Reads the zero-terminated name of a font; '' if it is too long. `read` returns its size in bytes, and writes it if the buffer is large enough. */
export function readName(pdfium, read) {
  const size = Number(read(0, 0))
  if (size <= 1 || size > MAX_NAME) return ''
  const place = pdfium.wasmExports.malloc(size)
  read(place, size)
  const name = Buffer.from(pdfium.HEAPU8.slice(place, place + size - 1)).toString()
  pdfium.wasmExports.free(place)
  return name
}

/** FPDFBitmap_BGRx and _BGRA, FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. */
const [BGRX, BGRA] = [3, 4]
const FLAGS = 0x01 | 0x10
const WHITE = 0xffffffff

/** Draws a page, and its fields with a `form`. Returns its pixels, four bytes each: red, green, blue, and with `isTransparent` opacity. */
export function drawPage(pdfium, page, { form, width, height, isTransparent = false }) {
  const size = width * height * 4
  const pixels = pdfium.wasmExports.malloc(size)
  if (!pixels) throw new Error('PDFium has no memory for a page')
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, isTransparent ? BGRA : BGRX, pixels, width * 4)
  const flags = isTransparent ? FLAGS & ~0x01 : FLAGS
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, isTransparent ? 0 : WHITE)
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    if (form) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags)
    return Buffer.from(pdfium.HEAPU8.slice(pixels, pixels + size).buffer)
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
    pdfium.wasmExports.free(pixels)
  }
}
