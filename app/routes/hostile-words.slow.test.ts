import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '~/domain/rich-text.server'
import { getSectionPath } from '~/domain/website/easy-read.server'
import { addressField } from '~/domain/website/fields.server'
import type { WebsitePage } from '~/domain/website/page.server'
import { findWebsitePage, type PageName, pageNames } from '~/domain/website/pages.server'
import { paths } from '~/paths'
import { shareServer } from '~/test/built'
import { createPageContent, extractTexts, isAllowedMarkup, listSectionTexts, parseStrictly } from '~/test/hostile-words'
import { payloads } from '~/test/payloads'
import { publishWords } from '~/test/website'

const attacks = payloads.map(({ html }) => html)
const getPage = (name: PageName) => findWebsitePage(name) as WebsitePage
/** Prefixes a letter, so that an attack without visible text does not leave the field empty. */
const shortenAttack = (attack: string, max: number) => `A ${attack}`.slice(0, max)

/** Gives each field a different attack; each turn moves on by one. */
function createAttackPicker(turn: number) {
  let number = turn
  return (max: number) => shortenAttack(attacks[number++ % attacks.length] ?? '', max)
}

describe('attacks in the fields of the pages', () => {
  const checkedTexts = new Set<string>()
  test.each(pageNames)('%s: are accepted, and formatted text contains only formatting', (name) => {
    // Each field gets every fourth attack. Fields of a kind share one rule, so that each rule gets all attacks.
    for (let turn = pageNames.indexOf(name) % 4; turn < attacks.length; turn += 4)
      for (const [section, words] of Object.entries(createPageContent(getPage(name), createAttackPicker(turn)))) {
        const { data, error } = getPage(name).sections[section]!.safeParse(words)
        expect(error, `${section}, turn ${turn}`).toBeUndefined()
        for (const { name: field, kind } of getPage(name).views.find((view) => view.name === section)!.fields) {
          const text = (data as Record<string, string>)[field]!
          // Formatting depends on the text alone, which other fields have too.
          if (kind !== 'prose' || checkedTexts.has(text)) continue
          checkedTexts.add(text)
          const { elements, addresses } = parseStrictly(renderMarkdown(text, { sitePages: true }))
          expect(elements.filter((element) => !isAllowedMarkup(element))).toEqual([])
          expect(addresses.filter((address) => !/^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(address))).toEqual([])
        }
      }
  })

  test('an address is refused, or it leads to another website', () => {
    let accepted = 0
    for (const attack of [...attacks, 'javascript:xss()', 'java\tscript:xss()', '//x.example', 'data:text/html,x'])
      for (const sent of [attack, shortenAttack(attack, 500), `https://x.example/${attack}`]) {
        const { data } = addressField('Link').safeParse(sent)
        if (data !== undefined) expect(data).toMatch(/^https?:\/\/[^\s\\/?#]+\.[^\s\\]+$/)
        if (data !== undefined) accepted += 1
      }
    expect(accepted).toBeGreaterThan(0)
  })

  test('the check finds attacks that nothing sanitises or escapes', () => {
    const unseen = payloads.filter(({ family, html }) => {
      if (family !== 'tags' && family !== 'handlers') return false
      try {
        return parseStrictly(`<p>${html}</p>`).elements.every(isAllowedMarkup)
      } catch {
        return false
      }
    })
    expect(unseen).toEqual([])
  })
})

/** With this many turns, every field gets some attacks of each family, and all fields together get every attack. */
const TURNS = 3
const STEP = Math.floor(attacks.length / TURNS)

describe('attacks on the pages of the product', () => {
  const riverbank = shareServer()

  /** Publishes words on all pages. Returns the fields and texts that each path must show. */
  function publish(next: (max: number) => string): Map<string, [field: string, text: string][]> {
    const written = new Map<string, [field: string, text: string][]>()
    for (const one of pageNames.map(getPage)) {
      const words = createPageContent(one, next)
      publishWords(riverbank, one, words)
      for (const { name, fields } of one.views) {
        const texts = listSectionTexts(fields, one.sections[name]!.parse(words[name]) as Record<string, unknown>)
        const at = getSectionPath(one, name)
        const named = texts.map(([field, text]): [string, string] => [`${name}.${field}`, text])
        written.set(at, [...(written.get(at) ?? []), ...named])
      }
    }
    return written
  }

  async function open(path: string, as = ''): Promise<string> {
    const answer = await fetch(riverbank.url + path, { headers: { Cookie: as } })
    expect(answer.status, path).toBe(200)
    return answer.text()
  }

  /** What the editor says of the typed words, and the box around it. */
  const ADVICE = /<section [^<>]*><p [^<>]*>Could it be easier to read\?<\/p><ul.*?<\/ul><\/section>/gs
  const EMPTY_BOX = /<div class="[^"<>]*"><\/div>/g

  function getSkeleton(html: string) {
    const { elements, addresses } = parseStrictly(html.replace(ADVICE, '').replace(EMPTY_BOX, ''))
    expect(addresses.filter((address) => /^\W*(?:\w+script|data):/i.test(address))).toEqual([])
    return elements.filter((element) => !isAllowedMarkup(element))
  }

  /** Expects each path to have the same elements as with harmless words in each turn, and to show all fields except `unseen`. */
  async function compare(paths: string[], { as = '', unseen = [] as string[], turns = [...Array(TURNS).keys()] } = {}) {
    publish((max) => 'A word'.slice(0, max))
    const harmless = new Map<string, string[]>()
    for (const path of paths) harmless.set(path, getSkeleton(await open(path, as)))
    for (const turn of turns) {
      const published = publish(createAttackPicker(turn * STEP))
      for (const path of paths) {
        const html = await open(path, as)
        expect(getSkeleton(html), `${path}, turn ${turn}`).toEqual(harmless.get(path))
        const shown = extractTexts(html)
        const missing = (published.get(path) ?? []).filter(([, text]) => !shown.includes(text))
        expect(
          missing.filter(([field]) => !unseen.includes(`${path} ${field}`)),
          `what ${path} does not show in turn ${turn}`,
        ).toEqual([])
      }
    }
  }

  test('every page shows the words with the same elements as harmless words', async () => {
    const easyRead = Object.values(paths.easyRead)
    await compare(
      [...new Set([...pageNames.map((name) => getPage(name).to), ...easyRead])],
      // Needs that have no card here, and descriptions of photos that were not uploaded.
      {
        unseen: [
          '/resources needs.advocacy',
          '/resources needs.rights',
          '/resources needs.planning',
          '/programmes grid.items.photo',
          ...easyRead.map((path) => `${path} easyRead.ideas.photo`),
        ],
      },
    )
  }, 180_000)

  test('every form of the editor shows the words with the same elements as harmless words', async () => {
    const editors = pageNames.flatMap((name) => {
      const editor = `/dashboard/profile/website/${name}`
      return [editor, ...getPage(name).views.map((view) => `${editor}/${view.name}`)]
    })
    // Forms escape by the same code as pages, which show all attacks.
    await compare(editors, { as: riverbank.sessions.aoife.cookie, turns: [1] })
  }, 180_000)
})
