import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { contract } from '~/http/contract/contract.server'
import { listDeclaredRoutes } from '~/http/remix/routes'
import { type AccessLevel, getRequiredAccess } from '~/screen'
import { shareServer } from '~/test/built'
import type { Person } from '~/test/people'
import { saveState } from '~/test/running'
import { listRoutePlaces, resolveAddress } from '~/test/screens'
import { getCallBodyLimit } from './bodies'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const MAX_TIME = 900_000
const riverbank = shareServer()

/** The pages whose forms may be larger than 64 kB, written by hand; all others are for tutors or take 64 kB. */
const pagesWithFiles = [
  '_index',
  'board.$id.edit',
  'board.new',
  'newsletter.$id._index',
  'newsletter.subscribers.import',
  'notices.albums.$id._index',
  'notices.qqi._index',
  'notices.questions.$id.photos',
  'profile.website.$page.$section',
  'profile.website.logo',
  'timetable._index',
  'timetable.$id.edit',
  'timetable.steps.$guideId.$id.edit',
  'timetable.steps.$id._index',
  'timetable.week.import',
]
const pagesWithLongTexts = [
  'board_.plans.$id.edit',
  'board_.plans.new',
  'calendar.$id.edit',
  'calendar.new',
  'newsletter.$id.attachments.$attachmentId.edit',
  'newsletter.$id.edit',
  'newsletter.new',
  'newsletter.subscribers.$id.edit',
  'notices._index',
  'notices.new',
  'notices.questions.$id.edit',
  'notices.questions.new',
  'preview',
  'profile.people.$id.consent._index',
  'profile.people.new',
  'profile.people.photos.answers',
  'profile.people.several',
  'profile.website.centre',
  'resources.$id.edit',
  'resources.new',
  'timetable.week.$id.day',
  'timetable.week.$id.edit',
  'timetable.week.plan',
]
const pageLimits = new Map([
  ...pagesWithFiles.map((name) => [`dashboard/${name}`, 16 * MEGABYTE] as const),
  ...pagesWithLongTexts.map((name) => [`dashboard/${name}`, MEGABYTE] as const),
  ['dashboard/notices.questions.$id.voice', 4 * MEGABYTE],
])
/** The calls that take a file. */
const callsWithFiles = ['postNewsletterAttachment', 'postFile', 'postQqiImage', 'postTimetable']

/** Pages that show no form, at least to people who are logged in: their refusal leads to another page. */
const pagesWithoutForm = [
  'site/portal',
  'site/login',
  'dashboard/calendar.address',
  'dashboard/newsletter.$id.again',
  'dashboard/newsletter.again',
  'dashboard/password.second-step.codes',
  'dashboard/password.second-step.off',
  'dashboard/password.told',
  'dashboard/timetable.week.switch',
]

const senders: Record<AccessLevel, (Person | null)[]> = {
  anyone: [null, 'daniel', 'aoife'],
  session: ['daniel', 'aoife'],
  user: ['daniel', 'aoife'],
  tutor: ['aoife'],
}

type BodyKind = 'form' | 'multipart' | 'json'
const types: Record<BodyKind, string> = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x',
  json: 'application/json',
}

/** A body of exactly this many bytes, with one field or file that no form has. */
function createBody(kind: BodyKind, size: number): Buffer {
  const [start, end] = {
    form: ['zz=', ''],
    json: ['{"zz":"', '"}'],
    multipart: [
      '--x\r\nContent-Disposition: form-data; name="zz"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
      '\r\n--x--\r\n',
    ],
  }[kind] as [string, string]
  const body = Buffer.alloc(size, 'a')
  body.write(start)
  body.write(end, size - end.length)
  return body
}

async function* splitIntoChunks(body: Buffer) {
  for (let start = 0; start < body.length; start += 64 * KILOBYTE) yield body.subarray(start, start + 64 * KILOBYTE)
}

interface Sent {
  method?: string
  path: string
  as: Person | null
  kind: BodyKind
  size: number
  inChunks?: boolean
}

async function send({ method = 'POST', path, as, kind, size, inChunks = false }: Sent): Promise<number> {
  const body = size > 0 ? createBody(kind, size) : undefined
  const answer = await fetch(riverbank.url + path, {
    method,
    redirect: 'manual',
    body: body && inChunks ? Readable.toWeb(Readable.from(splitIntoChunks(body))) : body,
    duplex: 'half',
    headers: {
      Origin: riverbank.url,
      ...(as && { Cookie: riverbank.sessions[as].cookie }),
      ...(body && { 'Content-Type': types[kind] }),
    },
  } as RequestInit)
  await answer.arrayBuffer()
  return answer.status
}

