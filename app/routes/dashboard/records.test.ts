import { beforeAll, describe, expect, test } from 'vitest'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { shareServer } from '~/test/built'
import { findChristmasDraft } from '~/test/newsletters'
import { findForm, findLink, getPageText } from '~/test/served'

// Behaviour of all records, on the built product: edits that conflict with another person's, and deletion after a question.

const riverbank = shareServer()
let cookie: string
beforeAll(() => {
  cookie = riverbank.sessions.aoife.cookie
})

/** Requests a page or submits a form. Returns status, text, HTML and the redirect. */
async function sendRequest(path: string, body?: FormData | URLSearchParams) {
  const headers = { Cookie: cookie, Origin: riverbank.url }
  const method = body ? 'POST' : 'GET'
  const answer = await fetch(new URL(path, riverbank.url), { method, body, headers, redirect: 'manual' })
  const html = await answer.text()
  const { status } = answer
  return {
    status,
    html,
    text: getPageText(html),
    to: answer.headers.get('Location') ?? '',
    set: answer.headers.getSetCookie(),
  }
}

async function follow({ to, set }: Awaited<ReturnType<typeof sendRequest>>) {
  const before = cookie
  cookie = [before, ...set.map((one) => one.split(';')[0])].join('; ')
  const { text } = await sendRequest(to)
  cookie = before
  return text
}

const selectFiles = (where: string) => `select id from files where ${where} order by id`

describe('a record is deleted after a question', () => {
  test.each([
    { noun: 'Event', list: '/dashboard/calendar?day=2025-10-14', table: 'events', name: 'Online Safety talk' },
    { noun: 'Document', list: '/dashboard?of=2', table: 'files', name: 'Soup and brown bread' },
    { noun: 'Timetable', list: '/dashboard/timetable', table: 'files', name: 'Daniel’s week' },
    { noun: 'Photo', list: '/dashboard/notices/qqi', table: 'files', name: 'QQI Certificate Photo 1' },
    { noun: 'Attachment', list: ':draft', table: 'newsletterAttachments', name: 'The choir at practice' },
    { noun: 'Enquiry', list: '/dashboard/profile/enquiries?spam', table: 'enquiries', name: '' },
  ])('$noun', async ({ noun, list, table, name }) => {
    const column = table === 'enquiries' ? 'name' : 'title'
    const title = name || String(riverbank.rows('select name from enquiries where suspected = 1')[0]?.name)
    const countRows = () => riverbank.rows(`select id from ${table} where ${column} = ?`, title).length
    const before = countRows()
    const { html } = await sendRequest(list.replace(':draft', () => findChristmasDraft(riverbank).address))
    const path = findLink(html, name ? `Delete ${name}` : `Delete the enquiry from ${title}`)

    const question = await sendRequest(path)
    expect(question.text).toContain(
      `Are you sure you want to delete "${name || `Enquiry from ${title}`}"? This action cannot be undone.`,
    )
    expect(countRows()).toBe(before)
    const { form, action, buttons } = findForm(question.html, IDEMPOTENCY_FIELD, path)
    expect(buttons).toContain('Delete')
    const gone = await sendRequest(action, form)
    expect(gone.status).toBe(303)
    expect(await follow(gone)).toContain(
      `The ${noun.toLowerCase()} has been deleted ${name ? 'successfully' : 'for good'}.`,
    )
    expect(countRows()).toBe(before - 1)
    expect((await sendRequest(path)).status).toBe(404)
    // The log forgets the name of an enquiry's author.
    if (!name) expect(riverbank.rows('select title from activity where title like ?', `%${title}%`)).toEqual([])
  })
})

test.each([
  'board/99999/delete',
  'timetable/99999/delete',
  'profile/people/99999/close',
  'profile/people/photos/file/99999',
])('a tutor who saves %s, which is gone, stays in the tutors’ portal', async (path) => {
  const { status, text } = await sendRequest(`/dashboard/${path}`, new URLSearchParams({ title: 'Mine' }))
  expect([status, text.match(/Need help\? Ring|Ask your tutor/)?.[0]]).toEqual([404, 'Need help? Ring'])
  expect(text).toContain('This is goneSomeone may have deleted it.')
})

