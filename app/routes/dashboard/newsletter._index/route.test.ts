import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import { beforeEach, expect, test } from 'vitest'
import { toPlainText } from '~/domain/newsletters/blocks'
import { addNewsletter, findNewsletter } from '~/domain/newsletters/newsletters.server'
import { sendNewsletter } from '~/domain/newsletters/send.server'
import { protectRoutes, withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, type Handlers, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { subscribe } from '~/test/subscribers'
import * as detail from '../newsletter.$id._index/route'
import * as oneAgain from '../newsletter.$id.again/route'
import * as attachment from '../newsletter.$id.attachments.$attachmentId.edit/route'
import * as removal from '../newsletter.$id.delete/route'
import * as edit from '../newsletter.$id.edit/route'
import * as mail from '../newsletter.$id.mail/route'
import * as preview from '../newsletter.$id.preview/route'
import * as sending from '../newsletter.$id.send/route'
import * as again from '../newsletter.again/route'
import * as create from '../newsletter.new/route'
import * as list from './route'

const june = { title: 'June', content: 'It was a busy month.' }
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
let id: number
beforeEach(async () => {
  riverbank.context.settings.mailRoute = 'server'
  await subscribe(riverbank.db, 'grace', { name: 'Grace' })
  id = (await addNewsletter(riverbank.db, aoife, june)).id
})

async function post(
  { action }: { action: (args: ActionFunctionArgs) => unknown },
  fields: Record<string, string | File>,
  to = id,
) {
  const sent = { as: 'aoife', fields, params: { id: String(to), attachmentId: '1' } } as const
  const answer = await callRoute(riverbank, withFormRecovery(action), `/dashboard/newsletter/${to}`, sent)
  return { status: answer.status, leadsTo: answer.headers.get('Location'), message: readFlashMessage(answer), answer }
}

const toFormData = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const get = ({ loader }: { loader: (args: LoaderFunctionArgs) => unknown }, to = id) =>
  callRoute(riverbank, loader, `/dashboard/newsletter/${to}`, { as: 'aoife', params: { id: String(to) } })
const send = () => sendNewsletter(riverbank.db, aoife, id, { audience: 'all', holdSeconds: 60 })
const find = () => findNewsletter(riverbank.db, aoife, id)

test.each([
  ['new', create],
  ['edit', edit],
])('the Preview button of the %s page, for browsers without scripts, keeps empty lines', async (_page, route) => {
  const content = 'First line\n\n\n- one\n\n- two'
  const { answer } = await post(route, { title: 'June', content, version: '1', preview: 'yes' })
  const { blocks } = await answer.json()
  expect(toPlainText(blocks)).toBe(content)
  expect(await find()).toMatchObject({ content: june.content })
})

test('the buttons of a sent newsletter stop it, publish it and retry failed mails', async () => {
  await send()
  expect((await post(detail, { intent: 'publish' })).message).toMatch(/^On the website/)
  expect(await find()).toMatchObject({ publishedAt: expect.any(String) })
  expect((await post(detail, { intent: 'unpublish' })).message).toMatch(/^Not on the website/)
  expect((await post(detail, { intent: 'stop' })).message).toMatch(/^Newsletter status updated/)
  expect(await find()).toMatchObject({ status: 'draft' })
  await send()
  await riverbank.db.updateTable('deliveries').set({ state: 'failed', reason: '550 No such user' }).execute()
  expect((await post(detail, { intent: 'stop' })).message).toMatch(
    /^Failed to update newsletter status: 409 \/ It is too late/,
  )
  expect(await (await get(detail)).json()).toMatchObject({
    sending: { counts: { failed: 1, isStarted: true }, problems: { items: [{ email: 'grace@example.ie' }] } },
  })
  expect((await post(detail, { intent: 'retry' })).message).toMatch(/sent again to 1 person/)
  expect((await post(detail, { intent: 'constructor' })).status).toBe(400)
})

test('a draft has no mails to send again, and the buttons say that it is a draft', async () => {
  const draft = /409 \/ This newsletter is a draft\. It has not been sent yet\.$/
  for (const intent of ['retry', 'stop', 'publish']) expect((await post(detail, { intent })).message).toMatch(draft)
  expect((await post(oneAgain, {})).message).toMatch(draft)
})

test('a sent newsletter’s edit, delete and send pages redirect to it, and their forms fail with a message', async () => {
  await send()
  for (const page of [edit, removal, sending])
    expect((await get(page)).headers.get('Location')).toBe(`/dashboard/newsletter/${id}`)
  for (const page of [removal, sending]) {
    const { leadsTo, message } = await post(page, { version: '1', audience: 'all', when: 'now' })
    expect([leadsTo, message]).toEqual([
      `/dashboard/newsletter/${id}`,
      expect.stringMatching(/: 409 \/ This newsletter is already being sent\.$/),
    ])
  }
})

test.each([
  ['its text', edit, { title: 'Juno', content: 'Two busy months.' }],
  ['an attachment’s text', attachment, { title: 'The choir', description: 'On stage.' }],
  ['a new attachment', detail, { intent: 'upload', title: 'The choir', file: new File(['%PDF-1.7'], 'choir.pdf') }],
])(
  'what was typed for %s of a newsletter that was sent in the meantime comes back with the reason',
  async (_what, page, typed) => {
    await send()
    const { answer } = await post(page, { ...typed, version: '1' })
    const { message, fields } = await answer.json()
    expect([answer.status, message]).toEqual([409, 'This newsletter is already being sent.'])
    const { file: _, ...text } = typed as Record<string, string | File>
    expect(Object.fromEntries(fields)).toMatchObject(text)
  },
)

test('an edit page that redirects gives back what its form refused', async () => {
  await send()
  const protectedRoutes = protectRoutes({ routes: { edit: { id: 'edit', module: edit } } } as unknown as ServerBuild)
  const { module } = protectedRoutes.routes.edit as unknown as { module: Required<Handlers> }
  const open = () => get(module)
  riverbank.context.state.sentForm = toFormData({ title: '', content: 'Two busy months.' })
  // Saved, by the action before.
  expect((await open()).headers.get('Location')).toBe(`/dashboard/newsletter/${id}`)
  riverbank.context.state.isRefused = true
  const answer = await open()
  expect([answer.status, (await answer.json()).fields[1]]).toEqual([409, ['content', 'Two busy months.']])
  riverbank.context.state.sentForm = toFormData({ intent: 'send' })
  expect((await open()).headers.get('Location')).toBe(`/dashboard/newsletter/${id}`)
})

test('a newsletter is said to be sent once its last mail has left', async () => {
  await subscribe(riverbank.db, 'liam')
  await send()
  const leave = async (email: string, state: 'sent' | 'failed' = 'sent') => {
    await riverbank.db.updateTable('deliveries').set({ state, attempts: 1 }).where('email', '=', email).execute()
    const { message: refusal } = await (await post(edit, { ...june, version: '1' })).answer.json()
    return { ...(await (await get(list)).json()).newsletters[0].state, refusal }
  }
  expect(await leave('grace@example.ie')).toMatchObject({
    badge: 'Sending',
    detail: '1 of 2 wait',
    refusal: expect.stringContaining('is already being sent.'),
  })
  const refusal = expect.stringContaining('has already been sent.')
  expect(await leave('liam@example.ie')).toMatchObject({ badge: 'Sent', refusal })
  expect(await leave('liam@example.ie', 'failed')).toMatchObject({ refusal })
  const allFailed = expect.stringContaining('All emails of this newsletter failed.')
  expect(await leave('grace@example.ie', 'failed')).toMatchObject({ refusal: allFailed })
})

test('GET /dashboard/newsletter/:id/mail shows the mail as a page', async () => {
  const answer = await get(mail)
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toMatch(/<head><base target="_blank">.*It was a busy month\./s)
})

test('an unknown newsletter is 404 on each of its pages', async () => {
  for (const page of [detail, edit, removal, sending, preview, mail]) expect((await get(page, 99)).status).toBe(404)
  for (const page of [edit, removal, sending, preview])
    expect((await post(page, { ...june, version: '1', audience: 'all', email: 'a@example.ie' }, 99)).status).toBe(404)
  for (const intent of ['stop', 'publish', 'retry']) expect((await post(detail, { intent }, 99)).status).toBe(404)
})

test('one press sends mails again that were refused because of us, and is logged', async () => {
  await send()
  const reason = '554 5.7.1 Your account has lapsed'
  const settledAt = new Date().toISOString()
  await riverbank.db.updateTable('deliveries').set({ state: 'failed', reason, settledAt }).execute()
  expect(await (await get(list)).json()).toMatchObject({ sending: { refused: 1 } })
  const groups = [{ kind: 'newsletter', title: 'June', number: 1 }]
  expect(await (await get(again)).json()).toEqual({ groups })
  expect((await post(again, {})).message).toBe('Sending again / 1 email will go out now.')
  expect(await riverbank.db.selectFrom('deliveries').select(['state', 'attempts']).execute()).toEqual([
    { state: 'pending', attempts: 0 },
  ])
  expect((await post(again, {})).message).toBe('Sending again / They had already been sent again.')
  expect((await get(again)).headers.get('Location')).toBe('/dashboard/newsletter')
  // Unsubscribed people do not get it again.
  await riverbank.db.updateTable('deliveries').set({ state: 'failed', reason, settledAt }).execute()
  await riverbank.db.updateTable('subscribers').set({ active: 0 }).execute()
  expect(await (await get(list)).json()).toMatchObject({ sending: { refused: 0 } })
})

test('an uncertain mail is sent again after a question; once it is no longer uncertain, the page redirects to the newsletter', async () => {
  await send()
  await riverbank.db.updateTable('deliveries').set({ state: 'uncertain' }).execute()
  const mail = await riverbank.db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow()
  const at = `/dashboard/newsletter/${id}/again?mail=${mail.id}`
  const sent = { as: 'aoife', params: { id: String(id) } } as const
  const loadQuestion = async () => callRoute(riverbank, oneAgain.loader, at, sent)
  expect(await (await loadQuestion()).json()).toMatchObject({ to: 'Grace', isOne: true })
  const pressed = await callRoute(riverbank, withFormRecovery(oneAgain.action), at, { ...sent, fields: {} })
  expect(readFlashMessage(pressed)).toMatch(/sent again to 1 person/)
  expect((await loadQuestion()).headers.get('Location')).toBe(`/dashboard/newsletter/${id}`)
})

test('copying a newsletter to a new draft opens its form', async () => {
  await send()
  const { message, leadsTo } = await post(detail, { intent: 'copy' })
  const copy = await findNewsletter(riverbank.db, aoife, Number(/\d+/.exec(leadsTo ?? '')?.[0]))
  expect([message, leadsTo]).toEqual([
    expect.stringMatching(/^New draft created/),
    `/dashboard/newsletter/${copy?.id}/edit`,
  ])
  expect(copy).toMatchObject({ ...june, status: 'draft' })
  expect(copy?.id).not.toBe(id)
})

test('after a restore, a tutor chooses whether sending continues', async () => {
  const pauseSending = () =>
    riverbank.db
      .insertInto('portalSettings')
      .values({ name: 'sendingPaused', value: new Date(Date.now() + 1000).toISOString() })
      .execute()
  await send()
  await pauseSending()
  expect(await (await get(list)).json()).toMatchObject({ sending: { pausedSince: expect.any(String) } })
  expect((await post(list, { intent: 'give-up' })).message).toContain('The emails to 1 person were marked as uncertain')
  await pauseSending()
  expect((await post(list, { intent: 'resume' })).message).toBe(
    'Sending is back on / Everything that was waiting is being sent now.',
  )
  expect((await post(list, { intent: 'resume' })).message).toContain('Sending was already back on.')
})

test('without a mail server every message and screen says that mails are waiting', async () => {
  const state = { badge: 'Waiting', detail: 'Email is not set up' }
  riverbank.context.settings.mailRoute = 'none'
  expect(await (await get(list)).json()).toMatchObject({ sending: { route: 'none', waiting: 0 } })
  expect((await post(preview, { email: 'tutor@example.ie' })).message).toBe(
    'Your test is waiting / It will go to tutor@example.ie later, because email is not set up.',
  )
  expect((await post(sending, { audience: 'all' })).message).toContain(
    'Its emails are waiting, because email is not set up.',
  )
  expect(await (await get(list)).json()).toMatchObject({
    newsletters: [{ status: 'sent', state, counts: { sent: 0, pending: 1 } }],
    sending: { route: 'none', waiting: 2 },
  })
  expect(await (await get(detail)).json()).toMatchObject({
    state,
    sending: { route: 'none', counts: { sent: 0, pending: 1, isStarted: false } },
  })
  expect((await post(detail, { intent: 'stop' })).message).toContain('it is a draft again')
})

test.each([
  ['outbox', null, 'Test saved to the outbox / This is a demonstration: no email goes to t@example.ie.'],
  ['server', null, 'Test on its way / The newsletter is being sent to t@example.ie as a test.'],
  [
    'server',
    '421 no',
    'Your test is waiting / It will go to t@example.ie later, because the mail server is not working.',
  ],
] as const)('a test by way of %s, with trouble %s, is told as it is', async (route, reason, message) => {
  riverbank.context.settings.mailRoute = route
  riverbank.mailStatus.reportTrouble(reason && { reason, isRefusal: false })
  expect((await post(preview, { email: 't@example.ie' })).message).toBe(message)
  expect((await post(preview, { email: 'nobody' })).status).toBe(400)
  const mails = riverbank.db.selectFrom('deliveries').select(['kind', 'email'])
  expect(await mails.execute()).toEqual([{ kind: 'test', email: 't@example.ie' }])
})
