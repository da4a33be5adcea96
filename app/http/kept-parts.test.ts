import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { startRiverbank } from '~/test/running'
import { withKeptParts } from './kept-parts.server'

const part = (name: string, words: string) => `<${name} data-part="${name}" class="a">${words}</${name}>`

test('a part is rendered once for the same knowledge, and anew for other', () => {
  let rendered = 0
  const page = (knowledge: string) =>
    withKeptParts((parts) => {
      const header = parts.take('header', knowledge) ?? `<p>${knowledge} ${++rendered}</p>`
      return `<body>${part('header', header)}<main></main>${part('footer', parts.take('footer', knowledge) ?? 'foot')}</body>`
    })
  const first = page('/about')
  expect(first).toContain(part('header', '<p>/about 1</p>'))
  expect(page('/about')).toBe(first)
  expect(page('/contact')).toContain(part('header', '<p>/contact 2</p>'))
  expect(page('/about')).toBe(first)
})

test('a page without the part that it asked for keeps nothing', () => {
  withKeptParts((parts) => parts.take('header', 'none') ?? '<main></main>')
  expect(withKeptParts((parts) => parts.take('header', 'none') ?? 'not kept')).toBe('not kept')
})

test('every public page is the same when it is rendered again, with its own link marked', async () => {
  execFileSync('scripts/build', { stdio: 'inherit' })
  const riverbank = await startRiverbank()
  try {
    // With a session's cookie it is rendered each time.
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const page = await (
        await fetch(riverbank.url + path, { headers: { Cookie: 'riverbank_session=none', ...headers } })
      ).text()
      // What belongs to one rendering: the nonce, the tickets of forms, and when they were opened.
      return page
        .replace(/nonce="[^"]*"/g, '')
        .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ticket')
        .replace(/\d{10,}\.[\w-]{43}/g, 'moment')
    }
    const current =
      /<a class="[^"]*" aria-current="page"[^>]*href="([^"]*)"|<a (?=[^>]*aria-current="page")[^>]*href="([^"]*)"/
    for (const path of ['/', '/about', '/contact', '/board', '/resources', '/not-there']) {
      const first = await read(path)
      expect(await read(path), path).toBe(first)
      const [, one, other] = current.exec(first.slice(0, first.indexOf('<main'))) ?? []
      expect(one ?? other, path).toBe(path === '/not-there' ? undefined : path)
      expect(await read(path, { 'Save-Data': 'on' })).toContain('data-part="footer"')
    }
  } finally {
    await riverbank.stop()
  }
}, 180_000)
