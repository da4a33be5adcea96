import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pageStream } from './page-stream.server'

const moved = (chunks: string[]) => text(Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(pageStream()))
const page = '<html><body><p>Fáilte</p></body></html>'
const scripts = '<template id="B:0"></template><script>$RC()</script>'
const whole = `<html><body><p>Fáilte</p>${scripts}</body></html>`

test('the end tags come last, wherever the page is cut', async () => {
  const bytes = Buffer.from(page + scripts)
  for (let at = 0; at <= bytes.length; at++) {
    const stream = Readable.from([bytes.subarray(0, at), bytes.subarray(at)].filter(({ length }) => length > 0))
    expect(await text(stream.pipe(pageStream())), String(at)).toBe(whole)
  }
  expect(await moved([...(page + scripts)])).toBe(whole)
})

test('a page that already ends with them stays as it is, and so does half a page', async () => {
  expect(await moved([page])).toBe(page)
  expect(await moved(['<html><body><p>a</bo'])).toBe('<html><body><p>a</bo')
})

test('what is not the beginning of the end tags is passed on at once', () => {
  const stream = pageStream()
  stream.write('<script>go()</script>')
  expect(String(stream.read())).toBe('<script>go()</script>')
})

test('a character where React’s buffer ends brings no zeros along', async () => {
  const words = Array.from({ length: 1000 }, (_, key) => createElement('b', { key }, '’’’'))
  for (const before of ['', 'a', 'ab']) {
    const { pipe } = renderToPipeableStream(createElement('p', null, before, words))
    const html = await text(pipe(pageStream()))
    expect(html, before).toBe(`<p>${before}${'<b>’’’</b>'.repeat(words.length)}</p>`)
  }
})
