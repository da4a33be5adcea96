// What people add to a PDF: values of fields, ticks, text on a page, notes (fpdf_annot.h).
import { readWideText, withKey } from './memory.mjs'

const FREE_TEXT = 3
const STRIKE_OUT = 12
const WIDGET = 20
/** Text, lines, shapes, highlights and other marks, stamps, carets, drawings and files, whose contents are notes. */
const NOTES = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17]
/** FPDF_FORMFIELD_CHECKBOX, _RADIOBUTTON, _COMBOBOX, _LISTBOX, _TEXTFIELD. */
const TICKED_FIELDS = [2, 3]
const TEXT_FIELDS = [4, 5, 6]
/** FPDF_ANNOT_FLAG_HIDDEN and _NOVIEW. */
const UNSEEN = 2 | 32
const MAX_ANNOTATIONS = 500
/** Most lines of a page that marks strike out: each letter is compared with all of them. */
const MAX_LINES = 300
/** In bytes of UTF-16. */
const MAX_FIELD_SIZE = 20_000
const MAX_NAME_SIZE = 400

/** What `read` finds in the annotations of a page that people see, one by one. */
function* readEach(pdfium, page, read) {
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)
  for (let index = 0; index < count; index++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    const found = pdfium._FPDFAnnot_GetFlags(annotation) & UNSEEN ? null : read(annotation)
    pdfium._FPDFPage_CloseAnnot(annotation)
    if (found) yield found
  }
}

/** The texts of a page's annotations: `value`, of a field or typed onto the page, null if it is left out; or `note`. */
export function* readAnnotations(pdfium, page, form) {
  yield* readEach(pdfium, page, (annotation) => readWords(pdfium, form, annotation))
  if (pdfium._FPDFPage_GetAnnotCount(page) > MAX_ANNOTATIONS) yield { value: null }
}

/** The page's boxes to tick: whether each `isTicked`, its `box` on the page and its name. */
export const listTicks = (pdfium, page, form, memory) =>
  Array.from(readEach(pdfium, page, (annotation) => readTick(pdfium, form, annotation, memory)))

/** The boxes of the page's lines that are struck out by marks. */
export const listStrikes = (pdfium, page, memory) =>
  Array.from(readEach(pdfium, page, (annotation) => readStrikes(pdfium, annotation, memory)))
    .flat()
    .slice(0, MAX_LINES)

function readStrikes(pdfium, annotation, memory) {
  if (pdfium._FPDFAnnot_GetSubtype(annotation) !== STRIKE_OUT) return null
  const count = Math.min(Number(pdfium._FPDFAnnot_CountAttachmentPoints(annotation)), MAX_LINES)
  const boxes = []
  for (let line = 0; line < count; line++) {
    // FS_QUADPOINTSF: the corners of a line.
    if (!pdfium._FPDFAnnot_GetAttachmentPoints(annotation, line, memory)) continue
    const corners = new Float32Array(pdfium.HEAPU8.buffer, memory, 8)
    const [across, down] = [0, 1].map((axis) => Array.from(corners).filter((_, index) => index % 2 === axis))
    boxes.push({
      left: Math.min(...across),
      right: Math.max(...across),
      top: Math.max(...down),
      bottom: Math.min(...down),
    })
  }
  return boxes
}

function readWords(pdfium, form, annotation) {
  const kind = pdfium._FPDFAnnot_GetSubtype(annotation)
  const read = (write) => readWideText(pdfium, MAX_FIELD_SIZE, write)
  if (kind === FREE_TEXT || NOTES.includes(kind)) {
    const words = withKey(pdfium, 'Contents', (key) =>
      read((place, size) => pdfium._FPDFAnnot_GetStringValue(annotation, key, place, size)),
    )
    return kind === FREE_TEXT || words === null ? { value: words } : { note: words }
  }
  if (kind !== WIDGET || !TEXT_FIELDS.includes(pdfium._FPDFAnnot_GetFormFieldType(form, annotation))) return null
  return { value: read((place, size) => pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, place, size)) }
}

function readTick(pdfium, form, annotation, memory) {
  if (pdfium._FPDFAnnot_GetSubtype(annotation) !== WIDGET) return null
  const read = (write) => readWideText(pdfium, MAX_NAME_SIZE, write)
  const field = pdfium._FPDFAnnot_GetFormFieldType(form, annotation)
  if (!TICKED_FIELDS.includes(field) || !pdfium._FPDFAnnot_GetRect(annotation, memory)) return null
  const [left, top, right, bottom] = new Float32Array(pdfium.HEAPU8.buffer, memory, 4)
  return {
    isTicked: pdfium._FPDFAnnot_IsChecked(form, annotation) === 1,
    box: {
      left: Math.min(left, right),
      right: Math.max(left, right),
      top: Math.max(top, bottom),
      bottom: Math.min(top, bottom),
    },
    name:
      read((place, size) => pdfium._FPDFAnnot_GetFormFieldAlternateName(form, annotation, place, size)) ||
      read((place, size) => pdfium._FPDFAnnot_GetFormFieldName(form, annotation, place, size)) ||
      '',
  }
}
