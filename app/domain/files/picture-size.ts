/** Pictures at least this many times as high as wide are not shown whole at once: their text would be tiny. */
const LONG = 3
export const isTall = ({ width, height }: { width: number; height: number }) => height >= LONG * width
