/** What a spreadsheet would take for the beginning of a formula, also in the full width of East Asian keyboards (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const DEFUSED = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** Rows as the text of a CSV file: RFC 4180, with the mark by which Excel knows UTF-8, and no cell that could run as a formula. */
export function csv(rows: string[][]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell's text as it was before `csv` made it safe. */
export function plainCell(text: string): string {
  return text.trim().replace(DEFUSED, '').trim()
}

/** The text of a file's bytes: UTF-8, UTF-16 where its mark says so, else Windows-1252, which older spreadsheets write. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Array.from(bytes, fromWindows1252).join('')
  }
}

/** What Windows-1252 has in place of the control characters 0x80 to 0x9f; several versions of Node's TextDecoder have not. */
const TYPOGRAPHIC = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function fromWindows1252(byte: number): string {
  return (byte >= 0x80 && byte < 0xa0 && TYPOGRAPHIC[byte - 0x80]) || String.fromCharCode(byte)
}

/** What the cells of a file are divided by: what its first line holds most of, outside quotation marks. */
export function delimiterOf(text: string): ',' | ';' | '\t' {
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (mark: string) => header.split(mark).length
  return ([',', ';', '\t'] as const).reduce((most, mark) => (count(mark) > count(most) ? mark : most))
}
