import { expect, test } from 'vitest'
import { requireUser } from '~/auth/identity.server'
import { answerOf, formOf, freshForEach } from '~/test/riverbank'
import { takeInterrupted } from './interrupted-forms.server'

const riverbank = freshForEach()

const path = '/dashboard/calendar/new'
const typed = { title: 'Choir practice', description: 'Bring your folder.', password: 'never kept' }

async function sendWithEndedSession(fields: Record<string, string> = typed, to = path) {
  await riverbank.db.updateTable('sessions').set({ expiresAt: '2020-01-01T00:00:00.000Z' }).execute()
  const request = await riverbank.request(to, { as: 'aoife', ...formOf(fields) })
  return answerOf(() => requireUser({ request, context: riverbank.context }))
}

test('a form sent after the session ended is kept, without passwords, and the log-in leads back to it', async () => {
  const answer = await sendWithEndedSession()
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe(`/portal?next=${encodeURIComponent(path)}`)
  expect(await takeInterrupted(riverbank.db, riverbank.people.aoife.id, path)).toEqual({
    path,
    fields: { title: 'Choir practice', description: 'Bring your folder.' },
  })
})

test('it comes back once, on its own page, for the same person only', async () => {
  await sendWithEndedSession()
  expect(await takeInterrupted(riverbank.db, riverbank.people.daniel.id, path)).toBeNull()
  expect(await takeInterrupted(riverbank.db, riverbank.people.aoife.id, '/dashboard')).toBeNull()
  expect(await takeInterrupted(riverbank.db, riverbank.people.aoife.id, path)).not.toBeNull()
  expect(await takeInterrupted(riverbank.db, riverbank.people.aoife.id, path)).toBeNull()
})

test('nothing is kept for a cookie nobody had, for a closed account, or for longer than a day', async () => {
  const stranger = new Request(`http://riverbank.test${path}`, {
    ...formOf(typed),
    headers: { Cookie: 'riverbank_session=IngiCg' },
  })
  const answer = await answerOf(() => requireUser({ request: stranger, context: riverbank.context }))
  expect(answer.headers.get('Location')).toBe('/portal')

  await sendWithEndedSession()
  await riverbank.db.updateTable('interruptedForms').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute()
  expect(await takeInterrupted(riverbank.db, riverbank.people.aoife.id, path)).toBeNull()

  await riverbank.db.updateTable('users').set({ closedAt: '2020-01-01T00:00:00.000Z' }).execute()
  await sendWithEndedSession()
  expect(await takeInterrupted(riverbank.db, riverbank.people.aoife.id, path)).toBeNull()
})

test('what is too large, or more than any form holds, is refused in words and not kept', async () => {
  const newsletter = '/dashboard/newsletter/new'
  const rows = () => riverbank.db.selectFrom('interruptedForms').selectAll().execute()
  const refused = [
    // A form without a long text, a file where files are taken, and a text that JSON writes six times as long.
    await sendWithEndedSession({ title: 'x'.repeat(70_000) }),
    await sendWithEndedSession({ title: 'x'.repeat(70_000) }, '/dashboard'),
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
