import type { LoaderFunctionArgs } from '@remix-run/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { getLastYear } from '~/domain/events/days'
import { packList } from '~/domain/uploaded-list.server'
import { callRoute, type Person, shareRiverbank } from '~/test/riverbank'
import type { Tables } from '~db/schema'
import * as files from './dashboard/_index/route'
import * as events from './dashboard/calendar.events/route'
import * as newsletters from './dashboard/newsletter._index/route'
import * as detail from './dashboard/newsletter.$id._index/route'
import * as importing from './dashboard/newsletter.subscribers.import/route'
import * as gallery from './dashboard/notices.qqi._index/route'
import * as people from './dashboard/profile.people._index/route'
import * as resources from './dashboard/resources/route'
import * as timetables from './dashboard/timetable._index/route'
import * as news from './site/news._index/route'
import * as families from './site/resources._index/route'

const RECORDS = 120

const riverbank = shareRiverbank()
beforeAll(async () => {
  const { db, people } = riverbank
  const insert = (table: keyof Tables, make: (number: number) => object) =>
    db
      .insertInto(table)
      .values(Array.from({ length: RECORDS }, (_, number) => make(number)) as never)
      .execute()
  const createTime = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  const documentFields = { title: 'Bus times', fileName: 'a.pdf', fileType: 'application/pdf', size: 1 }
  const owners = [people.niamh.id, people.daniel.id, null]
  const file = (kind: string, more: (number: number) => object) => (number: number) => ({
    ...documentFields,
    uploadedBy: people.aoife.id,
    uploadedAt: createTime(number % 7),
    storageKey: `${kind} ${number}`,
    isShared: 1,
    ...more(number),
  })
  const personal = (number: number) => ({ isShared: 0, studentId: owners[number % owners.length] ?? null })
  await insert('files', file('personal', personal))
  await insert(
    'files',
    file('shared', () => ({})),
  )
  await insert(
    'files',
    file('qqi', () => ({ album: 'qqi' })),
  )
  await insert(
    'files',
    file('timetable', () => ({ album: 'timetable' })),
  )
  const weeks = await db.selectFrom('files').select('id').where('album', '=', 'timetable').execute()
  const startDate = (number: number) => (number % 3 ? `2026-01-0${1 + (number % 7)}` : null)
  await insert('timetables', (number) => ({ fileId: weeks[number]!.id, startDate: startDate(number) }))
  const event = (number: number) => ({ title: 'Tea', day: 1 + (number % 20), changedAt: createTime(0) })
  await insert('events', (number) => ({ ...event(number), month: 'March', year: 2020 }))
  await insert('events', (number) => ({ ...event(number), month: 'October', year: getLastYear() }))
  const sent = {
    status: 'sent',
    audience: 'all',
    createdAt: createTime(0),
    goesOutAt: createTime(0),
    publishedAt: createTime(0),
  }
  await insert('newsletters', (number) => ({
    ...sent,
    title: 'June',
    content: 'Choir.',
    sentAt: createTime(number % 7),
  }))
  const resource = { title: 'Respite', content: '', category: 'support', isPublic: 1 }
  await insert('resources', (number) => ({ ...resource, createdAt: createTime(number % 7) }))
  const mail = { kind: 'newsletter', newsletterId: 1, email: 'maura@example.ie', dueAt: '', createdAt: '' }
  await insert('deliveries', (number) => ({ ...mail, state: number % 2 ? 'failed' : 'uncertain' }))
  const name = { role: 'student', firstName: 'Áine', lastName: 'Byrne', passwordHash: '', createdAt: createTime(0) }
  const closedAt = (number: number) => (number % 2 ? createTime(number) : null)
  await insert('users', (number) => ({ ...name, username: `person${number}`, closedAt: closedAt(number) }))
})

type Loader = (args: LoaderFunctionArgs) => unknown
async function load<Data>(loader: Loader, path: string, as: Person = 'aoife', params: Record<string, string> = {}) {
  const answer = await callRoute(riverbank, loader, path, { as, params })
  return { status: answer.status, data: (await answer.json()) as Data }
}

