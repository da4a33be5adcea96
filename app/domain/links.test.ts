import { expect, it } from 'vitest'
import { links, toHref } from './links.server'

const found = (text: string) =>
  (links.match(text) ?? []).map(({ index, lastIndex, url }) => [text.slice(index, lastIndex), url])

it.each([
  ['See https://a.ie/b?c=1&d=2.', 'https://a.ie/b?c=1&d=2'],
  ['See https://a.ie/Heron_(bird), please', 'https://a.ie/Heron_(bird)'],
  ['(www.a.ie/Heron_(bird)).', 'www.a.ie/Heron_(bird)', 'https://www.a.ie/Heron_(bird)'],
  ['at https://a.ie/b… or not', 'https://a.ie/b'],
  ['Is it www.hse.ie?', 'www.hse.ie', 'https://www.hse.ie'],
  ['Ask maeve.o-brien@a.ie.', 'maeve.o-brien@a.ie', 'mailto:maeve.o-brien@a.ie'],
  ['https://archive.ie/2026/https://a.ie/b', 'https://archive.ie/2026/https://a.ie/b'],
  ['https://a.ie/b.<br />Ring us', 'https://a.ie/b'],
  ['Is it https://a.ie/b_c?d=e_f_', 'https://a.ie/b_c?d=e_f'],
  ['(“_mary@a.ie_”)?', 'mary@a.ie', 'mailto:mary@a.ie'],
  ['Email:mary_byrne@a.ie, please', 'mary_byrne@a.ie', 'mailto:mary_byrne@a.ie'],
  ["mary.o’neill or mary.o'neill@a.ie!", "mary.o'neill@a.ie", "mailto:mary.o'neill@a.ie"],
])('the address in %s is found, without the sentence around it', (text, address, url = address) => {
  expect(found(text)).toEqual([[address, url]])
})

it.each(['at 3.pm', 'www.', 'www.a', 'ftp://a.ie', '//a.ie', 'a@b', 'http://...', 'sinéad_murphy@a.ie'])(
  '%.18s contains no address',
  (text) => {
    expect(found(text)).toEqual([])
  },
)

it.each([
  ['www.hse.ie/help', 'https://www.hse.ie/help'],
  [' HTTPS://a.ie ', 'HTTPS://a.ie'],
  ['tel:+353%20(0)20%20910%200100', 'tel:+353209100100'],
  ['TEL:020 910 0100 / 087 555 0101', 'tel:0209100100'],
  ['tel:020-910-0100;ext=12', 'tel:0209100100;ext=12'],
  ['tel:%', null],
  ['tel:*21*0875550101%23', null],
  ['https://a.ie/one\n two\u2028\tthree', 'https://a.ie/one twothree'],
  ['java\nscript:alert(1)', null],
  ['/contact', null],
])('a link written as %s leads to %s', (written, address) => {
  expect(toHref(written)).toBe(address)
})
