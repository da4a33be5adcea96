import { z } from 'zod'
import { type Who, whoMay } from '~/access'
import { recordVersion } from '~/domain/record'

/** A call's body: the rules its route parses it with, its media type, and a valid example. A change may leave fields out. */
interface Body {
  as: 'application/json' | 'multipart/form-data'
  rules: z.ZodType
  example: Record<string, unknown>
  isChange?: boolean
}

/** One call. Refusals that follow from the other properties (openapi.server.ts) are not listed; `refuses` names the others. */
export interface Call {
  /** The operation's id: the method and a noun, `getEvents`. */
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Who may make it, by access.ts; undefined where nobody may. */
  who: Who | undefined
  summary: string
  description: string
  takes?: Body
  answers: { status: 200 | 201 | 204; record?: z.ZodType }
  /** Whether it gives a list, whole or in parts (http/answers/cursor-page.server.ts). */
  isList?: boolean
  /** Whether it gives everybody the same, though no list. */
  isForEveryone?: boolean
  refuses: number[]
}

/** True for a list that anyone is given, and for what is the same for everybody. */
export const isPublicList = ({ who, isList, isForEveryone }: Call): boolean =>
  who === 'anyone' && (isList === true || isForEveryone === true)

export interface Group {
  name: string
  description: string
  calls: Call[]
}

/** A call's description, without its address. */
interface Said {
  summary: string
  description: string
  refuses?: number[]
}
type Giving = Said & { gives: z.ZodType }
type Taking = Giving & { takes: Body }

/** An example's fields; openapi.test.ts checks that they satisfy the rules. */
type Fields<Rules extends z.ZodType> = Partial<z.input<Rules>>

/** A JSON body. */
export function json<Rules extends z.ZodType>(rules: Rules, example: Fields<Rules>): Body {
  return { as: 'application/json', rules, example }
}

/** The JSON body of a change: any of the record's fields, and optionally the version that was read, which then has to be current. */
export function change<Rules extends z.ZodObject>(rules: Rules, example: Fields<Rules> & { version?: number }): Body {
  return { ...json(rules.safeExtend({ version: recordVersion.optional() }), example), isChange: true }
}

/** A multipart form with a file. */
export function form<Rules extends z.ZodType>(rules: Rules, example: Omit<Fields<Rules>, 'file'>): Body {
  return { as: 'multipart/form-data', rules, example: { ...example, file: 'the bytes of the file' } }
}

export function get(id: string, path: string, { gives, ...said }: Giving): Call {
  return call('GET', id, path, said, { status: 200, record: gives })
}
/** A call that gives a list of records, whole or in parts; `gives` is one of them. */
export function list(id: string, path: string, { gives, ...said }: Giving): Call {
  return { ...get(id, path, { ...said, gives: z.array(gives), refuses: [400] }), isList: true }
}
export function post(id: string, path: string, { gives, takes, ...said }: Taking): Call {
  return { ...call('POST', id, path, said, { status: 201, record: gives }), takes }
}
export function patch(id: string, path: string, { gives, takes, ...said }: Taking): Call {
  const { refuses = [], ...rest } = said
  return {
    ...call('PATCH', id, path, { ...rest, refuses: [...new Set([...refuses, 409])] }, { status: 200, record: gives }),
    takes,
  }
}
export function remove(id: string, path: string, said: Said): Call {
  return call('DELETE', id, path, said, { status: 204 })
}

export function call(method: Call['method'], id: string, path: string, said: Said, answers: Call['answers']): Call {
  const folder = path.slice(1).replace('.', '[.]').replace('{', '$').replace('}', '').replaceAll('/', '.')
  const who = whoMay(folder.replace('.', '/'), method === 'GET' ? 'loader' : 'action')
  return { refuses: [], ...said, who, method, id, path, answers }
}

/** The answer of a call without a record to return, such as `example`. */
export function message(example: string) {
  return z.strictObject({ message: z.string() }).meta({ examples: [{ message: example }] })
}
