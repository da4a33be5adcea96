/** The id in an address, or 0, which no record has, when it is not a plain number: such an address is simply not there. */
export function pathId(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0
}
