import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wholePage } from './whole-page.server'

/** The page that is made of `chunks`. */
const made = (chunks: (string | Buffer)[]) =>
  new Promise<string>((resolve) => {
    const page = wholePage((bytes) => resolve(String(bytes)))
    for (const chunk of chunks) page.write(chunk)
    page.end()
  })
const page = '<html><body><p>Fáilte</p></body></html>'
const scripts = '<template id="B:0"></template><script>$RC()</script>'
const whole = `<html><body><p>Fáilte</p>${scripts}</body></html>`

test('the end tags come last, wherever the page is cut', async () => {
  const bytes = Buffer.from(page + scripts)
  for (let at = 0; at <= bytes.length; at++)
    expect(await made([bytes.subarray(0, at), bytes.subarray(at)]), String(at)).toBe(whole)
  expect(await made([...(page + scripts)])).toBe(whole)
})

test('a page that already ends with them stays as it is, and so does half a page', async () => {
  expect(await made([page])).toBe(page)
  expect(await made(['<html><body><p>a</bo'])).toBe('<html><body><p>a</bo')
})

test('a character where React’s buffer ends brings no zeros along', async () => {
  const words = Array.from({ length: 1000 }, (_, key) => createElement('b', { key }, '’’’'))
  for (const before of ['', 'a', 'ab']) {
    const html = await new Promise<string>((resolve) => {
      const { pipe } = renderToPipeableStream(createElement('p', null, before, words))
      pipe(wholePage((bytes) => resolve(String(bytes))))
    })
    expect(html, before).toBe(`<p>${before}${'<b>’’’</b>'.repeat(words.length)}</p>`)
  }
})
