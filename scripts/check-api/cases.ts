import { MULTIPART, multipart, type Part, type Sent } from '../shared/wire'
import { bodiless, foreignIds, formInputs, type Input, jsonInputs } from './inputs'
import type { Call } from './judge'
import { type Identity, roleOf } from './people'
import { samples } from './samples'

/** One request of the check, and the status it must get. */
export interface Case {
  call: Call
  identity: Identity
  kind: string
  sent: Sent
  expected: Input['expected']
  /** The method by which the response is judged, when it is not the call's. */
  method?: string
  by: 'cookie' | 'token'
  /** Whether it needs a record that no earlier case has removed, or a session of its own. */
  needs?: 'record' | 'session'
}

export const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** A valid body of a call: of JSON its example in the document unless another is listed; undefined where it takes none. */
export function bodyOf(call: Call): Record<string, unknown> | Part[] | undefined {
  const { version: _, ...example } = call.operation.requestBody?.content['application/json']?.example ?? {}
  return samples[nameOf(call)]?.() ?? (Object.keys(example).length > 0 ? example : undefined)
}

/** The same as it is sent. */
export function sampleOf(call: Call): Pick<Sent, 'headers' | 'body'> {
  const sample = bodyOf(call)
  if (!sample) return {}
  return Array.isArray(sample)
    ? { headers: { 'Content-Type': MULTIPART }, body: multipart(sample) }
    : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(sample) }
}

function inputsOf(call: Call): Input[] {
  const body = Object.entries(call.operation.requestBody?.content ?? {})[0]
  if (!body) return bodiless
  const sample = bodyOf(call)
  if (!sample) throw new Error(`There is no sample for ${nameOf(call)} in scripts/check-api/samples.ts.`)
  return Array.isArray(sample)
    ? formInputs(body[1].schema, sample, { takesText: call.path.endsWith('/attachments') })
    : jsonInputs(body[1].schema, sample)
}

/** Alternates between the cookie and the token. */
const inTurn = (index: number) => (index % 2 ? 'cookie' : 'token')

/** The status that refuses an identity, or undefined when it may make the call; derived from the document alone. */
function refusalOf({ operation, path }: Call, identity: Identity, by: Case['by']): number | undefined {
  const role = roleOf(identity)
  const isForTutors = operation.security.some((scheme) => Object.values(scheme).flat().includes('tutor'))
  const hasEnded = role === 'nobody' && identity !== 'anonymous'
  if (path === '/api/user') return hasEnded ? 401 : undefined
  // A visitor's expired cookie is no reason to refuse a sign-up; a Bearer token has to be valid.
  if (path === '/api/newsletter/subscribe') return hasEnded && by === 'token' ? 401 : undefined
  if (operation.security.length === 0 || role === 'tutor') return undefined
  if (role === 'nobody') return 401
  return isForTutors ? 403 : undefined
}

/** What a student says of themselves: others can't say it for them, and a tutor is asked nothing. */
function ownOf({ path }: Call, identity: Identity): number | undefined {
  if (path === '/api/consents/withdraw' && identity === 'other') return 403
  if (path === '/api/questions/{id}/answer' && identity === 'tutor') return 404
  return undefined
}

/**
 * Every input of `call` for one identity. In the short form a refused identity sends one of each kind, and an allowed one only some
 * of the many awkward values.
 */
export function inputCases(call: Call, identity: Identity, { short }: { short: boolean }): Case[] {
  const isRefused = refusalOf(call, identity, 'cookie') !== undefined
  const every = isRefused ? 60 : short ? 40 : 1
  const takesRecord = call.method === 'DELETE' || call.path.endsWith('/status')
  // A log-out ends its session, and so does a log-in.
  const endsSession = call.path === '/api/logout' || (call.path === '/api/login' && roleOf(identity) !== 'nobody')
  const needs = endsSession ? 'session' : takesRecord ? 'record' : undefined
  return inputsOf(call)
    .filter(({ kind }, index) => kind !== 'awkward value' || index % every === 0)
    .filter(({ kind }, index, all) => !(isRefused && short) || all.findIndex((one) => one.kind === kind) === index)
    .map(({ kind, headers, body, expected }, index) => {
      const by = inTurn(index)
      const refusal = refusalOf(call, identity, by) ?? (expected === 'success' ? ownOf(call, identity) : undefined)
      const sent = { method: call.method, path: call.path, headers, body }
      return { call, identity, kind, sent, by, expected: refusal ?? expected, needs: refusal ? undefined : needs }
    })
}

/** Ids of no record. An encoded slash or NUL makes the address itself invalid, for everybody. */
export function addressCases(call: Call, identity: Identity): Case[] {
  const ids = call.path.includes('{id}') ? foreignIds : []
  return ids.map((id, index) => ({
    call,
    by: inTurn(index),
    identity,
    kind: 'foreign id',
    sent: { method: call.method, path: call.path.replace('{id}', id), ...sampleOf(call) },
    expected: /%(2F|00)/.test(id) ? 400 : (refusalOf(call, identity, inTurn(index)) ?? 404),
  }))
}

/** What `limit` and `cursor` of a list can be, and can't. */
const pages: [query: string, expected: Input['expected']][] = [
  ['limit=1', 'success'],
  ['limit=500', 'success'],
  // A list of some dozens looks for the record that it names.
  [`cursor=${Buffer.from('["",0]').toString('base64url')}&limit=2`, 'any'],
  ...['limit=0', 'limit=501', 'limit=-1', 'limit=', 'limit=1e2', 'limit=ten', 'cursor=', 'cursor=nothing'].map(
    (query): [string, 400] => [query, 400],
  ),
  ...['[]', '["a",-1]', '[1,2]', '{"a":1}', '["a",1,2]', '[null,1]'].map((place): [string, 400] => [
    `cursor=${Buffer.from(place).toString('base64url')}`,
    400,
  ]),
]

/** A list's pages, by parameters that can be and that can't. */
export function pageCases(call: Call, identity: Identity): Case[] {
  if (!call.operation.parameters?.some(({ name }) => name === 'cursor')) return []
  return pages.map(([query, expected], index) => ({
    call,
    by: inTurn(index),
    identity,
    kind: 'page of a list',
    sent: { method: call.method, path: `${call.path}?${query}` },
    expected: refusalOf(call, identity, inTurn(index)) ?? expected,
  }))
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

/** Every method of HTTP at the address of `call`: those not in the document get 405, for everybody. */
export function methodCases(call: Call, identity: Identity, served: string[]): Case[] {
  const strange = METHODS.filter((method) => !served.includes(method) && !(method === 'HEAD' && served.includes('GET')))
  const cases: Case[] = strange.map((method, index) => ({
    call,
    by: inTurn(index),
    identity,
    kind: 'wrong method',
    sent: { method, path: call.path },
    expected: method === 'OPTIONS' ? 204 : 405,
    method,
  }))
  // With the cookie, a change from another site is refused before anything else (app/http/middleware/request-checks.ts).
  const elsewhere = { method: call.method, path: call.path, headers: { 'Sec-Fetch-Site': 'cross-site' } }
  const own = { call, identity, kind: 'from another site', by: 'cookie', sent: elsewhere, expected: 403 } as const
  if (call.method !== 'GET') return identity === 'anonymous' ? cases : [...cases, own]
  const expected = refusalOf(call, identity, 'token') ?? 'success'
  const sent = { method: 'HEAD', path: call.path }
  return [...cases, { call, identity, kind: 'valid', by: 'token', sent, expected, method: 'HEAD' }]
}