interface Target {
  name: string
  method?: string
  path: string
  access: AccessLevel
  kind: BodyKind
  limit: number
  /** A log-in is buffered before its turn, which a full buffer would never end. */
  isBuffered?: boolean
}

/** Not a form or JSON: the status of an empty body for everything that reads its body. */
const UNSUPPORTED = 415

/** Sends nothing, the largest body and one byte more, with a length and in chunks, as each person who may. */
async function findFaults(targets: Target[]): Promise<string[]> {
  const state = await saveState(riverbank)
  const faults: string[] = []
  for (const { name, access, limit, isBuffered, ...target } of targets)
    for (const as of senders[access]) {
      const sendAndRestore = async (sent: Pick<Sent, 'size' | 'inChunks'>) => {
        const status = await send({ ...target, as, ...sent })
        if (status < 400) await state.restore()
        return status
      }
      const report = (what: string, status: number) =>
        faults.push(`${name} as ${as ?? 'a visitor'}, ${what}: ${status}`)
      const empty = await sendAndRestore({ size: 0 })
      if (empty >= 500 || empty === 413) report('nothing', empty)
      for (const inChunks of [false, true]) {
        const how = inChunks ? 'in chunks' : 'with a length'
        const over = await sendAndRestore({ size: limit + 1, inChunks })
        const isUnread = empty !== UNSUPPORTED && over === empty
        const isShown = !pagesWithoutForm.includes(name) || as === null
        if (over !== 413 && !isUnread && (isShown || over >= 400)) report(`one byte over, ${how}`, over)
        const largest = await sendAndRestore({ size: isBuffered ? limit - 1 : limit, inChunks })
        if (largest >= 500 || [401, 403, 408, 413, 429].includes(largest)) report(`the largest body, ${how}`, largest)
      }
    }
  state.remove()
  if (!riverbank.isAlive()) faults.push('the server died')
  return faults
}

test(
  'every page takes the largest body that it declares from each person who may send it, and not a byte more',
  async () => {
    const build: ServerBuild = await import(/* @vite-ignore */ resolve('build/server/index.js'))
    const declared = listDeclaredRoutes(build)
    const places = new Map([...listRoutePlaces('site'), ...listRoutePlaces('dashboard')])
    const targets = Object.entries(build.routes).flatMap(([id, route]): Target[] => {
      const screen = declared.get(id)?.screen
      const access = getRequiredAccess(screen, 'action')
      if (!route?.module.action || !access || id.startsWith('routes/api/')) return []
      const name = id.replace(/^routes\//, '').replace(/\/route$/, '')
      const limit = pageLimits.get(name) ?? 64 * KILOBYTE
      const path = resolveAddress(riverbank, places.get(name)?.path ?? declared.get(id)!.pattern.replace(/:\w+/g, '1'))
      const isIndex = /(^|\.|\/)_index$/.test(name)
      const kind = limit > MEGABYTE ? 'multipart' : 'form'
      return [{ name, path: isIndex ? `${path}?index` : path, access, kind, limit, isBuffered: screen?.logsIn }]
    })
    expect(targets.length).toBeGreaterThan(80)
    expect([...pageLimits.keys()].filter((name) => !targets.some((target) => target.name === name))).toEqual([])
    expect(await findFaults(targets)).toEqual([])
  },
  MAX_TIME,
)

test(
  'every call takes the largest body that its fields need from each person who may send it, and not a byte more',
  async () => {
    const calls = contract.flatMap((group) => group.calls).filter(({ body }) => body)
    expect(calls.filter((call) => getCallBodyLimit(call) === 16 * MEGABYTE).map(({ id }) => id)).toEqual(callsWithFiles)
    const targets = calls.map((call): Target => {
      const limit = getCallBodyLimit(call)
      return {
        name: call.id,
        method: call.method,
        path: call.path.replace('{id}', '1'),
        access: call.access,
        kind: call.body?.as === 'multipart/form-data' ? 'multipart' : 'json',
        limit,
        isBuffered: call.logsIn,
      }
    })
    expect(await findFaults(targets)).toEqual([])
  },
  MAX_TIME,
)

test('a large body from someone who may not send it is refused for that reason', async () => {
  const body = { kind: 'multipart', size: 5 * MEGABYTE } as const
  for (const inChunks of [false, true]) {
    expect(await send({ ...body, path: '/dashboard?index', as: 'daniel', inChunks })).toBe(403)
    expect(await send({ ...body, path: '/api/files/upload', as: 'daniel', inChunks })).toBe(403)
    expect(await send({ ...body, path: '/api/files/upload', as: null, inChunks })).toBe(401)
  }
  expect(await send({ ...body, path: '/dashboard?index', as: null })).toBe(401)
})
