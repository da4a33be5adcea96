/** The id in a path; 0, which no record has, when it is not a plain number, so that the path is not found. */
export function parsePathId(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0
}
