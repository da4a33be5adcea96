import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { addResource, listResources } from '~/domain/resources/resources.server'
import { changing } from '~/http/handler.server'
import { answerOf, formOf, freshForEach } from '~/test/riverbank'
import * as page from '../../site/resources.$id/route'
import * as preview from '../preview/route'
import * as removal from '../resources.$id.delete/route'
import * as edit from '../resources.$id.edit/route'
import * as create from '../resources.new/route'

const riverbank = freshForEach()

async function post(
  { action }: { action: (args: ActionFunctionArgs) => unknown },
  fields: Record<string, string>,
  id?: number,
) {
  const request = await riverbank.request('/dashboard/resources', { as: 'aoife', ...formOf(fields) })
  return answerOf(() => changing(action)({ request, params: { id: String(id) }, context: riverbank.context }))
}
const respite = { title: 'Respite', description: '', content: '<p>Ring us.</p>', category: 'support', isPublic: 'on' }
const add = () =>
  addResource(riverbank.db, riverbank.people.aoife, {
    ...respite,
    description: null,
    category: 'support',
    isPublic: true,
  })

test('POST /dashboard/resources/new adds a resource and leads to the list', async () => {
  const answer = await post(create, respite)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard/resources'])
  expect((await listResources(riverbank.db)).items).toMatchObject([{ title: 'Respite', isPublic: true }])
})

test('POST /dashboard/resources/new refuses an empty title and keeps the rest', async () => {
  const answer = await post(create, { ...respite, title: '' })
  expect(answer.status).toBe(400)
  const { result } = await answer.json()
  expect(result.error).toEqual({ title: ['Title is required'] })
  expect(result.initialValue).toMatchObject({ content: '<p>Ring us.</p>', category: 'support', isPublic: 'on' })
})

test('POST /dashboard/resources/new with ‘Preview’ saves nothing, refuses nothing and keeps everything', async () => {
  const typed = { title: 'Respite', content: '<h1>Hours</h1><script>alert(1)</script>', preview: 'yes' }
  const answer = await post(create, typed)
  expect(answer.status).toBe(200)
  const { result, preview: shown } = await answer.json()
  expect(shown).toBe('<h3>Hours</h3>')
  expect(result.error).toBeUndefined()
  expect(result.initialValue).toMatchObject({ title: typed.title, content: typed.content })
  expect((await listResources(riverbank.db)).items).toEqual([])
})

test('a resource that can’t be saved is told on the form, with everything typed', async () => {
  await riverbank.db.schema.dropTable('activity').execute()
  const answer = await post(create, respite)
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ failed: { status: 500 }, result: { initialValue: respite } })
  expect((await listResources(riverbank.db)).items).toEqual([])
})

test('POST /dashboard/resources/:id/edit on an older version answers 409 with what differs', async () => {
  const { id } = await add()
  expect((await post(edit, { ...respite, title: 'Hers', version: '1' }, id)).status).toBe(303)
  const answer = await post(edit, { ...respite, title: 'Mine', version: '1' }, id)
  expect(answer.status).toBe(409)
  const { result, conflict } = await answer.json()
  expect(result.initialValue).toMatchObject({ title: 'Mine' })
  expect(conflict).toMatchObject({
    by: 'Aoife Brennan',
    version: 2,
    differences: [{ label: 'Title', now: 'Hers', typed: 'Mine' }],
  })
  expect((await post(edit, { ...respite, title: 'Mine', version: '2' }, id)).status).toBe(303)
  expect((await listResources(riverbank.db)).items).toMatchObject([{ title: 'Mine', version: 3 }])
})

test('POST /dashboard/resources/:id/edit with an empty box hides the page from families', async () => {
  const { id } = await add()
  const { isPublic: _, ...unticked } = respite
  const see = () =>
    answerOf(() =>
      page.loader({
        request: new Request(`http://riverbank.test/resources/${id}`),
        params: { id: String(id) },
        context: riverbank.context,
      }),
    )
  expect((await see()).status).toBe(200)
  await post(edit, { ...unticked, version: '1' }, id)
  expect((await see()).status).toBe(404)
})

test('a resource that is gone can be neither opened, changed nor deleted', async () => {
  const request = await riverbank.request('/dashboard/resources/9/edit', { as: 'aoife' })
  for (const { loader } of [edit, removal])
    expect((await answerOf(() => loader({ request, params: { id: '9' }, context: riverbank.context }))).status).toBe(
      404,
    )
  expect((await post(edit, { ...respite, version: '1' }, 9)).status).toBe(404)
  expect((await post(removal, {}, 9)).status).toBe(404)
})

test('a resource that can’t be deleted is still there, and the question says so', async () => {
  const { id } = await add()
  await riverbank.db.schema.dropTable('activity').execute()
  expect(await (await post(removal, {}, id)).json()).toMatchObject({ failed: { status: 500 } })
  expect((await listResources(riverbank.db)).items).toHaveLength(1)
})

test('POST /dashboard/preview answers what is written as it will be shown', async () => {
  const answer = await post(preview, { content: '<h1>Hours</h1><img src=x onerror=alert(1)>' })
  expect(await answer.json()).toEqual({ shown: '<h3>Hours</h3>', advice: [] })
  const newsletter = await post(preview, { content: '**Hours**', pictures: '' })
  expect(await newsletter.json()).toMatchObject({
    shown: [{ is: 'paragraph', words: [{ is: 'bold', words: ['Hours'] }] }],
  })
})
