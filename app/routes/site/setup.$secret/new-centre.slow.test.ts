import { expect, onTestFinished, test } from 'vitest'
import { about } from '~/domain/website/about.server'
import { getFirstText } from '~/domain/website/page.server'
import { paths } from '~/paths'
import { shareServer } from '~/test/built'
import { startRiverbank } from '~/test/running'
import { listRoutePlaces } from '~/test/screens'
import { findForm, getPageText } from '~/test/served'
import { publishWords } from '~/test/website'

const demonstration = shareServer()

const { website } = paths.dashboard.profile

const centre = {
  ...{ name: 'Hazelwood Day Centre', shortName: 'Hazelwood', phone: '091 555 010', email: 'office@hazelwood.example' },
  ...{ address: 'Hazel Road, Galway, H91 X2Y3', firstName: 'Maeve', lastName: 'Joyce', username: 'maeve.j' },
  password: 'heron boat lamp',
}

/** What the specification's texts say about a centre that does not exist. */
const invented = [
  ...['Dublin', 'Luas', 'parish', '1998', '1999', '25+ years', '100%', 'nine people', 'A new name'],
  ...['Funding partners', 'City of', 'CDETB', 'Two public bodies', 'The HSE pays for the centre'],
  ...['Ciara', 'Maura D.', 'Declan K.', 'Fionnuala B.', 'In our own words', 'What families say'],
  ...['Summer show', 'Christmas open afternoon', 'Quayside Theatre', '2025', 'Event Highlights', 'a real stage'],
  ...['QQI certificates for', 'Fourteen', 'two local choirs', 'Work placements', 'walking group', 'cookbook'],
  ...['student council', 'full church', 'second month', 'not paid', 'How to get here', 'level access', 'no steps'],
  ...['quiet room', '9:30 - ', 'We open at', '16:30'],
]

const publicPaths = [
  ...listRoutePlaces('site')
    .map(([, { path, isFile, answers }]) => (isFile || answers || /:/.test(path) ? '' : path))
    .filter(Boolean),
  ...Object.values(paths.easyRead),
  ...[
    '/board?tab=past',
    '/board?tab=strategic',
    '/sitemap.xml',
    '/robots.txt',
    '/news/feed',
    '/events.ics',
    '/api/events',
  ],
]

/** A page's texts, with those for search engines, link previews and screen readers. */
const getTexts = (html: string) =>
  [
    getPageText(html.replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)>/g, '')),
    ...[...html.matchAll(/ (?:content|alt|aria-label)="([^"]*)"/g)].map(([, text]) => text),
  ]
    .join('\n')
    .replaceAll('Europe/Dublin', '')

test('a new centre says nothing invented and search engines leave it out, until it has its own words and is ready', async () => {
  const own = await startRiverbank({ DEMO: '0', DEMO_PASSWORD: '' })
  onTestFinished(() => own.stop())
  const load = async (path: string) => (await fetch(own.url + path)).text()
  const read = async (path: string) => getTexts(await load(path))
  const getTag = async (path: string) => (await fetch(own.url + path)).headers.get('X-Robots-Tag')

  // Without a set-up, the website has the specification's words.
  const untouched = await read('/about')
  for (const fact of ['Since 1998', 'Funding partners', '25+ years']) expect(untouched).toContain(fact)
  expect(untouched).toContain('Some words on this page are examples.')
  expect(await read('/')).toContain('Learn, make things and meet friends in Dublin 7')
  expect(await read('/easy-read')).toContain('is a day centre in Dublin.')
  expect(await getTag('/')).toBeNull()

  const post = (path: string, body: URLSearchParams | FormData, cookie = '') =>
    fetch(own.url + path, { method: 'POST', body, redirect: 'manual', headers: { Origin: own.url, Cookie: cookie } })
  const setUp = /\/setup\/[\w-]{43}/.exec(own.output())?.[0] ?? ''
  const answer = await post(setUp, new URLSearchParams(centre))
  expect(answer.headers.get('Location')).toBe(website.examples)
  const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const open = async (path: string) => (await fetch(own.url + path, { headers: { Cookie: cookie } })).text()
  /** Sends a form of the tutor's with these choices. */
  const submit = async (path: string, field: string, choices: Record<string, string> = {}) => {
    const { form, action } = findForm(await open(path), field, path)
    for (const [name, value] of Object.entries(choices)) form.set(name, value)
    expect((await post(action, form, cookie)).status, path).toBe(303)
  }
  const press = async (intent: string) =>
    expect((await post(website.list, new URLSearchParams({ intent }), cookie)).status).toBe(303)
  /** The invented facts on the public pages, and what these pages tell search engines. */
  const visit = async () => {
    const found: string[] = []
    const tags = new Set<string | null>()
    for (const path of publicPaths) {
      const answer = await fetch(own.url + path)
      tags.add(answer.headers.get('X-Robots-Tag'))
      const texts = getTexts(await answer.text())
      found.push(...invented.filter((fact) => texts.includes(fact)).map((fact) => `${path}: ${fact}`))
    }
    return { found, tags: [...tags] }
  }
  expect(publicPaths.length).toBeGreaterThan(25)
  expect(await visit()).toEqual({ found: [], tags: ['noindex'] })
  // From the cache.
  expect([await getTag('/'), await getTag('/about')]).toEqual(['noindex', 'noindex'])
  expect(await load('/sitemap.xml')).not.toContain('<loc>')
  // The last step has 'Hide for now' chosen.
  await submit(website.examples, 'about.story')
  expect(await visit()).toEqual({ found: [], tags: ['noindex'] })
  const home = await read('/')
  expect(home).toContain('meet friends in Galway')
  expect(home).toContain('These words are an example.')
  expect(await read('/privacy')).toContain('a day service in Galway, run by')

  await submit(website.examples, 'about.story', { 'about.story': 'keep', 'about.easyRead': 'keep' })
  expect(await read('/about')).toMatch(/These words are an example\.\s*Our story/)
  expect(await read('/about/easy-read')).toContain('We began in 1998')
  expect(await read('/about')).not.toContain('Funding partners')
  await submit(website.examples, 'about.story', { 'about.story': 'hide' })
  expect(await read('/about')).not.toContain('Our story')

  const words = getFirstText(about)
  words.funding.heading = 'Who pays for Hazelwood'
  publishWords(own, about, words, ['funding'])
  const shown = await read('/about')
  expect(shown).toContain('Who pays for Hazelwood')
  expect(shown).not.toMatch(/These words are an example\.\s*Who pays/)
  expect(await open(website.examples)).not.toContain('name="about.funding"')

  await press('ready')
  for (const path of ['/', '/about', '/about/easy-read']) expect(await getTag(path), path).toBeNull()
  expect(await load('/sitemap.xml')).toContain('/about</loc>')
  await press('not-ready')
  expect(await getTag('/')).toBe('noindex')
}, 180_000)

test('the demonstration is whole, and has no set-up to finish', async () => {
  const texts = getTexts(await (await fetch(`${demonstration.url}/`)).text())
  for (const fact of ['Ciara', 'Maura D.', 'Summer show', 'Dublin 7']) expect(texts).toContain(fact)
  expect(texts).not.toMatch(/examples?\./)
  const headers = { Cookie: demonstration.sessions.aoife.cookie }
  expect((await fetch(demonstration.url + website.examples, { headers })).status).toBe(404)
  expect(await (await fetch(demonstration.url + website.list, { headers })).text()).not.toContain('is ready')
})
