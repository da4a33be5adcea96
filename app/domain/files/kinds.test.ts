import { expect, test } from 'vitest'
import { getTitleOfFile, getTitlesOfFiles, toStoredFileName } from './kinds'

test.each([
  ['Learning plan.pdf', 'Learning plan.pdf'],
  ['page.html', 'page.html.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\aoife\\plan.pdf', 'plan.pdf'],
  ['plan\r\nSet-Cookie: x.pdf', 'planSet-Cookie- x.pdf'],
  ['fdp.\u202eexe.pdf', 'fdp.exe.pdf'],
  ['', 'document.pdf'],
  [`${'long '.repeat(100)}.pdf`, `${'long '.repeat(24)}.pdf`],
])('%j is stored as %j', (input, stored) => {
  expect(toStoredFileName(input, 'application/pdf')).toBe(stored)
})

test.each([
  ['from Windows.jfif', 'from Windows.jpg'],
  ['scan.jpeg', 'scan.jpeg'],
  ['scan.tif', 'scan.tif.jpg'],
])('%s, a JPEG, is stored as %s', (input, stored) => {
  expect(toStoredFileName(input, 'image/jpeg')).toBe(stored)
})

test.each([
  ['Bus_times.pdf', 'Bus times'],
  ['.pdf', '.pdf'],
  ['…', 'Document'],
  ['\u200b\u202e.', 'Document'],
  [`${'x'.repeat(300)}.pdf`, 'x'.repeat(200)],
])('%s is called %s', (fileName, title) => {
  expect(getTitleOfFile(fileName)).toBe(title)
})

test('several documents with one title are numbered; without a title they get their file names, but a single one does not', () => {
  const files = [{ name: 'one.pdf' }, { name: 'two.pdf' }]
  expect(getTitlesOfFiles('Songs', files)).toEqual(['Songs 1', 'Songs 2'])
  expect(getTitlesOfFiles(' ', files)).toEqual(['one', 'two'])
  expect(getTitlesOfFiles('Songs', files.slice(1))).toEqual(['Songs'])
  expect(getTitlesOfFiles('', files.slice(1))).toEqual([''])
})
