import { expect, test } from 'vitest'
import { fileNameFor } from './kinds'

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
