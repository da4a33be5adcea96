import { expect, test } from 'vitest'
import { contentDisposition, fileNameFor } from './file-name'

test.each([
  ['Learning plan.pdf', 'Learning plan.pdf'],
  ['PLAN.PDF', 'PLAN.pdf'],
  ['page.html', 'page.html.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\aoife\\plan.pdf', 'plan.pdf'],
  ['plan\r\nSet-Cookie: x.pdf', 'planSet-Cookie- x.pdf'],
  ['fdp.\u202eexe.pdf', 'fdp.exe.pdf'],
  ['Seán’s “plan”.pdf', 'Seán’s “plan”.pdf'],
  ['.pdf', 'document.pdf'],
  ['', 'document.pdf'],
  [`${'long '.repeat(100)}.pdf`, `${'long '.repeat(24)}.pdf`],
])('%j is kept as %j', (given, kept) => {
  expect(fileNameFor(given, 'application/pdf')).toBe(kept)
})

test('a file name stands in the header in plain letters and in UTF-8 (RFC 6266)', () => {
  expect(contentDisposition('attachment', `Seán's "plan" 100%.pdf`)).toBe(
    `attachment; filename="Sean's _plan_ 100_.pdf"; filename*=UTF-8''Se%C3%A1n%27s%20%22plan%22%20100%25.pdf`,
  )
})
