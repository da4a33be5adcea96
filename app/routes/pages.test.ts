import type { LoaderFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastYear } from '~/domain/events/days'
import { pack } from '~/domain/subscribers/pack.server'
import { answerOf, freshRiverbank, type Person, type TestRiverbank } from '~/test/riverbank'
import * as files from './dashboard/_index/route'
import * as calendar from './dashboard/calendar._index/route'
import * as newsletters from './dashboard/newsletter._index/route'
import * as detail from './dashboard/newsletter.$id._index/route'
import * as importing from './dashboard/newsletter.subscribers.import/route'
import * as gallery from './dashboard/notices.qqi._index/route'
import * as people from './dashboard/profile._index/route'
import * as resources from './dashboard/resources/route'
import * as timetables from './dashboard/timetable._index/route'
import * as news from './site/news._index/route'
import * as feed from './site/news.feed/route'
import * as families from './site/resources._index/route'

/** More records than any list shows at once. */
const MANY = 120

let riverbank: TestRiverbank
beforeAll(async () => {
  riverbank = await freshRiverbank()
  const { db, people } = riverbank
  const many = <Row>(make: (number: number) => Row) => Array.from({ length: MANY }, (_, number) => make(number))
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  const document = { title: 'Bus times', fileName: 'a.pdf', fileType: 'application/pdf', size: 1 }
  const owners = [people.niamh.id, people.daniel.id, null]
  const file = (number: number) => ({ ...document, uploadedBy: people.aoife.id, uploadedAt: at(number % 7) })
  const personal = many((number) => ({
    ...file(number),
    storageKey: `personal ${number}`,
    isShared: 0 as const,
    studentId: owners[number % owners.length] ?? null,
  }))
  const shared = many((number) => ({ ...file(number), storageKey: `shared ${number}`, isShared: 1 as const }))
  await db.insertInto('files').values(personal).execute()
  await db.insertInto('files').values(shared).execute()
  const march = { month: 'March', year: 2020, changedAt: at(0) } as const
  const event = (number: number) => ({ title: 'Tea', day: 1 + (number % 20), ...march })
  await db.insertInto('events').values(many(event)).execute()
  const october = { month: 'October', year: lastYear() } as const
  await db
    .insertInto('events')
    .values(many((number) => ({ ...event(number), ...october })))
    .execute()
  const sent = { status: 'sent', audience: 'all', goesOutAt: at(0), publishedAt: at(0) } as const
  const newsletter = (number: number) => ({
    title: 'June',
    content: 'Choir.',
    createdAt: at(0),
    sentAt: at(number % 7),
  })
  await db
    .insertInto('newsletters')
    .values(many((number) => ({ ...newsletter(number), ...sent })))
    .execute()
  const album = (kind: 'qqi' | 'timetable') =>
    many((number) => ({ ...file(number), storageKey: `${kind} ${number}`, isShared: 1 as const, album: kind }))
  await db
    .insertInto('files')
    .values([...album('qqi'), ...album('timetable')])
    .execute()
  const ofTimetables = db.selectFrom('files').select('id').where('album', '=', 'timetable')
  const startDate = (number: number) => (number % 3 ? `2026-01-0${1 + (number % 7)}` : null)
  const weeks = (await ofTimetables.execute()).map(({ id }, number) => ({ fileId: id, startDate: startDate(number) }))
  await db.insertInto('timetables').values(weeks).execute()
  const resource = { title: 'Respite', content: '', category: 'support', isPublic: 1 } as const
  await db
    .insertInto('resources')
    .values(many((number) => ({ ...resource, createdAt: at(number % 7) })))
    .execute()
  const mail = { kind: 'newsletter', newsletterId: 1, email: 'maura@example.ie', dueAt: '', createdAt: '' } as const
  await db
    .insertInto('deliveries')
    .values(many((number) => ({ ...mail, state: number % 2 ? ('failed' as const) : ('uncertain' as const) })))
    .execute()
  const name = { role: 'student', firstName: 'Áine', lastName: 'Byrne', passwordHash: '', createdAt: at(0) } as const
  const closedAt = (number: number) => (number % 2 ? at(number) : null)
  const person = (number: number) => ({ ...name, username: `person${number}`, closedAt: closedAt(number) })
  await db.insertInto('users').values(many(person)).execute()
})
afterAll(() => riverbank.close())

interface Listed {
  ids: number[]
  pages: number
}
interface Shown {
  items: { id: number }[]
  pages: number
}

