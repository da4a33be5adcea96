import { z } from 'zod'
import { board } from './board.server'
import { type Group, get, isPublicList } from './call.server'
import { enquiries } from './enquiries.server'
import { events } from './events.server'
import { files } from './files.server'
import { loggingIn } from './logging-in.server'
import { newsletters } from './newsletters.server'
import { notices } from './notices.server'
import { plans } from './plans.server'
import { resources } from './resources.server'
import { timetables } from './timetables.server'

const description: Group = {
  name: 'This description',
  description: 'The API in a form that other tools can read.',
  calls: [
    {
      ...get('getOpenApi', '/api/openapi.json', {
        summary: 'Get this document',
        description: 'Gives this document (OpenAPI 3.1).',
        gives: z.looseObject({ openapi: z.literal('3.1.0') }),
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
  timetables,
  events,
  notices,
  resources,
  board,
  plans,
  description,
]

const calls = contract.flatMap((group) => group.calls)
const paths = [...new Set(calls.map(({ path }) => path))]
const served = paths
  // /api/files/upload must match before /api/files/{id}.
  .sort((one, other) => Number(one.includes('{id}')) - Number(other.includes('{id}')))
  .map((path) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', '[^/]+')}$`),
    methods: calls.flatMap((call) => (call.path !== path ? [] : call.method === 'GET' ? ['GET', 'HEAD'] : call.method)),
  }))

const publicLists = new Set(calls.filter(isPublicList).map(({ path }) => path))

/** True for the address of a list that the API gives to anyone. */
export const listsForAnyone = (address: string) => publicLists.has(address)

/** The methods of an address under /api, or undefined when it is not exactly the address of a call. */
export function methodsAt(address: string): string[] | undefined {
  return served.find(({ pattern }) => pattern.test(address))?.methods
}
