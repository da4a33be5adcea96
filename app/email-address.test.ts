import { expect, test } from 'vitest'
import { cleanEmail, isEmailAddress, parseNamedAddress } from './email-address'

const cleaned: [typed: string, address: string][] = [
  // Characters that word processors, chats and address books leave in an address.
  ['maire.o’brien@example.ie', "maire.o'brien@example.ie"],
  ['anne‑marie–daly@quay−lane.ie', 'anne-marie-daly@quay-lane.ie'],
  ['\u200bpasted@example.ie', 'pasted@example.ie'],
  ['\u202acontacts@example.ie\u202c', 'contacts@example.ie'],
  ['soft\u00adhyphen@exam\u00adple.ie', 'softhyphen@example.ie'],
  [' spaced @ example.ie\u2003', 'spaced@example.ie'],
  ['oﬃce@example.ie', 'office@example.ie'],
  ['ｍａｒｙ＠ｅｘａｍｐｌｅ．ｉｅ', 'mary@example.ie'],
  ['mary@example.ie.', 'mary@example.ie'],
  ['"mary@example.ie"', 'mary@example.ie'],
  // International domains, in the ASCII form that mail servers use.
  ['gerd@bücher.example', 'gerd@xn--bcher-kva.example'],
  ['gerd@bu\u0308cher。example', 'gerd@xn--bcher-kva.example'],
  ['ola@xn--bcher-kva.example', 'ola@xn--bcher-kva.example'],
  ['Mary@Example.IE', 'Mary@example.ie'],
  // Addresses that `type=email` accepts.
  ["!#$%&'*+/=?^_`{|}~-@x.ie", "!#$%&'*+/=?^_`{|}~-@x.ie"],
  // Names next to the address.
  ['Mary <m@x.ie>', 'm@x.ie'],
  ['"Kelly, Mary" <m@x.ie>', 'm@x.ie'],
  ['Mary Kelly (m@x.ie)', 'm@x.ie'],
  ['m@x.ie (Mary Kelly)', 'm@x.ie'],
  ['m@x.ie <m@X.ie>', 'm@x.ie'],
  ['MAILTO:m%2Bnews@x.ie?subject=Hi', 'm+news@x.ie'],
  ['m@x.ie <mailto:m@x.ie>', 'm@x.ie'],
  ['Mary Byrne [mailto:m@x.ie]', 'm@x.ie'],
  ['[m@x.ie](mailto:m@x.ie)', 'm@x.ie'],
  ['Email: m@x.ie', 'm@x.ie'],
  ['SMTP:m@x.ie', 'm@x.ie'],
  // Punctuation of the surrounding text.
  ['“m@x.ie”', 'm@x.ie'],
  ['[m@x.ie]', 'm@x.ie'],
  ['m@x.ie>;', 'm@x.ie'],
]

test.each(cleaned)('%j is %s', (typed, address) => {
  expect(cleanEmail(typed)).toBe(address)
  expect(isEmailAddress(address)).toBe(true)
  expect(cleanEmail(address)).toBe(address)
})

test.each([
  ...['', 'mary', '@x.ie', 'mary@', 'mary@x', 'mary@127.0.0.1', 'mary@[127.0.0.1]', 'a@b@x.ie', 'mary byrne@x.ie'],
  ...['mary@x..ie', 'mary@-x.ie', 'mary..b@x.ie', '.mary@x.ie', 'mary.@x.ie', 'mary@x.ie/path', 'mary@x%2eie'],
  ...['mary@x_y.ie', 'mary@bücher', 'mary@bücher.ie/x', 'mary@xn--a-.ie', 'mária@x.ie', 'a@x.ie, b@x.ie'],
  ...['a@x.ie b@x.ie', 'a@x.ie <b@x.ie>', 'a@x.ie\nb@x.ie', 'a@x.ie\r\nBcc: b@x.ie', 'Mary <m@x.ie', 'Mary <m@x.ie> x'],
  ...[`${'a'.repeat(250)}@x.ie`, `a@${'b'.repeat(64)}.ie`],
])('%j can be no address', (typed) => {
  expect(isEmailAddress(cleanEmail(typed))).toBe(false)
})

test.each([
  ['Mary <m@x.ie>', 'Mary'],
  ['"Kelly, Mary" <m@x.ie>', 'Kelly, Mary'],
  ["Nora O'Shea <m@x.ie>", "Nora O'Shea"],
  ['Mary Kelly (m@x.ie)', 'Mary Kelly'],
  ['Mary Kelly [mailto:m@x.ie]', 'Mary Kelly'],
  ['M@x.ie <m@x.ie>', ''],
  ['m@x.ie', ''],
])('%j has the name %j', (typed, name) => {
  expect(parseNamedAddress(typed).name).toBe(name)
})

// A regular expression with quadratic time would block the server.
test.each([
  ['spaces', `a${' '.repeat(100_000)}@x.ie`],
  ['signs', '<(@'.repeat(40_000)],
  ['dots', `a@${'.'.repeat(100_000)}`],
  ['words', 'a@b.'.repeat(30_000)],
])('a long text of %s takes no time', (_, text) => {
  for (let time = 0; time < 1000; time++)
    for (const part of [text, text.slice(0, 1000)]) expect(isEmailAddress(cleanEmail(part))).toBe(false)
})
