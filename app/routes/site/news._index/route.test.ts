import { beforeAll, expect, test } from 'vitest'
import { addDemoNewsletters } from '~/demo/newsletters'
import { callRoute, shareRiverbank } from '~/test/riverbank'
import * as one from '../news.$id/route'
import * as feed from '../news.feed/route'
import * as all from './route'

const riverbank = shareRiverbank()
beforeAll(async () => {
  await addDemoNewsletters(riverbank.db, riverbank.uploads, riverbank.people.aoife)
})

async function get(path: string, id?: string) {
  const { loader } = id ? one : path.endsWith('feed') ? feed : all
  return callRoute(riverbank, loader, path, { as: 'aoife', params: { id } })
}
const findNewsletterId = async (status: 'draft' | 'sent') => {
  const query = riverbank.db.selectFrom('newsletters').select('id').where('status', '=', status)
  return String((await query.executeTakeFirstOrThrow()).id)
}

test('GET /news/:id shows a published newsletter; a draft is 404, even for tutors', async () => {
  expect(await (await get('/news/1', await findNewsletterId('sent'))).json()).toMatchObject({
    title: 'Autumn at Riverbank',
    summary: expect.stringMatching(/^It has been a busy autumn\./),
    attachments: [{ title: 'The river in autumn' }],
  })
  for (const id of [await findNewsletterId('draft'), '99', 'x']) expect((await get(`/news/${id}`, id)).status).toBe(404)
})

test('GET /news/feed is an Atom feed with absolute addresses', async () => {
  const answer = await get('/news/feed')
  expect(answer.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain(`<id>http://riverbank.test/news/${await findNewsletterId('sent')}</id>`)
  expect(text).not.toContain('Christmas at Riverbank')
})

test('a newsletter taken off the website is 404 and in no list', async () => {
  expect(await (await get('/news')).json()).toMatchObject({ items: [{ title: 'Autumn at Riverbank' }], found: 1 })
  await riverbank.db.updateTable('newsletters').set({ publishedAt: null }).execute()
  expect(await (await get('/news')).json()).toMatchObject({ items: [], found: 0 })
  const id = await findNewsletterId('sent')
  expect((await get(`/news/${id}`, id)).status).toBe(404)
  expect(await (await get('/news/feed')).text()).not.toContain('<entry>')
})
