import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { addDemoNewsletters } from '~/demo/newsletters'
import { addResource } from '~/domain/resources/resources.server'
import { paths } from '~/paths'
import { callRoute, shareRiverbank } from '~/test/riverbank'
import { listRoutePlaces } from '~/test/screens'
import * as robots from '../robots[.]txt/route'
import * as sitemap from './route'

const riverbank = shareRiverbank()

const get = ({ loader }: typeof sitemap | typeof robots, headers: Record<string, string> = {}) =>
  callRoute(riverbank, loader, '/sitemap.xml', { headers })
async function addresses() {
  const answer = await get(sitemap)
  expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  const document = parseDocument(await answer.text(), { xmlMode: true })
  return DomUtils.getElementsByTagName('loc', document).map((place) => DomUtils.textContent(place))
}

/** Public screens from the list of all screens, except those of records, secret links and refusals. */
const screens = listRoutePlaces('site')
  .map(([, place]) => place)
  .filter(({ path, isFile, answers }) => !isFile && !answers && !/:|^\/(unsubscribe|confirm|card)/.test(path))
  .map(({ path }) => path)
  .concat(Object.values(paths.easyRead).slice(1))
  .map((path) => `http://riverbank.test${path}`)

test('GET /sitemap.xml lists exactly the public screens', async () => {
  expect(screens).toContain('http://riverbank.test/contact')
  expect((await addresses()).sort()).toEqual(screens.sort())
})

test('GET /sitemap.xml lists published records at PUBLIC_URL, and no hidden ones', async () => {
  const { db, people, uploads, context } = riverbank
  await addDemoNewsletters(db, uploads, people.aoife)
  const respite = { title: 'Respite', description: null, content: '<p>Ring us.</p>', category: 'support' } as const
  const { id } = await addResource(db, people.aoife, { ...respite, isPublic: true })
  await addResource(db, people.aoife, { ...respite, isPublic: false })
  const published = await db.selectFrom('newsletters').select('id').where('publishedAt', 'is not', null).execute()

  context.settings.publicUrl = new URL('https://riverbank.example')
  const origin = 'https://riverbank.example'
  const records = (await addresses()).filter((address) => /\d$/.test(address))
  expect(records).toEqual([...published.map((news) => `${origin}/news/${news.id}`), `${origin}/resources/${id}`])
  expect(published).toHaveLength(1)
  await db.updateTable('newsletters').set({ publishedAt: null }).execute()
  expect(await addresses()).not.toContain(`${origin}/news/${published[0]?.id}`)
  expect(await (await get(robots)).text()).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

test('both return 304 for a current copy', async () => {
  for (const route of [sitemap, robots]) {
    const tag = (await get(route)).headers.get('ETag') ?? ''
    expect((await get(route, { 'If-None-Match': tag })).status).toBe(304)
  }
})

test('a website that is not ready lists nothing, and lets search engines read its noindex', async () => {
  riverbank.context.settings.centre.isReady = false
  const map = await (await get(sitemap)).text()
  expect(map).toContain('<urlset')
  expect(map).not.toContain('<loc>')
  const text = await (await get(robots)).text()
  expect(text).not.toContain('Sitemap')
  expect(text).not.toMatch(/^Disallow: \/$/m)
})
