import { z } from 'zod'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createPathMatcher } from '~/http/remix/routes'
import { type ApiCall, type CallGroup, type CallRequest, defineGet, isPublicList, runCall } from './call.server'
import { newsletterCalls } from './newsletters.server'
import { createOpenApiDocument } from './openapi.server'
import { absenceCalls, attendanceCalls, consentCalls, retentionCalls, studentCalls } from './people.server'
import { eventCalls, fileCalls, guideCalls, questionCalls } from './portal.server'
import { recordCalls } from './records.server'
import { enquiryCalls, logInCalls } from './visitors.server'
import { timetableCalls, weekCalls } from './week.server'

const descriptionCalls: CallGroup = {
  name: 'This description',
  description: 'The API in a form that other tools can read.',
  calls: [
    {
      ...defineGet('getOpenApi', '/api/openapi.json', {
        access: 'anyone',
        summary: 'Get this document',
        description: 'Gives this document (OpenAPI 3.1).',
        response: z.looseObject({ openapi: z.literal('3.1.0') }),
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

/** The pattern of a call's address, as routes have it, such as '/api/files/:id'. */
const getPattern = ({ path }: ApiCall) => path.replaceAll('{id}', ':id')

/** The calls of each pattern, by method. */
const callsByPattern = new Map(
  [...Map.groupBy(calls, getPattern)].map(([pattern, calls]) => [
    pattern,
    new Map<string, ApiCall>(calls.flatMap((call) => listMethods(call).map((method) => [method, call] as const))),
  ]),
)

function listMethods({ method }: ApiCall): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

const matchAddress = createPathMatcher(callsByPattern.keys(), { isExact: true })
const findCalls = (address: string) => callsByPattern.get(matchAddress(address)?.pattern ?? '')

/** The patterns of the calls that are wanted. */
export function findCallPatterns(isWanted: (call: ApiCall) => boolean | undefined): string[] {
  return calls.filter(isWanted).map(getPattern)
}

/** The methods of an address under /api, or undefined when it is not exactly the address of a call. */
export function findAllowedMethods(address: string): string[] | undefined {
  const found = findCalls(address)
  return found && [...found.keys()]
}

/** The call with this method and address, if any. */
export const findCall = (method: string, address: string): ApiCall | undefined => findCalls(address)?.get(method)

/** Answers a request for one of the calls. Throws what the call throws, and Refused, notFound, if there is none. */
export function answerCall(args: CallRequest): Promise<Response> {
  const { pathname } = new URL(args.request.url)
  const call = orNotFound(findCall(args.request.method, pathname))
  const { context } = args
  const isPublic = isPublicList(call) && context.isForAll === true
  context.state.route = { pattern: getPattern(call), screen: undefined, isPublic }
  return runCall(call, args, parsePathId(matchAddress(pathname)?.parameters.id))
}
