import { expect, test } from '~/test/browser'

test('every page of the sitemap exists and may be indexed', { tag: '@once' }, async ({ request }) => {
  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const [, sitemap = ''] = /^Sitemap: (.*)$/m.exec(await robots.text()) ?? []
  const map = await request.get(sitemap)
  expect(map.headers()['content-type']).toBe('application/xml; charset=utf-8')
  const addresses = [...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(10)
  for (const address of addresses) {
    const page = await request.get(address)
    const { 'content-type': type, 'x-robots-tag': stored } = page.headers()
    expect([page.status(), type, stored], address).toEqual([200, 'text/html; charset=utf-8', undefined])
  }
})
