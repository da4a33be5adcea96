import { decodeText } from '~/domain/decode-text.server'

/** What a spreadsheet takes for the start of a formula, also in East Asian full width (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const DEFUSED = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** The byte order mark by which Excel recognises a CSV text's UTF-8. */
export const CSV_MARK = '\ufeff'

/** Rows as CSV lines: RFC 4180, with formulas defused. */
export function csvLines(rows: string[][]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell's text as it was before `csvLines` defused it. */
export function plainCell(text: string): string {
  return text.trim().replace(DEFUSED, '').trim()
}

/** The text of a list's bytes: UTF-16 with a byte order mark, else as decodeText. */
export function decodeList(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : decodeText(bytes)
}

/** A list's delimiter: the one most frequent in its first line, outside quotation marks. */
export function delimiterOf(text: string): ',' | ';' | '\t' {
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (mark: string) => header.split(mark).length
  return ([',', ';', '\t'] as const).reduce((most, mark) => (count(mark) > count(most) ? mark : most))
}
