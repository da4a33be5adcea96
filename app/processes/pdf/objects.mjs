// The objects that a page is drawn from (fpdf_edit.h), also those within forms (ISO 32000-1, 8.10).

/** FPDF_PAGEOBJ_TEXT, _PATH, _IMAGE and _FORM. */
export const OBJECT = { text: 1, path: 2, image: 3, form: 5 }
const MAX_OBJECTS = 20_000
const MAX_DEPTH = 5

/** All objects of a page, forms before what is in them: type, the entry of the `form`, and the `matrix` to the page; null if there are too many. */
export function listObjects(pdfium, page, memory) {
  const objects = []
  const add = (object, form) => {
    if (!object || objects.length > MAX_OBJECTS) return
    const type = pdfium._FPDFPageObj_GetType(object)
    const one = { object, type, form, depth: form ? form.depth + 1 : 0 }
    objects.push(one)
    if (type !== OBJECT.form || one.depth > MAX_DEPTH) return
    one.matrix = multiply(readMatrix(pdfium, object, memory), form?.matrix)
    const count = Math.min(pdfium._FPDFFormObj_CountObjects(object), MAX_OBJECTS)
    for (let index = 0; index < count; index++) add(pdfium._FPDFFormObj_GetObject(object, index), one)
  }
  const count = Math.min(pdfium._FPDFPage_CountObjects(page), MAX_OBJECTS)
  for (let index = 0; index < count; index++) add(pdfium._FPDFPage_GetObject(page, index))
  return objects.length > MAX_OBJECTS ? null : objects
}

/** The box of an object on its page, in points; null without one. */
export function readBounds(pdfium, { object, form }, memory) {
  if (!pdfium._FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12)) return null
  const [left, bottom, right, top] = new Float32Array(pdfium.HEAPU8.buffer, memory, 4)
  if (!form) return { left, bottom, right, top }
  const [a, b, c, d, e, f] = form.matrix
  const corners = [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ].map(([x, y]) => [a * x + c * y + e, b * x + d * y + f])
  const [across, up] = [0, 1].map((axis) => corners.map((corner) => corner[axis]))
  return { left: Math.min(...across), bottom: Math.min(...up), right: Math.max(...across), top: Math.max(...up) }
}

const UNCHANGED = [1, 0, 0, 1, 0, 0]

function readMatrix(pdfium, object, memory) {
  if (!pdfium._FPDFPageObj_GetMatrix(object, memory)) return UNCHANGED
  return Array.from(new Float32Array(pdfium.HEAPU8.buffer, memory, 6))
}

/** The matrix that applies `one`, then `other`. */
function multiply(one, other = UNCHANGED) {
  const [a, b, c, d, e, f] = one
  const [A, B, C, D, E, F] = other
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}
