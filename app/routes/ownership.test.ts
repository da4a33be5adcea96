import { beforeAll, expect, test } from 'vitest'
import { shareServer } from '~/test/built'
import { listRoutePlaces, resolveAddress } from '~/test/screens'
import { logInAll } from '~/test/served'

// Access to single records, on the built product. manifest.test.ts tests access to routes.

/** Daniel is the owner, Niamh the other student. */
const identities = ['anonymous', 'owner', 'other student', 'tutor', 'ended session', 'closed account'] as const
type Identity = (typeof identities)[number]
const isLoggedIn = (who: Identity) => who === 'owner' || who === 'other student' || who === 'tutor'

const riverbank = shareServer()
let cookies: Record<Identity, string>
beforeAll(async () => {
  const { daniel: ended, niamh: closed } = riverbank.sessions
  riverbank.change("update sessions set endedAt = '2026-01-01T00:00:00.000Z' where userId = 2")
  // A closed account with a session that was not ended: the closed account alone must be refused.
  riverbank.change(`insert into users (username, passwordHash, role, firstName, lastName, createdAt, closedAt)
    values ('closed', '', 'tutor', 'Closed', 'Account', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  riverbank.change("update sessions set userId = (select id from users where username = 'closed') where userId = 3")
  const { aoife, daniel, niamh } = await logInAll(riverbank)
  cookies = {
    ...{ anonymous: '', owner: daniel.cookie, 'other student': niamh.cookie, tutor: aoife.cookie },
    ...{ 'ended session': ended.cookie, 'closed account': closed.cookie },
  }
})

const ask = (path: string, headers: Record<string, string>) =>
  fetch(`${riverbank.url}${path}`, { redirect: 'manual', headers })

/** The page of a document or timetable does not exist for people who may not read the file. */
test.each<{ title: string; at: string; for: Identity[] }>([
  { title: 'My painting of the river', at: '/dashboard/files/:id', for: ['owner', 'tutor'] },
  { title: 'In the garden', at: '/dashboard/files/:id', for: ['other student', 'tutor'] },
  { title: 'Daniel’s learning plan', at: '/dashboard/files/:id', for: ['owner', 'tutor'] },
  { title: 'QQI Certificate Photo 1', at: '/dashboard/files/:id', for: [] },
  { title: 'In the garden', at: '/dashboard/notices/qqi/:id', for: [] },
  { title: 'Daniel’s week', at: '/dashboard/timetable/:timetable', for: ['owner', 'tutor'] },
])('the page of ‘$title’ at $at is for: $for', async ({ title, at, for: readers }) => {
  const [row] = riverbank.rows(
    'select files.id, timetables.id as timetable from files left join timetables on fileId = files.id where title = ?',
    title,
  )
  const path = at.replace(':id', String(row?.id)).replace(':timetable', String(row?.timetable))
  for (const who of identities) {
    const headers = { Cookie: cookies[who] }
    const page = await ask(path, headers)
    expect(page.status, who).toBe(!isLoggedIn(who) ? 303 : readers.includes(who) ? 200 : 404)
    expect(page.headers.get('Cache-Control'), who).toBe('private, no-store')
    expect((await page.text()).includes(title), who).toBe(page.status === 200)
    // The request of a client-side navigation.
    expect((await (await ask(`${path}.data`, headers)).text()).includes(title), who).toBe(page.status === 200)
  }
})

test('addresses in the portal without a page redirect to one', async () => {
  for (const [, { path, leadsTo }] of listRoutePlaces('dashboard')) {
    if (!leadsTo) continue
    const answer = await ask(resolveAddress(riverbank, path), { Cookie: cookies.tutor })
    expect([answer.status, answer.headers.get('Location')], path).toEqual([303, resolveAddress(riverbank, leadsTo)])
  }
})
