import { z } from 'zod'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { absenceCalls, attendanceCalls } from './attendance.server'
import { type ApiCall, type CallGroup, type CallRequest, defineGet, isPublicList, runCall } from './call.server'
import { enquiryCalls } from './enquiries.server'
import { eventCalls } from './events.server'
import { fileCalls } from './files.server'
import { guideCalls } from './guides.server'
import { logInCalls } from './logging-in.server'
import { newsletterCalls } from './newsletters.server'
import { createOpenApiDocument } from './openapi.server'
import { consentCalls, retentionCalls, studentCalls } from './people.server'
import { questionCalls } from './questions.server'
import { recordCalls } from './records.server'
import { timetableCalls, weekCalls } from './week.server'

const descriptionCalls: CallGroup = {
  name: 'This description',
  description: 'The API in a form that other tools can read.',
  calls: [
    {
      ...defineGet('getOpenApi', '/api/openapi.json', {
        who: 'anyone',
        summary: 'Get this document',
        description: 'Gives this document (OpenAPI 3.1).',
        gives: z.looseObject({ openapi: z.literal('3.1.0') }),
        run: async ({ context }) => createOpenApiDocument(context.settings.centre, contract),
      }),
      isForEveryone: true,
    },
  ],
}

/**
 * Every call of the API, by topic. Other addresses and methods are answered 404 or 405 before any route
 * (http/middleware/request-checks.ts); /api/openapi.json is generated from this.
 */
export const contract: CallGroup[] = [
  logInCalls,
  enquiryCalls,
  newsletterCalls,
  fileCalls,
  consentCalls,
  timetableCalls,
  weekCalls,
  guideCalls,
  absenceCalls,
  attendanceCalls,
  studentCalls,
  questionCalls,
  eventCalls,
  ...recordCalls,
  retentionCalls,
  descriptionCalls,
]

const calls = contract.flatMap((group) => group.calls)

const addresses = [...Map.groupBy(calls, ({ path }) => path)]
  // /api/files/upload must match before /api/files/{id}.
  .sort(([one], [other]) => Number(one.includes('{id}')) - Number(other.includes('{id}')))
  .map(([path, calls]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', '([^/]+)')}$`),
    path,
    calls: new Map<string, ApiCall>(
      calls.flatMap((call) => listMethods(call).map((method) => [method, call] as const)),
    ),
  }))

function listMethods({ method }: ApiCall): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

const findAddress = (path: string) => addresses.find(({ pattern }) => pattern.test(path))

/** The patterns of calls, as routes have them, such as '/api/files/:id'. */
export function findCallPatterns(isWanted: (call: ApiCall) => boolean | undefined): string[] {
  return calls.filter(isWanted).map(({ path }) => path.replaceAll('{id}', ':id'))
}

/** The methods of an address under /api, or undefined when it is not exactly the address of a call. */
export function findAllowedMethods(address: string): string[] | undefined {
  const found = findAddress(address)
  return found && [...found.calls.keys()]
}

/** The call with this method and address, if any. */
export const findCall = (method: string, address: string): ApiCall | undefined =>
  findAddress(address)?.calls.get(method)

/** Answers a request for one of the calls. Throws what the call throws, and Refused, 404, if there is none. */
export function answerCall(args: CallRequest): Promise<Response> {
  const { pathname } = new URL(args.request.url)
  const address = findAddress(pathname)
  const call = orNotFound(address?.calls.get(args.request.method))
  const { context } = args
  const isPublic = isPublicList(call) && context.isForAll === true
  context.state.route = { pattern: call.path.replaceAll('{id}', ':id'), screen: undefined, isPublic }
  return runCall(call, args, parsePathId(address?.pattern.exec(pathname)?.[1]))
}
