import { beforeEach, expect, it } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { sendAgain } from '~/domain/deliveries/deliveries.server'
import { resumeWithoutWaiting } from '~/domain/deliveries/sending.server'
import { waitUntil } from '~/test/mail-setup'
import { setUpFreshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { subscribe } from '~/test/subscribers'
import { addNewsletter, changeNewsletter, findNewsletter, removeNewsletter } from './newsletters.server'
import {
  scheduleNewsletter,
  sendDueNewsletters,
  sendNewsletter,
  startDepartures,
  stopNewsletter,
  unscheduleNewsletter,
} from './send.server'

const LEAVES = '2027-01-01T09:00:00.000Z'
const then = Date.parse(LEAVES)
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
let db: TestRiverbank['db']
beforeEach(async () => {
  db = riverbank.db
  await subscribe(db, 'maura')
})

const draft = async () => (await addNewsletter(db, aoife, { title: 'June', content: 'It was a busy month.' })).id
const later = (id: number, leavesAt = LEAVES) => scheduleNewsletter(db, aoife, id, { audience: 'all', leavesAt })
const readers = async (id: number) =>
  (await db.selectFrom('deliveries').select('email').where('newsletterId', '=', id).execute()).map(({ email }) => email)
const lastEntry = async () => (await listActivity(db, aoife))[0]

it('a newsletter is sent at its time, not earlier, with the changes until then, to the subscribers of that moment', async () => {
  const id = await draft()
  expect(await later(id)).toMatchObject({ status: 'draft', leavesAt: LEAVES, leavesTo: 'all', version: 1 })
  await subscribe(db, 'liam')
  await changeNewsletter(db, aoife, id, { patch: { title: 'July' } })
  expect(await sendDueNewsletters(db, then - 1)).toBe(0)
  expect(await readers(id)).toEqual([])
  expect(await sendDueNewsletters(db, then)).toBe(1)
  expect((await readers(id)).sort()).toEqual(['liam@example.ie', 'maura@example.ie'])
  expect(await findNewsletter(db, aoife, id)).toMatchObject({
    title: 'July',
    status: 'sent',
    audience: 'all',
    leavesAt: null,
  })
  expect(await lastEntry()).toMatchObject({ action: 'sent', actorName: 'Aoife Brennan' })
  expect(await sendDueNewsletters(db, then)).toBe(0)
  expect(await readers(id)).toHaveLength(2)
})

it('it is not sent once cancelled or deleted, and only once if it was sent before', async () => {
  const [taken, gone, sent] = [await draft(), await draft(), await draft()]
  for (const id of [taken, gone, sent]) await later(id)
  expect(await unscheduleNewsletter(db, aoife, taken)).toMatchObject({ leavesAt: null, leavesTo: null, leavesBy: null })
  await unscheduleNewsletter(db, aoife, taken)
  await removeNewsletter(db, riverbank.uploads, aoife, gone)
  await sendNewsletter(db, aoife, sent, { audience: 'all', holdSeconds: 60 })
  expect(await sendDueNewsletters(db, then)).toBe(0)
  expect(await readers(sent)).toHaveLength(1)
  expect(await stopNewsletter(db, aoife, sent)).toMatchObject({ status: 'draft', leavesAt: null })
  expect(await sendDueNewsletters(db, then)).toBe(0)
})

it('it can be rescheduled, and a sent one can’t be scheduled', async () => {
  const id = await draft()
  await later(id)
  await later(id, '2027-02-01T09:00:00.000Z')
  expect(await sendDueNewsletters(db, then)).toBe(0)
  await sendNewsletter(db, aoife, id, { audience: 'all', holdSeconds: 0 })
  await expect(later(id)).rejects.toMatchObject({ kind: 'conflict' })
  await expect(unscheduleNewsletter(db, aoife, id)).rejects.toMatchObject({ kind: 'conflict' })
})

it('it stays a draft if it has no readers left, and others are still sent', async () => {
  const [first, second] = [await draft(), await draft()]
  await later(first)
  await scheduleNewsletter(db, aoife, second, { audience: 'all', leavesAt: LEAVES })
  await db.updateTable('newsletters').set({ leavesTo: 'guardians' }).where('id', '=', first).execute()
  expect(await sendDueNewsletters(db, then)).toBe(1)
  expect(await findNewsletter(db, aoife, first)).toMatchObject({ status: 'draft', leavesAt: null })
  expect(await findNewsletter(db, aoife, second)).toMatchObject({ status: 'sent' })
  const nobody = scheduleNewsletter(db, aoife, first, { audience: 'guardians', leavesAt: LEAVES })
  await expect(nobody).rejects.toMatchObject({ kind: 'conflict' })
})

it('it is sent if its time came while nothing ran, even if the scheduling account is gone', async () => {
  const id = await draft()
  await later(id, '2026-01-01T09:00:00.000Z')
  await db.deleteFrom('users').where('id', '=', aoife.id).execute()
  const departures = startDepartures(db, 10)
  await waitUntil(async () => (await findNewsletter(db, aoife, id))?.status === 'sent')
  await departures.stop()
  expect(await lastEntry()).toMatchObject({ action: 'sent', actorId: null })
})

it('after a restore none is sent until a tutor decides; resuming without them keeps the drafts', async () => {
  const [past, future] = [await draft(), await draft()]
  await later(past, '2026-01-01T09:00:00.000Z')
  await later(future, '2099-01-01T09:00:00.000Z')
  await db.insertInto('portalSettings').values({ name: 'sendingPaused', value: new Date().toISOString() }).execute()
  const departures = startDepartures(db, 10)
  await departures.stop()
  expect(await findNewsletter(db, aoife, past)).toMatchObject({ status: 'draft', leavesAt: expect.any(String) })
  await resumeWithoutWaiting(db, aoife)
  expect(await findNewsletter(db, aoife, past)).toMatchObject({ status: 'draft', leavesAt: null })
  expect(await findNewsletter(db, aoife, future)).toMatchObject({ leavesAt: expect.any(String) })
})

it('uncertain mails are sent again, one or all, but not to people who have unsubscribed', async () => {
  for (const name of ['liam', 'noel']) await subscribe(db, name)
  const id = await draft()
  await sendNewsletter(db, aoife, id, { audience: 'all', holdSeconds: 0 })
  await db.updateTable('deliveries').set({ state: 'uncertain', attempts: 1, settledAt: LEAVES }).execute()
  await db.updateTable('subscribers').set({ active: 0 }).where('email', '=', 'noel@example.ie').execute()
  const mails = () => db.selectFrom('deliveries').select(['id', 'email', 'state', 'attempts']).orderBy('id').execute()
  const newsletter = { id, title: 'June' }
  const again = (which: typeof newsletter, only?: number) => sendAgain(db, aoife, which, { state: 'uncertain', only })
  const [maura, , noel] = await mails()
  expect(await again(newsletter, noel?.id)).toBe(0)
  expect(await again(newsletter, maura?.id)).toBe(1)
  expect((await mails()).map(({ state }) => state)).toEqual(['pending', 'uncertain', 'uncertain'])
  expect(await again({ id: id + 1, title: '' })).toBe(0)
  expect(await again(newsletter)).toBe(1)
  const states = (await mails()).map(({ state, attempts }) => `${state} ${attempts}`)
  expect(states).toEqual(['pending 0', 'pending 0', 'uncertain 1'])
})
