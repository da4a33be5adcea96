/** The id in a path; 0 if it is not a plain number. No record has the id 0, so the page is not found. */
export function parsePathId(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0
}
