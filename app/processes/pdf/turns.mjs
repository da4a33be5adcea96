// Boxes of text that is turned, as on pages that are turned when they are shown.

/** Quarters of a circle, clockwise, by which the letter at an index is turned: 0 to 3. */
export const readTurn = (pdfium, text, index) =>
  Math.round(pdfium._FPDFText_GetCharAngle(text, index) / (Math.PI / 2)) & 3

const TURNED = [
  (box) => box,
  ({ left, right, top, bottom }) => ({ left: -top, right: -bottom, top: right, bottom: left }),
  ({ left, right, top, bottom }) => ({ left: -right, right: -left, top: -bottom, bottom: -top }),
  ({ left, right, top, bottom }) => ({ left: bottom, right: top, top: -left, bottom: -right }),
]

/** A box on the page as it is when text with this turn is upright. */
export const turnBox = (box, turn) => TURNED[turn](box)

/** The turn of most letters. */
export function findTurn(letters) {
  const counts = [0, 0, 0, 0]
  for (const { box, turn } of letters) if (box) counts[turn]++
  return counts.indexOf(Math.max(...counts))
}
