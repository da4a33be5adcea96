import { Writable } from 'node:stream'
import type { ServerBuild } from '@remix-run/node'
import pino from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { protectRoutes } from '~/http/remix/protect-routes.server'
import { log } from '~/log.server'
import { loader as exportList } from '~/routes/dashboard/newsletter.subscribers.export/route'
import { action as personDeed } from '~/routes/dashboard/profile.people.$id._index/route'
import { action as close } from '~/routes/dashboard/profile.people.$id.close/route'
import { action as erase } from '~/routes/dashboard/profile.people.$id.erase/route'
import { loader as exportPerson } from '~/routes/dashboard/profile.people.$id.export/route'
import { action as addPerson, handle as addPersonScreen } from '~/routes/dashboard/profile.people.new/route'
import * as family from '~/routes/site/away.$token._index/route'
import { loader as familyView } from '~/routes/site/away.$token.home._index/route'
import { loader as familyFile } from '~/routes/site/away.$token.home.$id/route'
import { loader as calendar } from '~/routes/site/calendar.$token/route'
import { loader as card } from '~/routes/site/card._index/route'
import { loader as scanCard } from '~/routes/site/card.$token/route'
import * as confirm from '~/routes/site/confirm.$token/route'
import { action as portal } from '~/routes/site/portal/route'
import * as setUp from '~/routes/site/setup.$secret/route'
import { loader as guide } from '~/routes/site/steps.$token/route'
import * as unsubscribe from '~/routes/site/unsubscribe.$token/route'
import { sendApiRequest } from '~/test/api'
import { callRoute, type Handlers, PASSWORD_OF_PEOPLE, setUpFreshRiverbank } from '~/test/riverbank'
import { SecurityLog } from './security-log.server'

// This is the real pino with a fixed level and output that tests can read.
const output = vi.hoisted(() => ({ text: '', level: 'error' }))
vi.mock('~/log.server', () => ({
  log: pino(
    { level: output.level, base: undefined },
    new Writable({
      write(chunk, _encoding, done) {
        output.text += chunk
        done()
      },
    }),
  ),
}))

interface Line {
  event: string
  level: number
  network?: string
  userId?: number | null
  leftOut?: number
}
const lines = () =>
  output.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

let securityLog: SecurityLog
beforeEach(() => {
  securityLog = new SecurityLog()
  output.text = ''
})

test('LOG_LEVEL=error does not hide security events', () => {
  log.info('not this')
  securityLog.record('log-in', { network: '192.0.2.1', userId: 1 })
  expect(lines()).toMatchObject([{ log: 'security', event: 'log-in', network: '192.0.2.1', userId: 1 }])
})

describe('a flood', () => {
  test('logs ten lines a minute per event and network, then the number suppressed', () => {
    vi.useFakeTimers()
    for (let turn = 0; turn < 1000; turn++)
      securityLog.record('log-in refused', { network: '192.0.2.1', userId: turn }, 'warn')
    securityLog.record('log-in refused', { network: '192.0.2.2', userId: null }, 'warn')
    securityLog.record('forbidden', { network: '192.0.2.1' }, 'warn')
    expect(lines()).toHaveLength(12)
    vi.advanceTimersByTime(60_000)
    expect(lines().slice(12)).toMatchObject([{ event: 'log-in refused', network: '192.0.2.1', leftOut: 990 }])
    securityLog.record('log-in refused', { network: '192.0.2.1', userId: 1 }, 'warn')
    expect(lines()).toHaveLength(14)
    vi.advanceTimersByTime(60_000)
    expect(lines()).toHaveLength(14)
  })

  test('from a hundred thousand networks is bounded too, and hides no log-in', () => {
    for (let network = 0; network < 100_000; network++)
      securityLog.record('log-in refused', { network: `2001:db8:${network.toString(16)}:0::/64`, userId: null }, 'warn')
    for (let userId = 1; userId <= 60; userId++) securityLog.record('log-in', { network: '192.0.2.1', userId })
    expect(lines().filter(({ event }) => event === 'log-in')).toHaveLength(60)
    expect(lines()).toHaveLength(200 + 10 + 60)
    output.text = ''
    securityLog.logSuppressed()
    expect(lines()).toMatchObject([{ event: 'log-in refused', network: 'many', leftOut: 99_790 }])
  })
})

const NETWORK = '198.51.100.7'