interface TutorsLists {
  tutors: { list: Shown; newest: Record<'personal' | 'shared', { uploadedAt: string }[]> }
}

async function load<Data>(
  loader: (args: LoaderFunctionArgs) => unknown,
  path: string,
  as: Person = 'aoife',
  params: Record<string, string> = {},
) {
  const request = await riverbank.request(path, { as })
  const answer = await answerOf(() => loader({ request, params, context: riverbank.context }))
  return { status: answer.status, data: (await answer.json()) as Data }
}
const idsOf = ({ items, pages }: Shown): Listed => ({ ids: items.map(({ id }) => id), pages })

type Loader = (args: LoaderFunctionArgs) => unknown
interface List {
  /** The parameter that chooses a page; `page` unless given. */
  name?: string
  size: number
  whole: number
  read: (query: string) => Promise<Listed>
}

/** A list of `MANY` in the data that `loader` gives at `path`. */
const listOf = <Data>(
  size: number,
  [loader, path, as]: [Loader, string, Person?],
  shown: (data: Data) => Shown,
  { name, whole = MANY, id }: { name?: string; whole?: number; id?: string } = {},
): List => ({
  name,
  size,
  whole,
  read: async (query) => {
    const address = path.includes('?') ? path + query.replace('?', '&') : path + query
    return idsOf(shown((await load<Data>(loader, address, as, id ? { id } : {})).data))
  },
})

type Events = { tutors: { coming: Shown; past: Shown } }
const lists: Record<string, List> = {
  'a tutor’s shared files': listOf<TutorsLists>(
    10,
    [files.loader, '/dashboard?of=shared'],
    ({ tutors }) => tutors.list,
  ),
  'a student’s shared files': listOf<{ students: { shared: Shown } }>(
    4,
    [files.loader, '/dashboard', 'niamh'],
    ({ students }) => students.shared,
    { name: 'shared' },
  ),
  'a tutor’s coming events': listOf<Events>(
    6,
    [calendar.loader, '/dashboard/calendar'],
    ({ tutors }) => tutors.coming,
    { name: 'coming' },
  ),
  'a tutor’s past events': listOf<Events>(6, [calendar.loader, '/dashboard/calendar'], ({ tutors }) => tutors.past, {
    name: 'past',
  }),
  'a tutor’s newsletters': listOf<{ newsletters: Shown['items']; pages: number }>(
    20,
    [newsletters.loader, '/dashboard/newsletter'],
    (data) => ({ items: data.newsletters, pages: data.pages }),
  ),
  'a tutor’s timetables': listOf<{ timetables: Shown }>(
    7,
    [timetables.loader, '/dashboard/timetable'],
    (data) => data.timetables,
  ),
  'a student’s timetables': listOf<{ timetables: Shown }>(
    4,
    [timetables.loader, '/dashboard/timetable', 'niamh'],
    (data) => data.timetables,
  ),
  'the gallery': listOf<{ photos: Shown }>(
    12,
    [gallery.loader, '/dashboard/notices/qqi', 'niamh'],
    ({ photos }) => photos,
  ),
  'a tutor’s resources': listOf<Shown>(12, [resources.loader, '/dashboard/resources'], (data) => data),
  'the resources for families': listOf<Shown>(12, [families.loader, '/resources'], (data) => data),
  'the mails of a newsletter that went wrong': listOf<{ sending: { troubled: Shown } }>(
    20,
    [detail.loader, '/dashboard/newsletter/1'],
    ({ sending }) => sending.troubled,
    { id: '1' },
  ),
  people: listOf<{ people: Shown }>(20, [people.loader, '/dashboard/profile'], (data) => data.people, {
    whole: MANY + 3,
  }),
  'the newsletters on the website': listOf<Shown>(10, [news.loader, '/news'], (data) => data),
}

describe.each(Object.entries(lists))('%s', (_, { name = 'page', size, whole, read }) => {
  test('come in pages that follow each other without gaps or repetitions', async () => {
    const { pages, ids } = await read('')
    expect(pages).toBe(Math.ceil(whole / size))
    const all = [...ids]
    for (let page = 2; page <= pages; page++) {
      const next = await read(`?${name}=${page}`)
      expect(next.ids).toHaveLength(page < pages ? size : whole - size * (pages - 1))
      all.push(...next.ids)
    }
    expect(new Set(all).size).toBe(whole)
  })

  test('show a page whatever is asked for', async () => {
    const first = await read('')
    for (const asked of ['0', '-1', 'x', '', '1.5', '1e9', ' 2', '٢', 'NaN', '9'.repeat(40)])
      expect(await read(`?${name}=${encodeURIComponent(asked)}`), asked).toEqual(first)
    expect(await read(`?${name}=1&${name}=2`), 'twice').toEqual(first)
    const last = await read(`?${name}=${first.pages}`)
    for (const beyond of [first.pages + 1, 1_000_000_000, 999_999_999_999_999])
      expect(await read(`?${name}=${beyond}`), String(beyond)).toEqual(last)
  })
})