test.each([
  ['timetable/99999/edit', 'timetable', { title: 'Bus times', version: '1' }, ['TitleBus times']],
  ['timetable/99999/edit', 'timetable', { title: 'Bus times' }, ['TitleBus times']],
  ['calendar/99999/edit', 'calendar', { title: 'Fair', description: 'On <the> green' }, ['DescriptionOn <the> green']],
  ['board/99999/edit', 'board', { name: 'Mary', version: '1', password: 'secret' }, ['NameMary']],
  ['notices/albums/99999/edit', 'notices/albums', { title: 'Trip', intent: 'x' }, ['TitleTrip']],
  ['timetable/week/99999/day?day=2026-10-05', 'timetable/week', { reason: 'No bus' }, ['ReasonNo bus']],
  ['profile/people/groups/99999/edit', 'profile/people/groups', { name: 'Choir' }, ['NameChoir']],
  ['newsletter/99999/edit', 'newsletter', { title: 'Spring', content: 'Snowdrops' }, ['ContentSnowdrops']],
])('what was typed at %s, which is gone, can be copied', async (path, list, fields, typed) => {
  const { status, text, html } = await sendRequest(`/dashboard/${path}`, new URLSearchParams(fields))
  expect(status).toBe(404)
  for (const words of ['This is gone', 'What you typed', ...typed]) expect(text).toContain(words)
  expect(text).not.toMatch(/Did you forget|secret/)
  expect(findLink(html, 'Back to the list')).toBe(`/dashboard/${list}`)
})

test('what was typed for a document that is gone can be copied', async () => {
  const fields = { intent: 'edit', id: '99999', title: 'Bus times', share: 'all', version: '1' }
  const { status, text } = await sendRequest('/dashboard?index&of=2', new URLSearchParams(fields))
  expect(status).toBe(404)
  expect(text).toContain('This is goneSomeone may have deleted it.What you typedTitleBus times')
})

test.each([
  ['notices/albums/99999?index', {}, 'photos'],
  ['timetable/steps/99999?index', { intent: 'save-step', sentence: 'Fill the kettle.' }, 'other'],
  ['notices/questions/99999/photos', { intent: 'save-photo', answer: '0' }, 'photo'],
])(
  'what was typed next to a file for %s, which is gone, can be copied; the file is named as lost',
  async (path, fields, fileField) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ title: 'At the sea', inPicture: '2', ...fields }))
      form.set(name, value)
    form.set(fileField, new File(['bytes'], 'sea.png', { type: 'image/png' }))
    const { status, text } = await sendRequest(`/dashboard/${path}`, form)
    expect(status).toBe(404)
    expect(text).toContain('This is goneSomeone may have deleted it.What you typed')
    expect(text).toContain('TitleAt the sea')
    expect(text).toContain('Passwords, files and very long texts cannot be shown here.')
    expect(text).not.toContain('In picture')
  },
)

test('a newsletter that is gone is not found when nothing was typed', async () => {
  const { status, text } = await sendRequest('/dashboard/newsletter/99999/delete', new URLSearchParams({ intent: 'x' }))
  expect([status, text.includes('Newsletter not found')]).toEqual([404, true])
})

test('a text that is too long for a page is not given back with a record that is gone', async () => {
  const { html, text } = await sendRequest(
    '/dashboard/board/99999/edit',
    new URLSearchParams({ name: '<'.repeat(90_000) }),
  )
  expect(text).toContain('Passwords, files and very long texts cannot be shown here.')
  expect(html.length).toBeLessThan(100_000)
})

