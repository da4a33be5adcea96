import { bodiless, foreignIds, formInputs, type Input, jsonInputs } from './inputs'
import type { Call } from './judge'
import { type Identity, roleOf } from './people'
import { samples } from './samples'
import { MULTIPART, multipart, type Sent } from './wire'

/** One request that the check makes, and what it must be answered. */
export interface Case {
  call: Call
  identity: Identity
  kind: string
  sent: Sent
  expected: Input['expected']
  /** Whether the answer is to be judged as one to another method than the call's. */
  method?: string
  by: 'cookie' | 'token'
  /** Whether the call needs a record that nothing has taken away yet, or a session of its own. */
  needs?: 'record' | 'session'
}

export const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** A right body of a call, as it is sent. */
export function sampleOf(call: Call): Pick<Sent, 'headers' | 'body'> {
  const sample = samples[nameOf(call)]?.()
  if (!sample) return {}
  return Array.isArray(sample)
    ? { headers: { 'Content-Type': MULTIPART }, body: multipart(sample) }
    : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(sample) }
}

function inputsOf(call: Call): Input[] {
  const body = Object.entries(call.operation.requestBody?.content ?? {})[0]
  if (!body) return bodiless
  const sample = samples[nameOf(call)]?.()
  if (!sample) throw new Error(`There is no sample for ${nameOf(call)} in scripts/check-api/samples.ts.`)
  return Array.isArray(sample)
    ? formInputs(body[1].schema, sample, { takesText: call.path.endsWith('/attachments') })
    : jsonInputs(body[1].schema, sample)
}

/** With the cookie and the token in turn. */
const inTurn = (index: number) => (index % 2 ? 'cookie' : 'token')

/** The refusal that an identity meets at a call's door, or undefined when it may come in; from the document's own words. */
function refusalAtDoor({ operation, path }: Call, identity: Identity, by: Case['by']): number | undefined {
  const role = roleOf(identity)
  const isForTutors = operation.security.some((scheme) => Object.values(scheme).flat().includes('tutor'))
  const hasEnded = role === 'nobody' && identity !== 'anonymous'
  if (path === '/api/user') return hasEnded ? 401 : undefined
  // A visitor's old cookie is no reason to refuse a sign-up; a token that is named has to be good.
  if (path === '/api/newsletter/subscribe') return hasEnded && by === 'token' ? 401 : undefined
  if (operation.security.length === 0 || role === 'tutor') return undefined
  if (role === 'nobody') return 401
  return isForTutors ? 403 : undefined
}

/**
 * Every input of `call` for one identity. In the short form a shut door meets one of each kind, and of the many awkward values
 * an open one meets only some.
 */
export function inputCases(call: Call, identity: Identity, { short }: { short: boolean }): Case[] {
  const isRefused = refusalAtDoor(call, identity, 'cookie') !== undefined
  const every = isRefused ? 60 : short ? 20 : 1
  const takesRecord = call.method === 'DELETE' || call.path.endsWith('/status')
  // A log-out ends the session that it comes with, and so does a log-in.
  const endsSession = call.path === '/api/logout' || (call.path === '/api/login' && roleOf(identity) !== 'nobody')
  const needs = endsSession ? 'session' : takesRecord ? 'record' : undefined
  return inputsOf(call)
    .filter(({ kind }, index) => kind !== 'awkward value' || index % every === 0)
    .filter(({ kind }, index, all) => !(isRefused && short) || all.findIndex((one) => one.kind === kind) === index)
    .map(({ kind, headers, body, expected }, index) => {
      const by = inTurn(index)
      const refusal = refusalAtDoor(call, identity, by)
      const sent = { method: call.method, path: call.path, headers, body }
      return { call, identity, kind, sent, by, expected: refusal ?? expected, needs: refusal ? undefined : needs }
    })
}

/** Ids of no record. One that hides a slash or a NUL makes an address that nobody reads, whoever asks. */
export function addressCases(call: Call, identity: Identity): Case[] {
  const ids = call.path.includes('{id}') ? foreignIds : []
  return ids.map((id, index) => ({
    call,
    by: inTurn(index),
    identity,
    kind: 'foreign id',
    sent: { method: call.method, path: call.path.replace('{id}', id), ...sampleOf(call) },
    expected: /%(2F|00)/.test(id) ? 400 : (refusalAtDoor(call, identity, inTurn(index)) ?? 404),
  }))
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

/** Every method that HTTP knows, at the address of `call`: those that the document does not name are answered 405, to everyone. */
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
  if (call.method !== 'GET') return cases
  const head = { method: 'HEAD', path: call.path }
  return [
    ...cases,
    {
      call,
      identity,
      kind: 'valid',
      by: 'token',
      sent: head,
      expected: refusalAtDoor(call, identity, 'token') ?? 'success',
      method: 'HEAD',
    },
  ]
}
