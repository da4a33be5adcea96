/** How large a picture is stored. A module of its own, because browsers reduce photos before they send them. */
const SIZES = {
  /** The longer side of usual pictures, in pixels. */
  side: 2400,
  /** The shorter side below which long ones, such as screenshots of whole pages, are not reduced. */
  shortSide: 1080,
  /** Limits of long ones: a WebP has at most 16,383 pixels on a side. */
  longSide: 16_000,
  pixels: 14_000_000,
}

/**
 * Returns the factor to reduce a picture by, at most 1.
 *
 * @param {number} width
 * @param {number} height
 * @returns {number}
 */
export function getReduction(width, height) {
  const { side, shortSide, longSide, pixels } = SIZES
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.min(1, Math.sqrt(pixels / (width * height)), longSide / long, Math.max(side / long, shortSide / short))
}
