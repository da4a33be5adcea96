// Which of a page's words a reader sees: text may be on a layer that is off, outside the page, without colour, or under a box. PDFium has no
// function for it, so the page is drawn with and without its text, and the text by itself.
import { drawPage, readWideText, withKey } from './memory.mjs'
import { OBJECT, readBounds } from './objects.mjs'

/** Invisible text, which programs put over or under a scan, and text that is only a clipping path (ISO 32000-1, 9.3.6). */
const UNPAINTED = [3, 7]
/** Groups of text that are drawn by themselves: layers and forms. */
const MAX_GROUPS = 6
const PIXELS = 600_000
/** A page that takes longer to draw, in ms, is not drawn several times. */
const MAX_TIME = 1000
/** A picture of this share of the page is a scan. */
const SCAN = 0.5
/** The least difference of a colour that can be seen, and that of a scan's letters to the paper. */
const [SEEN, PRINTED] = [2, 40]

/** The name of the layer that an object belongs to; '' without one. */
function readLayer(pdfium, object, memory) {
  const marks = Math.min(pdfium._FPDFPageObj_CountMarks(object), 20)
  for (let index = 0; index < marks; index++) {
    const mark = pdfium._FPDFPageObj_GetMark(object, index)
    const name = readOut(pdfium, memory, (place, size, out) => pdfium._FPDFPageObjMark_GetName(mark, place, size, out))
    if (name !== 'OC') continue
    const layer = withKey(pdfium, 'Name', (key) =>
      readOut(pdfium, memory, (place, size, out) =>
        pdfium._FPDFPageObjMark_GetParamStringValue(mark, key, place, size, out),
      ),
    )
    return `layer ${layer}`
  }
  return ''
}

const readOut = (pdfium, memory, read) =>
  readWideText(pdfium, 1000, (place, size) => {
    new Uint32Array(pdfium.HEAPU8.buffer, memory, 1)[0] = 0
    read(place, size, memory)
    return new Uint32Array(pdfium.HEAPU8.buffer, memory, 1)[0]
  })

/** Objects with the groups that are drawn by themselves. */
function groupObjects(pdfium, objects, memory) {
  const groups = new Map()
  const grouped = new Map()
  for (const one of objects) {
    const { object, type, form } = one
    const inherited = grouped.get(form)?.name
    const name = readLayer(pdfium, object, memory) || inherited || (type === OBJECT.form ? `form ${object}` : '')
    if (!groups.has(name)) groups.set(name, Math.min(groups.size, MAX_GROUPS - 1))
    grouped.set(one, { ...one, name, group: groups.get(name), isLayer: name !== '' })
  }
  return Array.from(grouped.values())
}

/** The part of the page that its pictures cover, at most 1. */
function measureScan(pdfium, objects, memory, area) {
  let largest = 0
  for (const one of objects) {
    const box = one.type === OBJECT.image ? readBounds(pdfium, one, memory) : null
    if (box) largest = Math.max(largest, ((box.right - box.left) * (box.top - box.bottom)) / area)
  }
  return largest
}

/**
 * How each of a page's words looks: `classify` takes the indexes of a word's letters and returns 'shown', 'hidden', 'covered' or 'undrawn' (its
 * font is not in the PDF). Null if the page is too complex to find out.
 */
