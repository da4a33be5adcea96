import { expect, it } from 'vitest'
import { links } from './links.server'

const found = (text: string) =>
  (links.match(text) ?? []).map(({ index, lastIndex, url }) => [text.slice(index, lastIndex), url])

it.each([
  ['See https://a.ie/b?c=1&d=2.', 'https://a.ie/b?c=1&d=2'],
  ['(https://a.ie/).', 'https://a.ie/'],
  ['See https://a.ie/Heron_(bird), please', 'https://a.ie/Heron_(bird)'],
  ['(www.a.ie/Heron_(bird)).', 'www.a.ie/Heron_(bird)', 'https://www.a.ie/Heron_(bird)'],
  ['“https://a.ie/b”', 'https://a.ie/b'],
  ['at https://a.ie/b… or not', 'https://a.ie/b'],
  ['HTTPS://a.ie!', 'HTTPS://a.ie'],
  ['Is it www.hse.ie?', 'www.hse.ie', 'https://www.hse.ie'],
  ['Ask maeve.o-brien@a.ie.', 'maeve.o-brien@a.ie', 'mailto:maeve.o-brien@a.ie'],
  ['https://archive.ie/2026/https://a.ie/b', 'https://archive.ie/2026/https://a.ie/b'],
])('the address in %s is found, without the sentence around it', (text, address, url = address) => {
  expect(found(text)).toEqual([[address, url]])
})

it.each(['at 3.pm', 'www.', 'www.a', 'ftp://a.ie', '//a.ie', 'a@b', 'http://...'])('in %.12s is none', (text) => {
  expect(found(text)).toEqual([])
})

// Read to its end from each beginning in it, a word of 2,000 characters takes a tenth of a second.
it.each(['https://a.b/', 'www.', 'x@www.a.', 'http://', 'mailto:a@', 'a@b.c', 'http://a.b/?', '.', 'a.'])(
  'long words of nothing but ‘%s’ are looked through at once',
  (token) => {
    const word = token.repeat(2000 / token.length)
    const text = `${`${word} `.repeat(150)}${word.repeat(15)}`
    const before = process.cpuUsage()
    links.match(text)
    for (let from = 0; from < word.length * 15; from += token.length) links.matchAtStart(word.repeat(15).slice(from))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(2000)
  },
)
