import { readdirSync } from 'node:fs'
import { expect, password, type RunningRiverbank, test } from '~/test/browser'

/** Who asks: Daniel is the owner of what is asked for, Niamh the other student. */
const identities = ['anonymous', 'owner', 'other student', 'tutor', 'ended session', 'closed account'] as const
type Identity = (typeof identities)[number]
type Credentials = Record<Identity, { cookie: string; token: string }>

/** Every folder of the dashboard's routes: a path in it, and who may see it. A new screen fails here until it is listed. */
const screens: Record<
  string,
  { path: string; for: 'everyone' | 'owner' | 'tutors' | 'nobody'; leadsTo?: string; answers?: number }
> = {
  $: { path: '/dashboard/nowhere', for: 'everyone', answers: 404 },
  _index: { path: '/dashboard', for: 'everyone' },
  board: { path: '/dashboard/board', for: 'tutors' },
  'board.$id.delete': { path: '/dashboard/board/1/delete', for: 'tutors' },
  'board.$id.edit': { path: '/dashboard/board/1/edit', for: 'tutors' },
  'board.new': { path: '/dashboard/board/new', for: 'tutors' },
  'board_.plans': { path: '/dashboard/board/plans', for: 'tutors' },
  'board_.plans.$id.delete': { path: '/dashboard/board/plans/1/delete', for: 'tutors' },
  'board_.plans.$id.edit': { path: '/dashboard/board/plans/1/edit', for: 'tutors' },
  'board_.plans.new': { path: '/dashboard/board/plans/new', for: 'tutors' },
  'calendar.$id.delete': { path: '/dashboard/calendar/1/delete', for: 'tutors' },
  'calendar.$id.edit': { path: '/dashboard/calendar/1/edit', for: 'tutors' },
  'calendar._index': { path: '/dashboard/calendar', for: 'everyone' },
  'calendar.address': { path: '/dashboard/calendar/address', for: 'everyone', leadsTo: '/dashboard/calendar#phone' },
  'calendar.new': { path: '/dashboard/calendar/new', for: 'tutors' },
  'files.$id._index': { path: '/dashboard/files/:picture', for: 'owner' },
  'files.$id.delete': { path: '/dashboard/files/1/delete', for: 'tutors' },
  'newsletter._index': { path: '/dashboard/newsletter', for: 'tutors' },
  'newsletter.new': { path: '/dashboard/newsletter/new', for: 'tutors' },
  'newsletter.$id._index': { path: '/dashboard/newsletter/:draft', for: 'tutors' },
  'newsletter.$id.attachments.$attachmentId.delete': {
    path: '/dashboard/newsletter/:draft/attachments/:attachment/delete',
    for: 'tutors',
  },
  'newsletter.$id.delete': { path: '/dashboard/newsletter/:draft/delete', for: 'tutors' },
  'newsletter.$id.edit': { path: '/dashboard/newsletter/:draft/edit', for: 'tutors' },
  'newsletter.$id.mail': { path: '/dashboard/newsletter/:draft/mail', for: 'tutors' },
  'newsletter.$id.preview': { path: '/dashboard/newsletter/:draft/preview', for: 'tutors' },
  'newsletter.$id.send': { path: '/dashboard/newsletter/:draft/send', for: 'tutors' },
  'newsletter.subscribers._index': { path: '/dashboard/newsletter/subscribers', for: 'tutors' },
  'newsletter.subscribers.$id.delete': { path: '/dashboard/newsletter/subscribers/1/delete', for: 'tutors' },
  'newsletter.subscribers.export': { path: '/dashboard/newsletter/subscribers/export', for: 'tutors' },
  'newsletter.subscribers.import': { path: '/dashboard/newsletter/subscribers/import', for: 'tutors' },
  'notices._index': { path: '/dashboard/notices', for: 'everyone' },
  'notices.qqi._index': { path: '/dashboard/notices/qqi', for: 'everyone' },
  'notices.qqi.$id._index': { path: '/dashboard/notices/qqi/:photo', for: 'everyone' },
  'notices.qqi.$id.delete': { path: '/dashboard/notices/qqi/:photo/delete', for: 'tutors' },
  'password._index': { path: '/dashboard/password', for: 'everyone' },
  'password.second-step._index': { path: '/dashboard/password/second-step', for: 'tutors' },
  'password.second-step.codes': {
    path: '/dashboard/password/second-step/codes',
    for: 'tutors',
    leadsTo: '/dashboard/password/second-step',
  },
  'password.second-step.off': {
    path: '/dashboard/password/second-step/off',
    for: 'tutors',
    leadsTo: '/dashboard/password/second-step',
  },
  preview: { path: '/dashboard/preview', for: 'nobody' },
  resources: { path: '/dashboard/resources', for: 'tutors' },
  'resources.$id.delete': { path: '/dashboard/resources/1/delete', for: 'tutors' },
  'resources.$id.edit': { path: '/dashboard/resources/1/edit', for: 'tutors' },
  'resources.new': { path: '/dashboard/resources/new', for: 'tutors' },
  'timetable.$id._index': { path: '/dashboard/timetable/:inPictures', for: 'everyone' },
  'timetable.$id.delete': { path: '/dashboard/timetable/1/delete', for: 'tutors' },
  'timetable.$id.edit': { path: '/dashboard/timetable/1/edit', for: 'tutors' },
  'timetable._index': { path: '/dashboard/timetable', for: 'everyone' },
  'profile._index': { path: '/dashboard/profile', for: 'tutors' },
  'profile.activity': { path: '/dashboard/profile/activity', for: 'tutors' },
  'profile.enquiries._index': { path: '/dashboard/profile/enquiries', for: 'tutors' },
  'profile.enquiries.$id.delete': { path: '/dashboard/profile/enquiries/1/delete', for: 'tutors' },
  'profile.people.$id._index': { path: '/dashboard/profile/people/2', for: 'tutors' },
  'profile.people.$id.close': { path: '/dashboard/profile/people/2/close', for: 'tutors' },
  'profile.people.$id.erase': { path: '/dashboard/profile/people/2/erase', for: 'tutors' },
  'profile.people.$id.export': { path: '/dashboard/profile/people/2/export', for: 'tutors' },
  'profile.people.$id.second-step': { path: '/dashboard/profile/people/2/second-step', for: 'tutors', answers: 404 },
  'profile.people.new': { path: '/dashboard/profile/people/new', for: 'tutors' },
}

