/** How large a picture is stored and shown. Separate, because browsers reduce photos before they send them. */
export const pictureSizes = {
  /** The longer side of usual pictures, in pixels. */
  side: 2400,
  /** The shorter side below which long ones, such as screenshots of whole pages, are not reduced. */
  shortSide: 1080,
  /** Limits of long ones: a WebP has at most 16,383 pixels on a side. */
  longSide: 16_000,
  pixels: 14_000_000,
} as const

/** Returns the factor to reduce a picture by, at most 1. scripts/pictures.mjs has the same rule in `getMaxSide`. */
export function getReduction(width: number, height: number): number {
  const { side, shortSide, longSide, pixels } = pictureSizes
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.min(1, Math.sqrt(pixels / (width * height)), longSide / long, Math.max(side / long, shortSide / short))
}

/** Pictures at least this many times as high as wide are not shown whole at once: their text would be tiny. */
const LONG = 3
export const isTall = ({ width, height }: { width: number; height: number }) => height >= LONG * width
