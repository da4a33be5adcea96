// Lines that a page draws through its words, as word processors cross them out.
import { OBJECT, readBounds } from './objects.mjs'
import { turnBox } from './turns.mjs'

/** Lines are compared with all letters. A page with more is a form or a drawing. */
const MAX_LINES = 300
/** The greatest height of a line, in points. */
const MAX_HEIGHT = 3

/** The boxes of a page's thin lines along text with this turn; none if there are too many. */
export function listDrawnLines(pdfium, objects, turn, memory) {
  const lines = []
  for (const one of objects ?? []) {
    if (lines.length > MAX_LINES) return []
    const bounds = one.type === OBJECT.path ? readBounds(pdfium, one, memory) : null
    if (!bounds) continue
    const box = turnBox(bounds, turn)
    const height = box.top - box.bottom
    if (height <= MAX_HEIGHT && box.right - box.left > height) lines.push(box)
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
