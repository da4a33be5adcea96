// Lines that a page draws through its words, as word processors cross them out.

/** FPDF_PAGEOBJ_PATH (fpdf_edit.h). */
const PATH = 2
const MAX_OBJECTS = 20_000
/** Lines are compared with all letters. A page with more is a form or a drawing. */
const MAX_LINES = 300
/** The greatest height of a line, in points. */
const MAX_HEIGHT = 3

/** The boxes of a page's thin horizontal lines; none if there are too many. */
export function listDrawnLines(pdfium, page, memory) {
  const lines = []
  const count = Math.min(pdfium._FPDFPage_CountObjects(page), MAX_OBJECTS)
  for (let index = 0; index < count && lines.length <= MAX_LINES; index++) {
    const object = pdfium._FPDFPage_GetObject(page, index)
    if (!object || pdfium._FPDFPageObj_GetType(object) !== PATH) continue
    if (!pdfium._FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12)) continue
    const [left, bottom, right, top] = new Float32Array(pdfium.HEAPU8.buffer, memory, 4)
    if (top - bottom <= MAX_HEIGHT && right - left > top - bottom) lines.push({ left, bottom, right, top })
  }
  return lines.length > MAX_LINES ? [] : lines
}

/** True for a line through the middle of a letter. Those that underline it, or are between two lines of a table, are lower or higher. */
export function isThrough(line, box) {
  const height = box.top - box.bottom
  const [centre, middle] = [(box.left + box.right) / 2, (line.top + line.bottom) / 2 - box.bottom]
  const isAcross = line.left < centre && centre < line.right
  return isAcross && line.top - line.bottom < height / 5 && middle > height * 0.3 && middle < height * 0.65
}
