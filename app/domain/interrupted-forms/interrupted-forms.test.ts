import { expect, test, vi } from 'vitest'
import { takeInterruptedForm } from '~/auth/interrupted.server'
import { requireUser } from '~/http/access/require-access.server'
import { TEXT_LIMIT } from '~/http/limits/bodies'
import { action as portal } from '~/routes/site/portal/route'
import {
  callRoute,
  createFormPost,
  getResponse,
  type Person,
  readFlashMessage,
  setUpFreshRiverbank,
} from '~/test/riverbank'
import { listTypedFields, type ReturnedForm } from './returned-form'

const riverbank = setUpFreshRiverbank()

const path = '/dashboard/calendar/new'
const typed = { title: 'Choir practice', description: 'Bring your folder.', password: 'never stored' }

async function sendWithEndedSession(fields: Record<string, string> | URLSearchParams = typed, to = path) {
  await riverbank.db.updateTable('sessions').set({ expiresAt: '2020-01-01T00:00:00.000Z' }).execute()
  const request = await riverbank.request(to, { as: 'aoife', method: 'POST', body: new URLSearchParams(fields) })
  return getResponse(() => requireUser({ request, context: riverbank.context }))
}

/** The cookies of a browser after an answer. */
const cookiesOf = (...answers: Response[]) =>
  answers
    .flatMap(({ headers }) => headers.getSetCookie())
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** The form that is restored for a person in a browser with these cookies. */
async function restored(Cookie: string, to = path, person: Person = 'aoife') {
  const request = await riverbank.request(to, { headers: { Cookie } })
  return takeInterruptedForm({ request, context: riverbank.context }, riverbank.people[person])
}

async function logOut() {
  return callRoute(riverbank, portal, '/portal', { as: 'aoife', fields: { intent: 'log-out' } })
}

async function sendAfter(left: Response) {
  const request = await riverbank.request(path, { ...createFormPost(typed), headers: { Cookie: cookiesOf(left) } })
  return getResponse(() => requireUser({ request, context: riverbank.context }))
}

const returned = {
  message:
    'You are not logged in, so this was not saved. Please use another window to log in, then come back here and send it again.',
  fields: [
    ['title', 'Choir practice'],
    ['description', 'Bring your folder.'],
  ],
  isPartial: true,
}

const rows = () => riverbank.db.selectFrom('interruptedForms').selectAll().execute()
const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })

test('a form sent after the session ended is stored without passwords, and the log-in leads back to it', async () => {
  const answer = await sendWithEndedSession()
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe(`/portal?next=${encodeURIComponent(path)}`)
  expect(readFlashMessage(answer)).toMatch(/Log in on this device, and what you typed will be there/)
  expect(await restored(cookiesOf(answer))).toMatchObject({
    path,
    fields: { title: 'Choir practice', description: 'Bring your folder.' },
  })
})

test('each ticked box of a field comes back, and ticked groups', async () => {
  const ticks = new URLSearchParams('title=Bus&studentIds=2&studentIds=3&groupIds=1')
  const answer = await sendWithEndedSession(ticks, '/dashboard/notices/new')
  const fields = { title: 'Bus', studentIds: ['2', '3'], groupIds: '1' }
  expect((await restored(cookiesOf(answer), '/dashboard/notices/new'))?.fields).toEqual(fields)
})

test('it is restored once, in the same browser, on its own page, for the same person', async () => {
  const browser = cookiesOf(await sendWithEndedSession())
  expect(await restored('')).toBeNull()
  expect(await restored('riverbank_device=another')).toBeNull()
  expect(await restored(browser, path, 'daniel')).toBeNull()
  expect(await restored(browser, '/dashboard')).toBeNull()
  expect(await restored(browser)).not.toBeNull()
  expect(await restored(browser)).toBeNull()
})

test('it says when it was typed: today, or on another day', async () => {
  at('2026-11-26T14:05:00Z')
  const browser = cookiesOf(await sendWithEndedSession())
  at('2026-11-27T13:00:00Z')
  expect(await restored(browser)).toMatchObject({ typed: 'Typed on 26 November 2026 at 14:05' })
  const again = cookiesOf(await sendWithEndedSession())
  expect(await restored(again)).toMatchObject({ typed: 'Typed today at 13:00' })
})

test('a form sent up to ten minutes after a log-out is restored in that browser', async () => {
  at('2026-11-26T14:00:00Z')
  const left = await logOut()
  at('2026-11-26T14:06:00Z')
  const answer = await sendAfter(left)
  expect(readFlashMessage(answer)).toContain('Log in on this device before 14:10, and what you typed will be there.')
  const browser = cookiesOf(left, answer)
  expect(await restored('')).toBeNull()
  expect(await restored(browser, path, 'daniel')).toBeNull()
  at('2026-11-26T14:10:00Z')
  expect(await restored(browser)).toBeNull()
  at('2026-11-26T14:09:59Z')
  expect(await restored(browser)).toMatchObject({ typed: 'Typed today at 14:06' })
})