test('an unsubscribed person is deleted after a question, and the log loses the address', async () => {
  const email = String(riverbank.rows('select email from subscribers order by id desc')[0]?.email)
  riverbank.change('update subscribers set active = 0 where email = ?', email)
  const list = `/dashboard/newsletter/subscribers?search=${encodeURIComponent(email)}`
  const path = findLink((await sendRequest(list)).html, `Delete ${email}`)
  const { text, html } = await sendRequest(path)
  expect(text).toContain(`Are you sure you want to delete "${email}"? This action cannot be undone.`)
  const { form, action } = findForm(html, IDEMPOTENCY_FIELD, path)
  expect(await follow(await sendRequest(action, form))).toContain('Subscriber deleted')
  expect(riverbank.rows('select id from subscribers where email = ?', email)).toEqual([])
  expect(riverbank.rows('select id from activity where title = ?', email)).toEqual([])
})

describe('a tutor whose record changed in the meantime sees the changes, and can save anyway', () => {
  test.each([
    { noun: 'event', table: 'events', at: '/dashboard/calendar/:id/edit' },
    {
      noun: 'timetable',
      table: 'files',
      at: '/dashboard/timetable/:id/edit',
      find: 'select timetables.id, files.id as rowId from timetables join files on files.id = fileId order by files.id',
    },
    { noun: 'document', table: 'files', at: '/dashboard?edit=:id', find: selectFiles('album is null') },
    {
      noun: 'photo',
      table: 'files',
      at: '/dashboard/notices/qqi/:id',
      find: selectFiles("album = 'qqi'"),
      column: 'alt',
    },
    {
      noun: 'newsletter',
      table: 'newsletters',
      at: ':draft/edit',
      find: "select id from newsletters where status = 'draft'",
      message: 'Your newsletter has been updated successfully.',
    },
    { noun: 'subscriber', table: 'subscribers', at: '/dashboard/newsletter/subscribers/:id/edit', column: 'name' },
    {
      noun: 'resource',
      table: 'resources',
      at: '/dashboard/resources/:id/edit',
      message: 'Resource updated successfully',
    },
    {
      noun: 'board member',
      table: 'boardMembers',
      at: '/dashboard/board/:id/edit',
      column: 'position',
      message: 'Board member updated successfully',
    },
    {
      noun: 'plan',
      table: 'strategicPlans',
      at: '/dashboard/board/plans/:id/edit',
      message: 'Strategic plan updated successfully',
    },
  ])('$noun', async ({ noun, table, at, find, column = 'title', message }) => {
    const [{ id, rowId = id } = {}] = riverbank.rows(find ?? `select id from ${table} order by id`)
    const path = at.replace(':id', String(id)).replace(':draft', () => findChristmasDraft(riverbank).address)
    const readRow = () => {
      const { changedAt: _, ...row } = riverbank.rows(`select * from ${table} where id = ?`, rowId)[0] ?? {}
      return row
    }
    const before = readRow()
    const { form, action } = findForm((await sendRequest(path)).html, 'version', path)
    riverbank.change(`update ${table} set ${column} = 'What Orla wrote', version = version + 1 where id = ?`, rowId)
    form.set(column, 'What Aoife wrote')

    const refused = await sendRequest(action, form)
    expect(refused.status).toBe(409)
    expect(refused.text).toMatch(/ changed this at \d\d:\d\d on /)
    expect(refused.text).toContain('Now it says:What Orla wroteYou typed:What Aoife wrote')
    expect(readRow()).toMatchObject({ [column]: 'What Orla wrote' })

    const again = findForm(refused.html, 'version', action)
    expect(again.buttons).toContain('Save Mine Anyway')
    expect(again.form.get(column)).toBe('What Aoife wrote')
    const saved = await sendRequest(again.action, again.form)
    expect(saved.status).toBe(303)
    expect(await follow(saved)).toContain(message ?? `The ${noun} has been updated successfully.`)
    // The form has each of the record's fields, and changes no other.
    expect(readRow()).toEqual({ ...before, [column]: 'What Aoife wrote', version: expect.any(Number) })
  })
})
