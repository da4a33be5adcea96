import { encodeMultipart, MULTIPART, type Part, type RawRequest } from '../shared/wire'
import { bodilessInputs, createFormInputs, createJsonInputs, foreignIds, type Input } from './inputs'
import type { ApiCall } from './judge'
import { getRole, type Identity } from './people'
import { samples } from './samples'

export interface Case {
  call: ApiCall
  identity: Identity
  kind: string
  sent: RawRequest
  expected: Input['expected']
  /** The method for the check of the response, if it is not the call's. */
  method?: string
  by: 'cookie' | 'token'
  needs?: 'record' | 'session'
}

export const formatCallName = ({ method, path }: ApiCall) => `${method} ${path}`

/** A valid body of a call: by default its example in the document; undefined without a body. */
export function createBody(call: ApiCall): Record<string, unknown> | Part[] | undefined {
  const { version: _, ...example } = call.operation.requestBody?.content['application/json']?.example ?? {}
  return samples[formatCallName(call)]?.() ?? (Object.keys(example).length > 0 ? example : undefined)
}

/** The same, encoded. */
export function encodeSample(call: ApiCall): Pick<RawRequest, 'headers' | 'body'> {
  const sample = createBody(call)
  if (!sample) return {}
  return Array.isArray(sample)
    ? { headers: { 'Content-Type': MULTIPART }, body: encodeMultipart(sample) }
    : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(sample) }
}

function listInputs(call: ApiCall): Input[] {
  const body = Object.entries(call.operation.requestBody?.content ?? {})[0]
  if (!body) return bodilessInputs
  const sample = createBody(call)
  if (!sample) throw new Error(`There is no sample for ${formatCallName(call)} in scripts/checks/api/samples.ts.`)
  return Array.isArray(sample)
    ? createFormInputs(body[1].schema, sample, { takesText: call.path.endsWith('/attachments') })
    : createJsonInputs(body[1].schema, sample)
}

const alternate = (index: number) => (index % 2 ? 'cookie' : 'token')

/** The status with which an identity is refused, or undefined; derived from the document only. */
function getRefusal({ operation, path }: ApiCall, identity: Identity, by: Case['by']): number | undefined {
  const role = getRole(identity)
  const isForTutors = operation.security.some((scheme) => Object.values(scheme).flat().includes('tutor'))
  const hasEnded = role === 'visitor' && identity !== 'anonymous'
  if (path === '/api/user') return hasEnded ? 401 : undefined
  // An expired cookie must not prevent a sign-up, but a Bearer token must be valid.
  if (path === '/api/newsletter/subscribe') return hasEnded && by === 'token' ? 401 : undefined
  if (operation.security.length === 0 || role === 'tutor') return undefined
  if (role === 'visitor') return 401
  return isForTutors ? 403 : undefined
}

/** Calls that only a student can make for themselves, not others and not tutors. */
function getOwnRefusal({ path }: ApiCall, identity: Identity): number | undefined {
  if (path === '/api/consents/withdraw' && identity === 'other') return 403
  if (path === '/api/questions/{id}/answer' && identity === 'tutor') return 404
  // Only the student whose answer it is.
  if (path === '/api/portal/consents/own-word' && (identity === 'tutor' || identity === 'other')) return 404
  return undefined
}

/** One identity for each role. */
export const ofEachRole: Identity[] = ['anonymous', 'owner', 'tutor']

/**
 * All inputs of `call` for one identity. In the short form a refused identity sends one of each kind, an allowed one some of the awkward
 * values, and a second one of a role only valid bodies.
 */