test('a form sent later after a log-out is not stored, but comes back', async () => {
  at('2026-11-26T14:00:00Z')
  const left = await logOut()
  at('2026-11-26T14:10:00Z')
  const answer = await sendAfter(left)
  expect([answer.status, await answer.json()]).toEqual([401, returned])
  expect(await rows()).toEqual([])
})

test('nothing is stored for an unknown cookie or a closed account, or for longer than a day', async () => {
  const stranger = new Request(`http://riverbank.test${path}`, {
    ...createFormPost(typed),
    headers: { Cookie: 'riverbank_session=IngiCg' },
  })
  const answer = await getResponse(() => requireUser({ request: stranger, context: riverbank.context }))
  expect([answer.status, await answer.json()]).toEqual([401, returned])

  at('2026-11-26T14:05:00Z')
  const browser = cookiesOf(await sendWithEndedSession())
  at('2026-11-27T14:05:00Z')
  expect(await restored(browser)).toBeNull()

  await riverbank.db.deleteFrom('interruptedForms').execute()
  await riverbank.db.updateTable('users').set({ closedAt: '2020-01-01T00:00:00.000Z' }).execute()
  await sendWithEndedSession()
  expect(await rows()).toEqual([])
})

test.each([
  ['a notice', { intent: 'add', version: '3', text: 'No choir <today>', isShared: 'on' }, ['No choir <today>']],
  ['ticked boxes', 'title=Bus&studentIds=2&studentIds=3', ['Bus']],
  ['several lines', { description: 'One\r\ntwo' }, ['One\r\ntwo']],
  ['only buttons', { intent: 'delete', version: '2' }, []],
  ['as much as a page gives back', { text: 'a'.repeat(49_000) }, ['a'.repeat(49_000)]],
  ['more', { text: '"'.repeat(9000) }, []],
])('of a form sent without any cookie, all comes back: %s', async (_, fields, values) => {
  const sent = new URLSearchParams(fields)
  const request = new Request(`http://riverbank.test${path}`, { method: 'POST', body: sent })
  const context = { ...riverbank.context, state: {} }
  const answer = await getResponse(() => requireUser({ request, context }))
  if (values.length === 0) return expect(answer.headers.get('Location')).toBe('/portal')
  expect(answer.status).toBe(401)
  const form = (await answer.json()) as ReturnedForm
  expect(form.fields).toEqual([...sent])
  expect(listTypedFields(form.fields).map(({ value }) => value)).toEqual(values)
  // The page's loaders answer the same after its action.
  const page = new Request(`http://riverbank.test${path}`)
  expect((await getResponse(() => requireUser({ request: page, context }))).status).toBe(401)
  expect(await rows()).toEqual([])
})

test('of a form without any cookie, no more is read than of a visitor’s', async () => {
  const send = (headers: Record<string, string>) => {
    const body = new URLSearchParams({ text: 'a'.repeat(64 * 1024) })
    const request = new Request(`http://riverbank.test${path}`, { method: 'POST', body, headers })
    const asked = getResponse(() => requireUser({ request, context: { ...riverbank.context, state: {} } }))
    return asked.then(({ status }) => [status, request.bodyUsed])
  }
  expect(await send({ 'Content-Length': String(64 * 1024 + 5) })).toEqual([303, false])
  expect(await send({})).toEqual([413, true])
})

test('a form above the limits is refused with a message and not stored', async () => {
  const newsletter = '/dashboard/newsletter/new'
  const refused = [
    // Above the limit of one form, above that of any text, and a text that JSON makes six times as long.
    await sendWithEndedSession({ title: 'x'.repeat(140_000) }),
    await sendWithEndedSession({ title: 'x'.repeat(TEXT_LIMIT) }, '/dashboard'),
    await sendWithEndedSession({ content: '\u0001'.repeat(30_000) }, newsletter),
  ]
  for (const answer of refused) {
    expect(answer.status).toBe(413)
    expect(await answer.text()).toMatch(/^You were logged out, .* Please use another window to log in/)
  }
  expect(await rows()).toEqual([])

  for (const letter of ['x', '\n', 'ö', '語', '🐦'])
    expect((await sendWithEndedSession({ content: letter.repeat(28_000 / letter.length) }, newsletter)).status).toBe(
      303,
    )
  expect(await rows()).toHaveLength(1)
})