test('without a choice a tutor sees the newest five that are shared, and that are not', async () => {
  const { data } = await load<TutorsLists>(files.loader, '/dashboard')
  const { newest } = data.tutors
  for (const list of [newest.personal, newest.shared]) {
    const days = list.map(({ uploadedAt }) => uploadedAt)
    expect(days).toHaveLength(5)
    expect(days).toEqual([...days].sort().reverse())
  }
})

test.each(['of=999', 'of=1', 'of=x', 'of=constructor', 'of=-1', 'of='])(
  'a place that is none leads to no list: %s',
  async (query) => {
    const { status, data } = await load<TutorsLists>(files.loader, `/dashboard?${query}`)
    expect([status, data.tutors.list]).toEqual([200, null])
    expect(data.tutors.newest.shared).toHaveLength(5)
  },
)

test('a student who asks for another’s files sees their own', async () => {
  const { data } = await load<{ tutors: null; students: { personal: { found: number } } }>(
    files.loader,
    '/dashboard?of=tutors&search=Bus',
    'daniel',
  )
  expect([data.tutors, data.students.personal.found]).toEqual([null, 40])
})

test('open accounts stand before closed ones, on every page', async () => {
  const closed: boolean[] = []
  for (const page of [1, 2, 3, 4, 5, 6, 7]) {
    const { data } = await load<{ people: { items: { closedAt: string | null }[] } }>(
      people.loader,
      `/dashboard/profile?page=${page}`,
    )
    closed.push(...data.people.items.map(({ closedAt }) => closedAt !== null))
  }
  expect(closed.indexOf(true)).toBe(63)
  expect(closed.slice(63)).not.toContain(false)
})

test('GET /news/feed has the newest twenty', async () => {
  const request = await riverbank.request('/news/feed')
  const text = await (await answerOf(() => feed.loader({ request, params: {}, context: riverbank.context }))).text()
  const { ids } = await lists['the newsletters on the website']!.read('')
  expect([...text.matchAll(/<id>http:\/\/riverbank\.test\/news\/(\d+)<\/id>/g)].map(([, id]) => Number(id))).toEqual(
    ids,
  )
})

test('an import’s report shows the first fifty lines of a kind, and how many there are', async () => {
  const body = new FormData()
  const lines = Array.from({ length: MANY }, (_, number) => `not an address ${number}`)
  body.set('intent', 'import-list')
  body.set('list', pack(Buffer.from(`Email\n${lines.join('\n')}\n`)))
  const request = await riverbank.request('/dashboard/newsletter/subscribers/import', {
    as: 'aoife',
    method: 'POST',
    body,
  })
  const answer = await answerOf(() => importing.action({ request, params: {}, context: riverbank.context }))
  const { report } = await answer.json()
  expect(report).toMatchObject({ added: 0, alreadyThere: { lines: [], number: 0 }, refused: { number: MANY } })
  expect(report.refused.lines.map(({ line }: { line: number }) => line)).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 2),
  )
})

test.each([
  ['/dashboard?index&edit=ID&of=shared&page=3', '/dashboard?of=shared&page=3'],
  ['/dashboard?index&edit=ID&search=Bus+times&page=2', '/dashboard?search=Bus+times&page=2'],
  ['/dashboard?index&edit=ID&of=//evil.example&page=x', '/dashboard'],
])('POST %s leads back to %s', async (path, location) => {
  const [id = 0] = (await lists['a tutor’s shared files']!.read('?page=2')).ids
  const { version } = await riverbank.db
    .selectFrom('files')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const fields = {
    intent: 'edit',
    id: String(id),
    title: 'Bus times',
    description: '',
    version: String(version),
    isShared: 'on',
  }
  const body = new URLSearchParams(fields)
  const request = await riverbank.request(path.replace('ID', String(id)), { as: 'aoife', method: 'POST', body })
  const answer = await answerOf(() => files.action({ request, params: {}, context: riverbank.context }))
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, location])
})
