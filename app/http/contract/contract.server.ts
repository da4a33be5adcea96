import { z } from 'zod'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { absences } from './absences.server'
import { type Asking, type Call, type Group, get, isPublicList, runCall } from './call.server'
import { consent } from './consent.server'
import { enquiries } from './enquiries.server'
import { events } from './events.server'
import { files } from './files.server'
import { loggingIn } from './logging-in.server'
import { newsletters } from './newsletters.server'
import { openApiOf } from './openapi.server'
import { questions } from './questions.server'
import { records } from './records.server'
import { retention } from './retention.server'
import { timetables } from './timetables.server'
import { week } from './week.server'

const description: Group = {
  name: 'This description',
  description: 'The API in a form that other tools can read.',
  calls: [
    {
      ...get('getOpenApi', '/api/openapi.json', {
        who: 'anyone',
        summary: 'Get this document',
        description: 'Gives this document (OpenAPI 3.1).',
        gives: z.looseObject({ openapi: z.literal('3.1.0') }),
        run: async ({ context }) => openApiOf(context.settings.centre, contract),
      }),
      isForEveryone: true,
    },
  ],
}

/**
 * Every call of the API, by topic. Other addresses and methods are answered 404 or 405 before any route (http/gate/gate.ts);
 * /api/openapi.json is generated from this.
 */
export const contract: Group[] = [
  loggingIn,
  enquiries,
  newsletters,
  files,
  consent,
  timetables,
  week,
  absences,
  questions,
  events,
  ...records,
  retention,
  description,
]

const calls = contract.flatMap((group) => group.calls)

const addresses = [...Map.groupBy(calls, ({ path }) => path)]
  // /api/files/upload must match before /api/files/{id}.
  .sort(([one], [other]) => Number(one.includes('{id}')) - Number(other.includes('{id}')))
  .map(([path, calls]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', '([^/]+)')}$`),
    path,
    calls: new Map<string, Call>(calls.flatMap((call) => methodsOf(call).map((method) => [method, call] as const))),
  }))

function methodsOf({ method }: Call): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

const addressOf = (path: string) => addresses.find(({ pattern }) => pattern.test(path))

/** The patterns of calls, as routes have them, such as '/api/files/:id'. */
export function patternsOfCalls(isWanted: (call: Call) => boolean | undefined): string[] {
  return calls.filter(isWanted).map(({ path }) => path.replaceAll('{id}', ':id'))
}

/** The methods of an address under /api, or undefined when it is not exactly the address of a call. */
export function methodsAt(address: string): string[] | undefined {
  const found = addressOf(address)
  return found && [...found.calls.keys()]
}

/** Answers a request for one of the calls. Throws what the call throws, and Refused, 404, where there is none. */
export function answerCall(asking: Asking): Promise<Response> {
  const { pathname } = new URL(asking.request.url)
  const address = addressOf(pathname)
  const call = orNotFound(address?.calls.get(asking.request.method))
  const { context } = asking
  const isPublic = isPublicList(call) && context.isForAll === true
  context.route = { pattern: call.path.replaceAll('{id}', ':id'), screen: undefined, isPublic }
  return runCall(call, asking, pathId(address?.pattern.exec(pathname)?.[1]))
}
