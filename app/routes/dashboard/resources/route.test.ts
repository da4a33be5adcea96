import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { addResource } from '~/domain/resources/resources.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import * as page from '../../site/resources.$id/route'
import * as preview from '../preview/route'
import * as edit from '../resources.$id.edit/route'

const riverbank = setUpFreshRiverbank()

const post = (
  { action }: { action: (args: ActionFunctionArgs) => unknown },
  fields: Record<string, string>,
  id?: number,
) =>
  callRoute(riverbank, withFormRecovery(action), '/dashboard/resources', {
    as: 'aoife',
    fields,
    params: { id: String(id) },
  })
const respite = { title: 'Respite', description: '', content: '<p>Ring us.</p>', category: 'support', isPublic: 'on' }
const add = () =>
  addResource(riverbank.db, riverbank.people.aoife, {
    ...respite,
    description: null,
    category: 'support',
    isPublic: true,
  })

test('POST /dashboard/resources/:id/edit with the box unticked hides the page from families', async () => {
  const { id } = await add()
  const { isPublic: _, ...unticked } = respite
  const openPublicPage = () => callRoute(riverbank, page.loader, `/resources/${id}`, { params: { id: String(id) } })
  expect((await openPublicPage()).status).toBe(200)
  await post(edit, { ...unticked, version: '1' }, id)
  expect((await openPublicPage()).status).toBe(404)
})

test('POST /dashboard/preview returns the text as it will be shown', async () => {
  const answer = await post(preview, { content: '<h1>Hours</h1><img src=x onerror=alert(1)>' })
  expect(await answer.json()).toEqual({ shown: '<h3>Hours</h3>', advice: [] })
  const newsletter = await post(preview, { content: '**Hours**', pictures: '' })
  expect(await newsletter.json()).toMatchObject({
    shown: [{ is: 'paragraph', words: [{ is: 'bold', words: ['Hours'] }] }],
  })
})