interface List {
  size: number
  at: [loader: Loader, path: string, as?: Person, params?: Record<string, string>]
  /** The list's place in the loader's data, and the query parameter of its page (default `page`). */
  in: string
  name?: string
  whole?: number
}
const lists: Record<string, List> = {
  'a tutor’s shared files': { size: 10, at: [files.loader, '/dashboard?of=shared'], in: 'tutors.list' },
  'a student’s shared files': {
    size: 10,
    at: [files.loader, '/dashboard', 'niamh'],
    in: 'students.shared',
    name: 'shared',
  },
  'a tutor’s coming events': { size: 20, at: [events.loader, '/dashboard/calendar/events'], in: 'items' },
  'a tutor’s past events': { size: 20, at: [events.loader, '/dashboard/calendar/events?past'], in: 'items' },
  'a tutor’s newsletters': { size: 20, at: [newsletters.loader, '/dashboard/newsletter'], in: 'newsletters' },
  'a tutor’s timetables': { size: 10, at: [timetables.loader, '/dashboard/timetable'], in: 'timetables' },
  'a student’s timetables': { size: 10, at: [timetables.loader, '/dashboard/timetable', 'niamh'], in: 'timetables' },
  'the gallery': { size: 12, at: [gallery.loader, '/dashboard/notices/qqi', 'niamh'], in: 'photos' },
  'a tutor’s resources': { size: 12, at: [resources.loader, '/dashboard/resources'], in: 'items' },
  'the resources for families': { size: 12, at: [families.loader, '/resources'], in: 'items' },
  'the mails of a newsletter that went wrong': {
    size: 20,
    at: [detail.loader, '/dashboard/newsletter/1', 'aoife', { id: '1' }],
    in: 'sending.problems',
  },
  people: { size: 20, at: [people.loader, '/dashboard/profile/people'], in: 'items', whole: RECORDS + 3 },
  'the newsletters on the website': { size: 10, at: [news.loader, '/news'], in: 'items' },
}

interface Shown {
  items: { id: number }[]
  pages: number
}
async function read(list: List, query: string): Promise<{ ids: number[]; pages: number }> {
  const [loader, path, as, params] = list.at
  const address = path.includes('?') ? path + query.replace('?', '&') : path + query
  const { data } = await load<{ pages: number }>(loader, address, as, params)
  const found = list.in.split('.').reduce((within, key) => (within as Record<string, unknown>)[key], data as unknown)
  const { items, pages } = Array.isArray(found) ? { items: found, pages: data.pages } : (found as Shown)
  return { ids: items.map(({ id }) => id), pages }
}

describe.each(Object.entries(lists))('%s', (_, list) => {
  const { name = 'page', size, whole = RECORDS } = list
  test('come in pages without gaps or repetitions', async () => {
    const { pages, ids } = await read(list, '')
    expect(pages).toBe(Math.ceil(whole / size))
    const all = [...ids]
    for (let page = 2; page <= pages; page++) {
      const next = await read(list, `?${name}=${page}`)
      expect(next.ids).toHaveLength(page < pages ? size : whole - size * (pages - 1))
      all.push(...next.ids)
    }
    expect(new Set(all).size).toBe(whole)
  })

  test('show a page whatever the query asks for', async () => {
    const first = await read(list, '')
    for (const requested of ['0', '-1', 'x', '', '1.5', '1e9', ' 2', '٢', 'NaN', '9'.repeat(40)])
      expect(await read(list, `?${name}=${encodeURIComponent(requested)}`), requested).toEqual(first)
    expect(await read(list, `?${name}=1&${name}=2`), 'twice').toEqual(first)
    const last = await read(list, `?${name}=${first.pages}`)
    for (const tooHigh of [first.pages + 1, 1_000_000_000, 999_999_999_999_999])
      expect(await read(list, `?${name}=${tooHigh}`), String(tooHigh)).toEqual(last)
  })
})

test('an import’s report shows the first five hundred lines of each kind, and their number', async () => {
  const body = new FormData()
  const lines = Array.from({ length: 520 }, (_, number) => `not an address ${number}`)
  body.set('intent', 'import-list')
  body.set('vouchedFor', 'They signed our list.')
  body.set('list', await packList(Buffer.from(`Email\n${lines.join('\n')}\n`)))
  const sent = { as: 'aoife', method: 'POST', body } as const
  const { report } = await (
    await callRoute(riverbank, importing.action, '/dashboard/newsletter/subscribers/import', sent)
  ).json()
  expect(report).toMatchObject({ added: 0, alreadyThere: { lines: [], number: 0 }, refused: { number: 520 } })
  expect(report.refused.lines.map(({ line }: { line: number }) => line)).toEqual(
    Array.from({ length: 500 }, (_, i) => i + 2),
  )
})

test.each([
  ['/dashboard?index&edit=ID&of=shared&page=3', '/dashboard?of=shared&page=3'],
  ['/dashboard?index&edit=ID&search=Bus+times&page=2', '/dashboard?search=Bus+times&page=2'],
  ['/dashboard?index&edit=ID&of=//evil.example&page=x', '/dashboard'],
])('POST %s redirects to %s', async (path, location) => {
  const [id = 0] = (await read(lists['a tutor’s shared files']!, '?page=2')).ids
  const { version } = await riverbank.db
    .selectFrom('files')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const words = { title: 'Bus times', description: '', isShared: 'on' }
  const fields = { intent: 'edit', id: String(id), version: String(version), ...words }
  const answer = await callRoute(riverbank, files.action, path.replace('ID', String(id)), { as: 'aoife', fields })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, location])
})
