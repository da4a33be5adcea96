/** Pictures at least this many times as high as wide, or as wide as high, are not shown whole at once: their text would be tiny. */
const LONG = 3

interface Size {
  width: number
  height: number
}

/** True for a screenshot of a whole page, for example. */
export const isTall = ({ width, height }: Size) => height >= LONG * width

/** True for a panorama, for example. */
export const isWide = ({ width, height }: Size) => width >= LONG * height
