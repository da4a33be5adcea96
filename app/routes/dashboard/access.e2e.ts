import { expect, password, type RunningRiverbank, test } from '~/test/browser'
import { addressIn, portalPlaces } from '~/test/screens'

/** Who asks: Daniel is the owner of what is asked for, Niamh the other student. */
const identities = ['anonymous', 'owner', 'other student', 'tutor', 'ended session', 'closed account'] as const
type Identity = (typeof identities)[number]
type Credentials = Record<Identity, { cookie: string; token: string }>

async function logIn({ url }: RunningRiverbank, username: string) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = (await answer.json()) as { token: string }
  return { cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '', token }
}

let riverbank: RunningRiverbank
let credentials: Credentials
test.beforeAll(async ({ server }) => {
  riverbank = await server.putBack()
  const ended = await logIn(riverbank, 'demo.student')
  const [closes, stays] = [await logIn(riverbank, 'demo.student2'), 'demo.student2']
  riverbank.change("update sessions set endedAt = '2026-01-01T00:00:00.000Z' where userId = 2")
  // A closed account whose session was not ended: the account alone must refuse.
  riverbank.change(`insert into users (username, passwordHash, role, firstName, lastName, createdAt, closedAt)
    values ('closed', '', 'tutor', 'Closed', 'Account', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  riverbank.change("update sessions set userId = (select id from users where username = 'closed') where userId = 3")
  credentials = {
    anonymous: { cookie: '', token: '' },
    owner: await logIn(riverbank, 'demo.student'),
    'other student': await logIn(riverbank, stays),
    tutor: await logIn(riverbank, 'demo.tutor'),
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

for (const [folder, screen] of Object.entries(portalPlaces))
  for (const who of identities)
    test(`${screen.path} (${folder}) for ${who}`, async () => {
      const { cookie } = credentials[who]
      const path = addressIn(riverbank, screen.path)
      const page = await ask(riverbank, path, { Cookie: cookie })
      if (screen.for === 'nobody') return expect(page.status).toBe(405)
      const allowed = isLoggedIn(who) && (screen.for === 'everyone' || who === 'tutor' || who === screen.for)
      const answers = screen.answers ?? (screen.leadsTo ? 303 : 200)
      expect(page.status).toBe(allowed ? answers : isLoggedIn(who) ? (screen.for === 'owner' ? 404 : 403) : 303)
      if (allowed)
        expect(page.headers.get('Location')).toBe(screen.leadsTo ? addressIn(riverbank, screen.leadsTo) : null)
      else if (!isLoggedIn(who)) expect(page.headers.get('Location')).toMatch(/^\/portal(\?|$)/)
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')

      // The data requests of client-side navigation need the same checks, whichever routes they name.
      for (const query of [
        '',
        '?_routes=root',
        `?_routes=routes%2Fdashboard%2F${encodeURIComponent(folder)}%2Froute`,
      ]) {
        const data = await ask(riverbank, `${path}.data${query}`, { Cookie: cookie })
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
    test(`the page of '${title}' at ${at} for ${who}`, async () => {
      const [row] = riverbank.rows(
        'select files.id, timetables.id as timetable from files left join timetables on fileId = files.id where title = ?',
        title,
      )
      const path = at.replace(':id', String(row?.id)).replace(':timetable', String(row?.timetable))
      const page = await ask(riverbank, path, { Cookie: credentials[who].cookie })
      expect(page.status).toBe(!isLoggedIn(who) ? 303 : (readers as Identity[]).includes(who) ? 200 : 404)
      expect((await page.text()).includes(title)).toBe(page.status === 200)
    })

for (const file of files)
  for (const who of identities)
    test(`the bytes of '${file.title}' for ${who}, by cookie and by token`, async () => {
      const [row] = riverbank.rows('select id, size from files where title = ?', file.title)
      const { cookie, token } = credentials[who]
      for (const path of [`/files/${row?.id}`, `/files/${row?.id}?inline&width=480`]) {
        const byCookie = await ask(riverbank, path, { Cookie: cookie })
        expect(byCookie.status, path).toBe(!isLoggedIn(who) ? 303 : file.for.includes(who) ? 200 : 404)
        expect(byCookie.headers.get('Cache-Control')).toBe('private, no-store')
        expect(byCookie.headers.get('X-Content-Type-Options')).toBe('nosniff')
        if (!token) continue
        const byToken = await ask(riverbank, path, { Authorization: `Bearer ${token}` })
        expect(byToken.status, path).toBe(!isLoggedIn(who) ? 401 : file.for.includes(who) ? 200 : 404)
      }
    })
