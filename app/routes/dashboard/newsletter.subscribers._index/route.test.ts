import { beforeEach, expect, test } from 'vitest'
import { newSubscriber } from '~/domain/subscribers/schema'
import { addSubscriber, changeSubscriber, findSubscriber } from '~/domain/subscribers/subscribers.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
let id: number
beforeEach(async () => {
  id = (await addSubscriber(riverbank.db, aoife, newSubscriber.parse({ email: 'liam@example.ie' }))).id
})

async function post(fields: Record<string, string>) {
  const path = '/dashboard/newsletter/subscribers?index&search=liam'
  const answer = await callRoute(riverbank, withFormRecovery(action), path, { as: 'aoife', fields })
  return { status: answer.status, leadsTo: answer.headers.get('Location'), message: readFlashMessage(answer), answer }
}
const press = (active: boolean, version: number, which = id) =>
  post({ intent: 'set-active', id: String(which), active: String(active), version: String(version) })
const find = () => findSubscriber(riverbank.db, aoife, id)

test('POST /dashboard/newsletter/subscribers unsubscribes and re-activates, and returns to the same list', async () => {
  const off = await press(false, 1)
  expect([off.status, off.leadsTo]).toEqual([303, '/dashboard/newsletter/subscribers?search=liam'])
  expect(off.message).toContain('Subscriber unsubscribed')
  expect(await find()).toMatchObject({ active: false, version: 2 })
  expect((await press(true, 2)).message).toContain('Subscriber active again')
  expect(await find()).toMatchObject({ active: true, version: 3 })
})

test('a button of an outdated list changes nothing and says so; a second press succeeds without a change', async () => {
  const { db, people } = riverbank
  await press(false, 1)
  expect((await press(false, 1)).message).toContain('Subscriber unsubscribed')
  await changeSubscriber(db, people.aoife, id, { patch: { active: true } })
  const stale = await press(false, 1)
  expect([stale.status, stale.leadsTo]).toEqual([303, '/dashboard/newsletter/subscribers?search=liam'])
  expect(stale.message).toContain('Failed to update subscriber: 409')
  expect(stale.message).toContain('has changed this since you opened it.')
  expect(await find()).toMatchObject({ active: true, version: 3 })
})

test('a button for an unknown subscriber is 404, one without a version 400', async () => {
  expect((await press(false, 1, 99)).status).toBe(404)
  expect((await post({ intent: 'set-active', id: String(id), active: 'false' })).status).toBe(400)
  expect(await find()).toMatchObject({ active: true, version: 1 })
})

test('‘Try again’ makes an address get newsletters again that does not work; pressing it twice is no conflict', async () => {
  await riverbank.db.updateTable('subscribers').set({ refusedNewsletters: '[1,2,3]' }).execute()
  const list = await callRoute(riverbank, loader, '/dashboard/newsletter/subscribers', { as: 'aoife' })
  expect(await list.json()).toMatchObject({ undeliverable: { number: 1, emails: ['liam@example.ie'] } })
  expect((await press(true, 1)).message).toBe('We will try again / They will get the next newsletter.')
  expect(await find()).toMatchObject({ active: true, isUndeliverable: false, version: 2 })
  expect((await press(true, 1)).message).toContain('They will get the next newsletter.')
  expect(await find()).toMatchObject({ version: 2 })
})