export function createInputCases(call: ApiCall, identity: Identity, { short }: { short: boolean }): Case[] {
  const isRefused = getRefusal(call, identity, 'cookie') !== undefined
  const every = isRefused ? 60 : short ? 40 : 1
  const isSecond = short && !ofEachRole.includes(identity) && createBody(call) !== undefined
  const takesRecord = call.method === 'DELETE' || call.path.endsWith('/status')
  // Logging in or out ends the session.
  const endsSession = call.path === '/api/logout' || (call.path === '/api/login' && getRole(identity) !== 'visitor')
  const needs = endsSession ? 'session' : takesRecord ? 'record' : undefined
  return listInputs(call)
    .filter(({ kind }, index) => (isSecond ? kind === 'valid' : kind !== 'awkward value' || index % every === 0))
    .filter(({ kind }, index, all) => !(isRefused && short) || all.findIndex((one) => one.kind === kind) === index)
    .map(({ kind, headers, body, expected }, index) => {
      const by = alternate(index)
      const refusal =
        getRefusal(call, identity, by) ?? (expected === 'success' ? getOwnRefusal(call, identity) : undefined)
      const sent = { method: call.method, path: call.path, headers, body }
      return { call, identity, kind, sent, by, expected: refusal ?? expected, needs: refusal ? undefined : needs }
    })
}

/** Ids without a record. An encoded slash or NUL makes the address invalid for all. */
export function createAddressCases(call: ApiCall, identity: Identity): Case[] {
  const ids = call.path.includes('{id}') ? foreignIds : []
  return ids.map((id, index) => ({
    call,
    by: alternate(index),
    identity,
    kind: 'foreign id',
    sent: { method: call.method, path: call.path.replace('{id}', id), ...encodeSample(call) },
    expected: /%(2F|00)/.test(id) ? 400 : (getRefusal(call, identity, alternate(index)) ?? 404),
  }))
}

/** Valid and invalid values of a list's `limit` and `cursor`. */
const pages: [query: string, expected: Input['expected']][] = [
  ['limit=1', 'success'],
  ['limit=500', 'success'],
  // Short lists look up the record in the cursor.
  [`cursor=${Buffer.from('["",0]').toString('base64url')}&limit=2`, 'any'],
  ...['limit=0', 'limit=501', 'limit=-1', 'limit=', 'limit=1e2', 'limit=ten', 'cursor=', 'cursor=nothing'].map(
    (query): [string, 400] => [query, 400],
  ),
  ...['[]', '["a",-1]', '[1,2]', '{"a":1}', '["a",1,2]', '[null,1]'].map((place): [string, 400] => [
    `cursor=${Buffer.from(place).toString('base64url')}`,
    400,
  ]),
]

export function createPageCases(call: ApiCall, identity: Identity): Case[] {
  if (!call.operation.parameters?.some(({ name }) => name === 'cursor')) return []
  return pages.map(([query, expected], index) => ({
    call,
    by: alternate(index),
    identity,
    kind: 'page of a list',
    sent: { method: call.method, path: `${call.path}?${query}` },
    expected: getRefusal(call, identity, alternate(index)) ?? expected,
  }))
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

/** All HTTP methods at the address of `call`: those not in the document must get 405. */
export function createMethodCases(call: ApiCall, identity: Identity, served: string[]): Case[] {
  const strange = METHODS.filter((method) => !served.includes(method) && !(method === 'HEAD' && served.includes('GET')))
  const cases: Case[] = strange.map((method, index) => ({
    call,
    by: alternate(index),
    identity,
    kind: 'wrong method',
    sent: { method, path: call.path },
    expected: method === 'OPTIONS' ? 204 : 405,
    method,
  }))
  // A change from another site with the cookie is refused first (app/http/middleware/request-checks.ts).
  const elsewhere = { method: call.method, path: call.path, headers: { 'Sec-Fetch-Site': 'cross-site' } }
  const own = { call, identity, kind: 'from another site', by: 'cookie', sent: elsewhere, expected: 403 } as const
  if (call.method !== 'GET') return identity === 'anonymous' ? cases : [...cases, own]
  const expected = getRefusal(call, identity, 'token') ?? 'success'
  const sent = { method: 'HEAD', path: call.path }
  return [...cases, { call, identity, kind: 'valid', by: 'token', sent, expected, method: 'HEAD' }]
}
