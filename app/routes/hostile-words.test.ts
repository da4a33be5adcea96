import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { address } from '~/domain/website/fields.server'
import { shapeOf, type WebsitePage } from '~/domain/website/page.server'
import { type PageName, pageNames, pageOf } from '~/domain/website/pages.server'
import { mayBeTyped, readStrictly, wordsOf } from '~/test/hostile-words'
import { payloads } from '~/test/payloads'
import { password, type RunningRiverbank, startRiverbank } from '~/test/running'

const attacks = payloads.map(({ html }) => html)
const page = (name: PageName) => pageOf(name) as WebsitePage
/** No field is left empty by an attack that is nothing to see. */
const typed = (attack: string, most: number) => `A ${attack}`.slice(0, most)

/** Gives each field an attack of its own; in the next round each has the one after. After as many rounds each had them all. */
function attacksOf(round: number) {
  let number = round
  return (most: number) => typed(attacks[number++ % attacks.length] ?? '', most)
}

describe('each of the attacks in each field of each page', () => {
  test.each(pageNames)('%s: is taken, and formatted text holds nothing but formatting', (name) => {
    for (let round = 0; round < attacks.length; round++)
      for (const [section, words] of Object.entries(wordsOf(page(name), attacksOf(round)))) {
        const { data, error } = page(name).sections[section]!.safeParse(words)
        expect(error, `${section}, round ${round}`).toBeUndefined()
        for (const { name: field, kind } of page(name).looks.find((look) => look.name === section)!.fields) {
          if (kind !== 'prose') continue
          const { elements, addresses } = readStrictly((data as Record<string, string>)[field]!)
          expect(elements.filter((element) => !mayBeTyped(element))).toEqual([])
          expect(addresses.filter((address) => !/^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(address))).toEqual([])
        }
      }
  })

  test('an address is refused, or leads to another website', () => {
    let taken = 0
    for (const attack of [...attacks, 'javascript:xss()', 'java\tscript:xss()', '//x.example', 'data:text/html,x'])
      for (const sent of [attack, typed(attack, 500), `https://x.example/${attack}`]) {
        const { data } = address('Link').safeParse(sent)
        if (data !== undefined) expect(data).toMatch(/^https?:\/\/[^\s\\/?#]+\.[^\s\\]+$/)
        if (data !== undefined) taken += 1
      }
    expect(taken).toBeGreaterThan(0)
  })

  test('the check sees them where nothing cleans or escapes them', () => {
    const unseen = payloads.filter(({ family, html }) => {
      if (family !== 'tags' && family !== 'handlers') return false
      try {
        return readStrictly(`<p>${html}</p>`).elements.every(mayBeTyped)
      } catch {
        return false
      }
    })
    expect(unseen).toEqual([])
  })
})

describe('as the product shows them', () => {
  let riverbank: RunningRiverbank & { stop: () => Promise<void> }
  let cookie = ''
  beforeAll(async () => {
    execFileSync('scripts/build', { stdio: 'inherit' })
    riverbank = await startRiverbank()
    const answer = await fetch(`${riverbank.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'demo.tutor', password }),
    })
    cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  }, 120_000)
  afterAll(() => riverbank.stop())

  let version = 0
  /** Publishes such words on all pages. */
  async function publish(next: (most: number) => string) {
    version += 1
    for (const one of pageNames.map(page))
      riverbank.change(
        `insert into websiteVersions (page, version, shape, words, own, savedAt, savedBy, deed)
         values (?, ?, ?, ?, '[]', '2026-01-01T09:00:00.000Z', 'Aoife', 'changed')`,
        one.to,
        version,
        shapeOf(one),
        JSON.stringify(wordsOf(one, next)),
      )
    // Any method but GET empties the product's page cache.
    await fetch(riverbank.url, { method: 'OPTIONS' })
  }

  async function skeletonOf(path: string, as = '') {
    const answer = await fetch(riverbank.url + path, { headers: { Cookie: as } })
    expect(answer.status, path).toBe(200)
    const { elements, addresses } = readStrictly(await answer.text())
    expect(addresses.filter((address) => /^\W*(?:\w+script|data):/i.test(address))).toEqual([])
    return elements.filter((element) => !mayBeTyped(element))
  }

  /** Whether all `paths` have the elements that they have with harmless words, in each of so many rounds. */
  async function compare(paths: string[], rounds: number, as?: string) {
    await publish((most) => 'A word'.slice(0, most))
    const harmless = new Map<string, string[]>()
    for (const path of paths) harmless.set(path, await skeletonOf(path, as))
    for (let round = 0; round < rounds; round++) {
      await publish(attacksOf(round))
      for (const path of paths)
        expect(await skeletonOf(path, as), `${path}, round ${round}`).toEqual(harmless.get(path))
    }
  }

  test('every page has the elements that it has with harmless words', async () => {
    await compare(
      pageNames.map((name) => page(name).to),
      attacks.length,
    )
  }, 180_000)

  // One component draws all fields of a kind; in this many rounds each kind has had every attack, formatted text too.
  test('every form of the editor too', async () => {
    const editors = pageNames.flatMap((name) => {
      const editor = `/dashboard/profile/website/${name}`
      return [editor, ...page(name).looks.map((look) => `${editor}/${look.name}`)]
    })
    await compare(editors, 25, cookie)
  }, 180_000)
})