async function logIn({ url }: RunningRiverbank, username: string) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = (await answer.json()) as { token: string }
  return { cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '', token }
}

let credentials: Credentials
test.beforeAll(async ({ server }) => {
  const ended = await logIn(server, 'demo.student')
  const [closes, stays] = [await logIn(server, 'demo.student2'), 'demo.student2']
  server.change("update sessions set endedAt = '2026-01-01T00:00:00.000Z' where userId = 2")
  // A closed account whose session was not ended: the account alone must refuse.
  server.change(`insert into users (username, passwordHash, role, firstName, lastName, createdAt, closedAt)
    values ('closed', '', 'tutor', 'Closed', 'Account', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  server.change("update sessions set userId = (select id from users where username = 'closed') where userId = 3")
  credentials = {
    anonymous: { cookie: '', token: '' },
    owner: await logIn(server, 'demo.student'),
    'other student': await logIn(server, stays),
    tutor: await logIn(server, 'demo.tutor'),
    'ended session': ended,
    'closed account': closes,
  }
})

function ask({ url }: RunningRiverbank, path: string, headers: Record<string, string>) {
  return fetch(`${url}${path}`, { redirect: 'manual', headers })
}

const isLoggedIn = (who: Identity) => who === 'owner' || who === 'other student' || who === 'tutor'

/** Text that no response to `who` may hold for another's screen; their own name is allowed. */
function othersWords(who: Identity): RegExp {
  return who === 'owner'
    ? /Walsh|Brennan|team meeting/
    : who === 'other student'
      ? /Okafor|Brennan|learning plan/
      : /Okafor|Walsh|Brennan/
}

test('every screen of the dashboard is named here', () => {
  const folders = readdirSync('app/routes/dashboard', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(screens).sort())
})

for (const [folder, screen] of Object.entries(screens))
  for (const who of identities)
    test(`${screen.path} (${folder}) for ${who}`, async ({ server }) => {
      const { cookie } = credentials[who]
      const [photo] = server.rows("select id from files where album = 'qqi'")
      const [picture] = server.rows("select id from files where title = 'My painting of the river'")
      const [inPictures] = server.rows(
        "select timetables.id from timetables join files on files.id = fileId where title = 'The week in pictures'",
      )
      const [attachment] = server.rows(
        "select id, newsletterId from newsletterAttachments where newsletterId in (select id from newsletters where status = 'draft')",
      )
      const path = screen.path
        .replace(':photo', String(photo?.id))
        .replace(':picture', String(picture?.id))
        .replace(':inPictures', String(inPictures?.id))
        .replace(':draft', String(attachment?.newsletterId))
        .replace(':attachment', String(attachment?.id))
      const page = await ask(server, path, { Cookie: cookie })
      if (screen.for === 'nobody') return expect(page.status).toBe(405)
      const allowed = isLoggedIn(who) && (screen.for === 'everyone' || who === 'tutor' || who === screen.for)
      const answers = screen.answers ?? (screen.leadsTo ? 303 : 200)
      expect(page.status).toBe(allowed ? answers : isLoggedIn(who) ? (screen.for === 'owner' ? 404 : 403) : 303)
      if (allowed) expect(page.headers.get('Location')).toBe(screen.leadsTo ?? null)
      else if (!isLoggedIn(who)) expect(page.headers.get('Location')).toMatch(/^\/portal(\?|$)/)
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')

      // The data requests of client-side navigation need the same checks, whichever routes they name.
      for (const query of [
        '',
        '?_routes=root',
        `?_routes=routes%2Fdashboard%2F${encodeURIComponent(folder)}%2Froute`,
      ]) {
        const data = await ask(server, `${path}.data${query}`, { Cookie: cookie })
        if (!allowed) expect(await data.text(), `${path}.data${query}`).not.toMatch(othersWords(who))
      }
    })

/** Whose a file is, and who may read its bytes. All others get 404. */
const files = [
  { title: 'Daniel’s learning plan', for: ['owner', 'tutor'] },
  { title: 'In the garden', for: ['other student', 'tutor'] },
  { title: 'Notes for the November team meeting', for: ['tutor'] },
  { title: 'Daniel’s week', for: ['owner', 'tutor'] },
  { title: 'The week in pictures', for: ['owner', 'other student', 'tutor'] },
  { title: 'QQI Certificate Photo 1', for: ['owner', 'other student', 'tutor'] },
  { title: 'Staying safe online', for: ['owner', 'other student', 'tutor'] },
]

/** Pictures open on a page; for whoever may not read the file, and for any other file, it is as little there as the bytes. */
const pages = [
  { title: 'In the garden', at: '/dashboard/files/:id', for: ['other student', 'tutor'] },
  { title: 'Daniel’s learning plan', at: '/dashboard/files/:id', for: [] },
  { title: 'QQI Certificate Photo 1', at: '/dashboard/files/:id', for: [] },
  { title: 'In the garden', at: '/dashboard/notices/qqi/:id', for: [] },
  { title: 'Daniel’s week', at: '/dashboard/timetable/:timetable', for: [] },
]

for (const { title, at, for: readers } of pages)
  for (const who of identities)
    test(`the page of '${title}' at ${at} for ${who}`, async ({ server }) => {
      const [row] = server.rows(
        'select files.id, timetables.id as timetable from files left join timetables on fileId = files.id where title = ?',
        title,
      )
      const path = at.replace(':id', String(row?.id)).replace(':timetable', String(row?.timetable))
      const page = await ask(server, path, { Cookie: credentials[who].cookie })
      expect(page.status).toBe(!isLoggedIn(who) ? 303 : (readers as Identity[]).includes(who) ? 200 : 404)
      expect((await page.text()).includes(title)).toBe(page.status === 200)
    })

for (const file of files)
  for (const who of identities)
    test(`the bytes of '${file.title}' for ${who}, by cookie and by token`, async ({ server }) => {
      const [row] = server.rows('select id, size from files where title = ?', file.title)
      const { cookie, token } = credentials[who]
      for (const path of [`/files/${row?.id}`, `/files/${row?.id}?inline&width=480`]) {
        const byCookie = await ask(server, path, { Cookie: cookie })
        expect(byCookie.status, path).toBe(!isLoggedIn(who) ? 303 : file.for.includes(who) ? 200 : 404)
        expect(byCookie.headers.get('Cache-Control')).toBe('private, no-store')
        expect(byCookie.headers.get('X-Content-Type-Options')).toBe('nosniff')
        if (!token) continue
        const byToken = await ask(server, path, { Authorization: `Bearer ${token}` })
        expect(byToken.status, path).toBe(!isLoggedIn(who) ? 401 : file.for.includes(who) ? 200 : 404)
      }
    })