describe('actions are logged with ids and networks', () => {
  const riverbank = setUpFreshRiverbank()

  beforeEach(() => void Object.assign(riverbank.context, { network: NETWORK }))
  const call = (path: string, json: unknown, bearer?: string) =>
    sendApiRequest(riverbank, `POST ${path}`, { json, bearer, network: NETWORK })

  const id = 'routes/dashboard/profile.people.new'
  const { routes } = protectRoutes({
    routes: { [id]: { id, path: 'people/new', module: { action: addPerson, handle: addPersonScreen } } },
  } as unknown as ServerBuild)
  /** The action as the server runs it, for tutors only. */
  const guardedAction = (routes[id]!.module as Handlers).action

  test('and never with a name, text, address, password or token', async () => {
    const { aoife, daniel, niamh } = riverbank.people
    const typed = { username: 'Lapwing', password: 'Curlew Curlew 1', firstName: 'Whimbrel', lastName: 'Godwit' }
    const said = {
      name: 'Dunlin Plover',
      email: 'redshank@example.ie',
      subject: 'visit',
      message: 'Turnstone by the sea',
    }

    await call('/api/login', { ...typed, rememberMe: false })
    await callRoute(riverbank, portal, '/portal?next=/dashboard/Sanderling', {
      fields: { username: 'daniel', password: 'Curlew Curlew 2' },
    })
    const inside = await call('/api/login', { username: 'daniel', password: PASSWORD_OF_PEOPLE })
    const { token } = inside.body
    const secrets = [token, ...inside.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1] ?? '')]
    await call('/api/logout', {}, token)
    await callRoute(riverbank, portal, '/portal', { as: 'niamh', fields: { intent: 'log-out' } })
    const fields = { ...typed, role: 'student' }
    await callRoute(riverbank, guardedAction!, '/dashboard/profile/people/new', { as: 'daniel', fields })
    await callRoute(riverbank, addPerson, '/dashboard/profile/people/new', { as: 'aoife', fields })
    const added = await riverbank.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', typed.username)
      .executeTakeFirstOrThrow()
    const at = { as: 'aoife', params: { id: String(added.id) } } as const
    const page = `/dashboard/profile/people/${added.id}`
    await callRoute(riverbank, personDeed, page, { ...at, fields: { intent: 'password', password: 'Curlew Curlew 3' } })
    await callRoute(riverbank, personDeed, page, { ...at, fields: { intent: 'end-sessions' } })
    await callRoute(riverbank, exportPerson, `${page}/export`, at)
    await callRoute(riverbank, close, `${page}/close`, { ...at, fields: {} })
    await callRoute(riverbank, erase, `${page}/erase`, { ...at, fields: { currentPassword: PASSWORD_OF_PEOPLE } })
    await callRoute(riverbank, exportList, '/dashboard/newsletter/subscribers/export', { as: 'aoife' })
    for (let turn = 0; turn <= 50; turn++) await call('/api/contact', said)
    for (let turn = 0; turn <= 40; turn++) await call('/api/newsletter/subscribe', { email: said.email })
    for (let turn = 0; turn <= 10; turn++) await call('/api/login', { ...typed, username: 'niamh' })

    const events = lines().map(({ event, userId }) => [event, userId])
    expect(events.slice(0, 14)).toEqual([
      ['log-in refused', null],
      ['log-in refused', daniel.id],
      ['log-in', daniel.id],
      ['log-out', daniel.id],
      ['log-out', niamh.id],
      ['forbidden', daniel.id],
      ['account added', aoife.id],
      ['password set', aoife.id],
      ['sessions ended', aoife.id],
      ['data of a person exported', aoife.id],
      ['account closed', aoife.id],
      ['account erased', aoife.id],
      ['list of subscribers exported', aoife.id],
      ['too many', undefined],
    ])
    const refused = lines().filter(({ event }) => event === 'too many')
    expect(refused).toMatchObject([
      { reason: 'enquiries of a day from one network', status: 429 },
      { reason: 'mails of an hour asked for from one network', status: 429 },
      { reason: 'log-ins to one name from one network', status: 429, userId: niamh.id },
    ])
    expect(lines().every(({ network }) => network === NETWORK)).toBe(true)
    expect(output.text).not.toMatch(
      /lapwing|curlew|whimbrel|godwit|dunlin|plover|redshank|turnstone|sanderling|daniel|aoife|niamh|okafor|brennan|argon2|@|long enough/i,
    )
    for (const secret of secrets.filter((one) => one.length > 30)) expect(output.text).not.toContain(secret)
    expect(secrets.filter((one) => one.length > 30)).toHaveLength(3)
  })
})

describe('a secret link that opens nothing', () => {
  const riverbank = setUpFreshRiverbank()
  const SECRET = 'a-secret-of-43-characters-that-opens-nothing'
  const params = { token: SECRET, secret: SECRET, id: '1' }
  const get = (loader: Parameters<typeof callRoute>[1]) => callRoute(riverbank, loader, '/', { params })
  const post = (action: Parameters<typeof callRoute>[1]) => callRoute(riverbank, action, '/', { params, fields: {} })
  const openCard = async () => {
    const scanned = await get(scanCard)
    const headers = { Cookie: scanned.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
    return callRoute(riverbank, card, '/card', { headers })
  }

  test.each([
    ['sign-in card', openCard],
    ['family link', () => get(family.loader)],
    ['family link', () => post(family.action)],
    ['family link', () => get(familyView)],
    ['family link', () => get(familyFile)],
    ['calendar address', () => get(calendar)],
    ['public guide', () => get(guide)],
    ['confirmation link', () => get(confirm.loader)],
    ['confirmation link', () => post(confirm.action)],
    ['unsubscribe link', () => get(unsubscribe.loader)],
    ['unsubscribe link', () => post(unsubscribe.action)],
    ['set-up address', () => get(setUp.loader)],
    ['set-up address', () => post(setUp.action)],
  ])('is logged with its purpose, and without its secret: %s (%#)', async (reason, send) => {
    Object.assign(riverbank.context, { network: NETWORK })
    riverbank.context.settings.signInCards = true
    expect((await send()).status).toBe(404)
    const line = { event: 'link refused', level: 40, reason, network: NETWORK, userId: null, status: 404 }
    expect(lines()).toMatchObject([line])
    expect(output.text).not.toContain(SECRET.slice(0, 10))
  })
})
