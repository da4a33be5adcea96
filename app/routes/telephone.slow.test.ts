import { expect, test } from 'vitest'
import { paths } from '~/paths'
import { shareServer } from '~/test/built'
import { getPageText } from '~/test/served'

const riverbank = shareServer()
const visitors = ['/', '/contact', '/portal', '/events', '/resources', '/privacy', '/card/none', '/unsubscribe']
const students = ['/dashboard', '/dashboard/notices']

/** Each page's `tel:` links and texts for a centre with this number. */
async function loadPages(phone: string) {
  riverbank.change(
    `insert or replace into centre (id, name, shortName, phone, email, address, theme, version)
      values (1, 'Hazelwood', 'Hazelwood', ?, 'office@hazelwood.example', 'Hazel Road', 'river', 2)`,
    phone,
  )
  const { cookie } = riverbank.sessions.daniel
  const requested = [...visitors, ...Object.values(paths.easyRead), ...students]
  return Promise.all(
    requested.map(async (path) => {
      const headers = students.includes(path) ? { Cookie: cookie } : undefined
      const html = await (await fetch(riverbank.url + path, { headers })).text()
      return {
        path,
        links: [...html.matchAll(/href="(tel:[^"]*)"/g)].map(([, link]) => link),
        words: getPageText(html),
      }
    }),
  )
}

test.each([
  ['(091) 555-010 ext 12 / 087 555 0101', ['tel:091555010;ext=12']],
  // The number to dial is unclear.
  ['*21*0875550101#', []],
])('every page shows %s with the links %j', async (phone, expected) => {
  for (const { path, links, words } of await loadPages(phone)) {
    expect([...new Set(links)], path).toEqual(expected)
    expect(words, path).toContain(phone)
  }
})
