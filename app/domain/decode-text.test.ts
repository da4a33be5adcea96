import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeText, findPossibleEncodings } from './decode-text.server'

const irish = 'Email,Name\nsiobhan@example.ie,Siobhán Ó Sé\nroisin@example.ie,Róisín Ní Éanna\n'
const polish = 'Email;Name\nlukasz@example.ie;Łukasz Żółć\nola@example.ie;Ola Wójcik\n'
const bytesOf = (text: string, charset: string) => new Uint8Array(iconv.encode(text, charset))
const bytes = (...codes: number[]) => new Uint8Array(codes)

test.each([
  ['UTF-8', irish, bytesOf(irish, 'utf8')],
  ['UTF-8 with its mark', irish, bytesOf(`\ufeff${irish}`, 'utf8')],
  ['UTF-16 of Notepad', irish, bytesOf(`\ufeff${irish}`, 'utf-16le')],
  ['UTF-16, big-endian, without its mark', polish, bytesOf(polish, 'utf-16be')],
  ['Cyrillic letters in UTF-16', 'olena@x.ie,Олена\n', bytesOf('olena@x.ie,Олена\n', 'utf-16be')],
])('a text in %s is detected', (_, text, encoded) => {
  expect(decodeText(encoded)).toBe(text)
  expect(findPossibleEncodings(encoded)).toEqual([])
})

test.each([
  ['Windows', irish, 'win1252'],
  ['Windows with Irish prefixes', 'seosamh@x.ie,Seosamh Ó hÓgáin\nnora@x.ie,Nóra O’Shea\n', 'win1252'],
  ['Windows with prices', 'a@x.ie,Áine,£10,“Mo”,Anne–Marie,€5\n', 'win1252'],
  ['Windows in Ukraine', 'a@x.ie,Олена Шевченко\n', 'win1251'],
  ['a Mac', irish, 'macroman'],
  ['a Mac, by its apostrophe', 'a@x.ie,Nora O’Shea\n', 'macroman'],
  ['a Mac, by letters that Windows takes for apostrophes and carons', 'a@x.ie,Bríd Ní Chléirigh\n', 'macroman'],
  ['DOS', irish, 'cp850'],
  ['DOS, by a letter that Windows takes for a space', 'a@x.ie,Seán\n', 'cp850'],
  ['Windows in Poland, by one letter', 'a@x.ie,Paweł\n', 'win1250'],
])('the most likely encoding of a list of %s is the right one', (_, text, charset) => {
  const encoded = bytesOf(text, charset)
  const [likeliest, ...others] = findPossibleEncodings(encoded)
  expect(likeliest).toBe(charset)
  expect(others).toHaveLength(8)
  expect(decodeText(encoded, likeliest)).toBe(text)
})

test('a text that a spreadsheet read as Windows and saved as UTF-8 can be repaired', () => {
  for (const text of [irish, 'a@x.ie,Áine Ní Éanna\nb@x.ie,O’Shea\n', polish]) {
    const garbled = Array.from(bytesOf(text, 'utf8'), readByWindows).join('')
    expect(garbled).toContain('Ã')
    const encoded = bytesOf(garbled, 'utf8')
    expect(findPossibleEncodings(encoded)).toEqual(['mended', 'utf8'])
    expect(decodeText(encoded, 'mended')).toBe(text)
    expect(decodeText(encoded, 'utf8')).toBe(garbled)
  }
  expect(findPossibleEncodings(bytesOf('Ã©, Ãine, Łukasz', 'utf8'))).toEqual([])
})
/** Decodes one byte as Windows-1252; its few undefined bytes become control characters. */
const readByWindows = (code: number) =>
  [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(code)
    ? String.fromCharCode(code)
    : iconv.decode(Buffer.from([code]), 'win1252')

test('bytes that are not text stay undecoded', () => {
  expect(decodeText(bytes(0x50, 0x4b, 3, 4, 0, 0, 8, 0))).toContain('\0')
  expect(decodeText(bytes())).toBe('')
  expect(decodeText(bytes(0xe1), 'mended')).toBe('á')
  expect(decodeText(bytes(0, 0, 0, 0))).toContain('\0')
})