export function readVisibility(pdfium, page, { text, objects: all, memory }) {
  if (!all) return null
  const [across, down] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)]
  const objects = groupObjects(pdfium, all, memory)
  const scale = Math.min(1.5, Math.sqrt(PIXELS / (across * down)), 4000 / Math.max(across, down))
  const [width, height] = [across, down].map((side) => Math.max(1, Math.floor(side * scale)))
  const size = { width, height }
  const begin = process.cpuUsage()
  const whole = drawPage(pdfium, page, size)
  const { user, system } = process.cpuUsage(begin)
  if ((user + system) / 1000 > MAX_TIME) return null

  const setActive = (isActive) => {
    for (const one of objects) pdfium._FPDFPageObj_SetIsActive(one.object, isActive(one) ? 1 : 0)
  }
  const texts = objects.filter(({ type }) => type === OBJECT.text)
  setActive(({ type }) => type !== OBJECT.text)
  const without = drawPage(pdfium, page, size)
  const alone = new Map()
  for (const group of new Set(texts.map((one) => one.group))) {
    setActive((one) => one.type === OBJECT.form || (one.type === OBJECT.text && one.group === group))
    alone.set(group, drawPage(pdfium, page, { ...size, isTransparent: true }))
  }
  setActive(() => true)

  const byObject = new Map(texts.map((one) => [one.object, one]))
  const isScan = measureScan(pdfium, objects, memory, across * down) > SCAN
  const doubles = memory
  const ints = memory + 32

  /** The pixels of a letter, within the page; null if it is outside. */
  function findBox(index) {
    if (!pdfium._FPDFText_GetCharBox(text, index, doubles, doubles + 8, doubles + 16, doubles + 24)) return undefined
    const [left, right, bottom, top] = new Float64Array(pdfium.HEAPU8.buffer, doubles, 4)
    const corners = [
      [left, top],
      [right, bottom],
    ].map(([x, y]) => {
      pdfium._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, ints, ints + 4)
      return new Int32Array(pdfium.HEAPU8.buffer, ints, 2).slice()
    })
    const [[x1, y1], [x2, y2]] = corners
    const box = {
      left: Math.max(0, Math.min(x1, x2)),
      right: Math.min(width, Math.max(x1, x2) + 1),
      top: Math.max(0, Math.min(y1, y2)),
      bottom: Math.min(height, Math.max(y1, y2) + 1),
    }
    return box.left < box.right && box.top < box.bottom ? box : null
  }

  /** True if `test` is for the position in the pixels of any point of a box. */
  function some({ left, right, top, bottom }, test) {
    for (let y = top; y < bottom; y++)
      for (let at = (y * width + left) * 4, end = (y * width + right) * 4; at < end; at += 4) if (test(at)) return true
    return false
  }
  const isDifferent = (one, other, by) => (at) =>
    Math.abs(one[at] - other[at]) > by ||
    Math.abs(one[at + 1] - other[at + 1]) > by ||
    Math.abs(one[at + 2] - other[at + 2]) > by

  /** True if something is printed in the boxes of a scan. */
  function isPrinted(boxes) {
    let [min, max] = [255, 0]
    for (const box of boxes)
      some(box, (at) => {
        min = Math.min(min, whole[at + 1])
        max = Math.max(max, whole[at + 1])
        return max - min > PRINTED
      })
    return max - min > PRINTED
  }

  const isEmbedded = (object) => {
    const font = pdfium._FPDFTextObj_GetFont(object)
    return !font || pdfium._FPDFFont_GetIsEmbedded(font) === 1
  }

  return function classify(indexes) {
    const object = pdfium._FPDFText_GetTextObject(text, indexes[0])
    const found = byObject.get(object)
    if (!found) return 'shown'
    const boxes = indexes.map(findBox)
    const inside = boxes.filter(Boolean)
    if (inside.length === 0) return boxes.includes(null) ? 'hidden' : 'shown'
    if (UNPAINTED.includes(pdfium._FPDFTextObj_GetTextRenderMode(object)))
      return isPrinted(inside) ? 'shown' : 'covered'
    const ink = alone.get(found.group)
    const drawn = inside.filter((box) => some(box, (at) => ink[at + 3] > 0))
    if (drawn.length === 0) {
      if (
        !found.isLayer &&
        !isEmbedded(object) &&
        indexes.some((index) => isForeign(pdfium._FPDFText_GetUnicode(text, index)))
      )
        return 'undrawn'
      return 'hidden'
    }
    const seen = drawn.filter((box) => some(box, isDifferent(whole, without, SEEN)))
    if (seen.length * 2 >= drawn.length) return 'shown'
    return isScan && isPrinted(inside) ? 'shown' : 'covered'
  }
}

/** True for a letter that PDFium's own fonts do not have. */
const isForeign = (code) => code > 0x24f && !(code >= 0x2000 && code < 0x2300)
