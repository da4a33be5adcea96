import { expect, test } from 'vitest'
import { csvBounds, parseCsv, requireFewColumns } from './csv.server'

const TOO_MANY = 'Please import it in parts.'
const parse = (text: string, maxLines = 1000) => parseCsv(text, { maxLines, tooMany: TOO_MANY })
const refusalOf = async (text: string, maxLines?: number): Promise<unknown> =>
  parse(text, maxLines).then(
    (lines) => `${lines.length} lines`,
    ({ message }: Error) => message,
  )

test('empty lines and lines of empty cells hide none after them', async () => {
  const text = `Email,Name\n${',\n'.repeat(3000)}${'\r\n'.repeat(1000)}mary@example.ie,Mary\n`
  expect(await parse(text)).toEqual([
    { line: 1, cells: ['Email', 'Name'] },
    { line: 4002, cells: ['mary@example.ie', 'Mary'] },
  ])
})

test.each([
  ['a header and as many lines as allowed', 'a\n'.repeat(1001), '1001 lines'],
  ['one line more', 'a\n'.repeat(1002), TOO_MANY],
  ['more than five line breaks for each line that it may have', '\n'.repeat(5001), TOO_MANY],
  ['those of old Macs', '\r'.repeat(5001), TOO_MANY],
  ['no more than five', '\n'.repeat(5000), '0 lines'],
])('a list with %s', async (_, text, outcome) => {
  expect(await refusalOf(text)).toBe(outcome)
})

test('a list with more than a million cells is refused, and one of 600 addresses in a line is not', async () => {
  const line = `a${','.repeat(9999)}\n`
  expect(await refusalOf(line.repeat(100))).toBe('100 lines')
  expect(await refusalOf(line.repeat(101))).toBe(TOO_MANY)
  expect((await parse('mary@example.ie,'.repeat(600)))[0]?.cells).toHaveLength(601)
})

test('a line of empty cells is refused before it is parsed', async () => {
  for (const mark of [',', ';', '\t'])
    expect(await refusalOf(`a\n${mark.repeat(20_001)}`)).toMatch(/^This file can’t be read as a list/)
  expect(await refusalOf(','.repeat(5_000_000))).toMatch(/^This file can’t be read as a list/)
  expect(await refusalOf(`a\n${','.repeat(20_000)}`)).toBe('1 lines')
})

test('letters of two units stay whole wherever a slice ends', async () => {
  for (const before of ['', 'a']) {
    const text = `${before}${'😀'.repeat(5000)}\n${before}b`
    expect((await parse(text)).map(({ cells }) => cells[0])).toEqual([`${before}${'😀'.repeat(5000)}`, `${before}b`])
  }
})

test('a list names at most 500 columns, and a line has at most 20,000 characters', async () => {
  expect(csvBounds).toMatchObject({ columns: 500, lineLength: 20_000 })
  requireFewColumns(Array(500).fill('a'))
  expect(() => requireFewColumns(Array(501).fill('a'))).toThrow('This list has more than 500 columns.')
  expect(await refusalOf('a'.repeat(19_000))).toBe('1 lines')
  expect(await refusalOf('a'.repeat(20_100))).toMatch(/can’t be read as a list/)
})
