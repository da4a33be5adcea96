import { decodeText } from '~/domain/decode-text.server'

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

/** The text of a list's bytes: UTF-16 where its mark says so, else as decodeText reads it. */
export function decodeList(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : decodeText(bytes)
}

/** What the cells of a file are divided by: what its first line holds most of, outside quotation marks. */
export function delimiterOf(text: string): ',' | ';' | '\t' {
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (mark: string) => header.split(mark).length
  return ([',', ';', '\t'] as const).reduce((most, mark) => (count(mark) > count(most) ? mark : most))
}
