import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Account, Tutor } from '~/domain/accounts/account'
import { type Change, validate, validateWith } from '~/domain/change.server'
import { inspectFiles } from '~/domain/contents.server'
import type { CursorPage, CursorRequest } from '~/domain/cursor-page.server'
import { recordVersion } from '~/domain/record'
import { openedVersion } from '~/domain/rules'
import { requireAccess } from '~/http/access/require-access.server'
import { createListResponse } from '~/http/answers/cursor-page.server'
import { readJson } from '~/http/forms/body'
import { readFields } from '~/http/forms/fields.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { getCallBodyLimit, UPLOAD_LIMIT } from '~/http/limits/body-sizes'
import type { AccessLevel } from '~/screen'

/** A request for a call. */
export type CallRequest = Pick<ActionFunctionArgs, 'request' | 'context'>

interface Body<Fields = unknown> {
  as: 'application/json' | 'multipart/form-data'
  rules: z.ZodType
  example: Record<string, unknown>
  isChange?: boolean
  /** Reads at most `limit` bytes. */
  read: (args: CallRequest, id: number, limit: number) => Promise<Fields>
}

interface Said<W extends AccessLevel> {
  /** Who may make it: nobody else is answered. */
  who: W
  summary: string
  description: string
  refuses?: number[]
  /** Whether it checks the passwords of strangers, who take turns (http/limits/queues.ts). */
  logsIn?: boolean
}

export interface ApiCall extends Said<AccessLevel> {
  refuses: number[]
  /** The operation's id: the method and a noun, `getEvents`. */
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  takes?: Body
  answers: { status: 200 | 201 | 204; record?: z.ZodType }
  /** Whether it gives a list, whole or in parts (http/answers/cursor-page.server.ts). */
  isList?: boolean
  /** Whether it gives everybody the same, though no list. */
  isForEveryone?: boolean
  run(given: CallArgs<AccessLevel, unknown>): Promise<unknown>
}

/** True for a list that anyone is given, and for what is the same for everybody. */
export const isPublicList = ({ who, isList, isForEveryone }: ApiCall): boolean =>
  who === 'anyone' && (isList === true || isForEveryone === true)

export interface CallGroup {
  name: string
  description: string
  calls: ApiCall[]
}

/** What a call is run with: who was let in, the record's id in the path, and the body. */
export interface CallArgs<W extends AccessLevel = AccessLevel, Fields = undefined>
  extends Pick<AppLoadContext, 'db' | 'uploads'>,
    CallRequest {
  user: W extends 'tutor' ? Tutor : W extends 'anyone' ? null : Account
  id: number
  body: Fields
}

/** A record to answer with, and headers to answer it with. */
export class WithHeaders<Record> {
  constructor(
    readonly record: Record,
    readonly headers: Headers,
  ) {}
}

type KeysOf<Rule> = Rule extends object ? keyof Rule : never
type FieldOf<Rule, Key> = Rule extends object ? (Key extends keyof Rule ? Rule[Key] : never) : never

/** `Result` with `never` for each field, at any depth, that `Rule` does not declare: what a call would give without saying so. */
type Declared<Result, Rule> = unknown extends Rule
  ? Result
  : Result extends string
    ? Result
    : Result extends WithHeaders<infer Inner>
      ? WithHeaders<Declared<Inner, Rule>>
      : Result extends readonly (infer Item)[]
        ? Declared<Item, Rule extends readonly (infer One)[] ? One : never>[]
        : Result extends object
          ? { [Key in keyof Result]: Key extends KeysOf<Rule> ? Declared<Result[Key], FieldOf<Rule, Key>> : never }
          : Result

/** What a call does; its result has the fields that `Gives` declares, and no others. */
type Run<W extends AccessLevel, Fields, Gives extends z.ZodType, Result> = (
  given: CallArgs<W, Fields>,
) => Promise<Result & Declared<Result, z.output<Gives>>>
type ResultOf<Gives extends z.ZodType> = z.output<Gives> | WithHeaders<z.output<Gives>>

/** What was sent, parsed by its rules; where they refuse it, with what `also` refuses besides. Throws Refused, 400, and what reading throws. */
async function readJsonBy<Rules extends z.ZodType>(
  request: Request,
  rules: Rules,
  limit: number,
  also?: (typed: Record<string, unknown>) => Promise<unknown>,
): Promise<z.output<Rules>> {
  const input = await readJson(request, limit)
  return validateWith(rules, input, async () => also?.(Object(input)))
}

/** A change of the record `id`: the fields to set, and optionally the version that was read. Throws as readJsonBy, and for another record's id. */
async function readChange<Fields>(request: Request, id: number, limit: number): Promise<Change<Fields>> {
  const own = z.literal(id, 'The id must match the one in the address.').optional()
  const body = z.looseObject({ id: own, version: openedVersion().optional() })
  const { id: _, version, ...patch } = validate(body, await readJson(request, limit))
  return { version, patch: patch as Change<Fields>['patch'] }
}

/** A form with a file. Throws as readJsonBy. */
async function readFormBy<Rules extends z.ZodType>(args: CallRequest, rules: Rules): Promise<z.output<Rules>> {
  const form = await readSubmission(args, { limit: UPLOAD_LIMIT })
  const input: [string, unknown][] = []
  for (const name of readFields(rules).keys()) {
    const values = form.getAll(name)
    // A repeated field becomes an array, which the rules of a text or a file refuse.
    if (values.length > 0) input.push([name, values.length > 1 ? values : values[0]])
  }
  const fields = Object.fromEntries(input)
  return validateWith(rules, fields, () => inspectFiles(rules, fields))
}

/** An example's fields; openapi.test.ts checks that they satisfy the rules. */
type Fields<Rules extends z.ZodType> = Partial<z.input<Rules>>

/** A JSON body. `also` refuses what can be known of one next to its rules; it is asked before the body is read. */
export function defineJsonBody<Rules extends z.ZodType>(
  rules: Rules,
  example: Fields<Rules>,
  also?: (args: CallRequest) => Promise<(typed: Record<string, unknown>) => Promise<unknown>>,
): Body<z.output<Rules>> {
  const read: Body<z.output<Rules>>['read'] = async (args, _id, limit) =>
    readJsonBy(args.request, rules, limit, await also?.(args))
  return { as: 'application/json', rules, example, read }
}

/** The JSON body of a change: any of the record's fields, and optionally the version that was read, which then has to be current. */
export function defineChangeBody<Rules extends z.ZodObject>(
  rules: Rules,
  example: Fields<Rules> & { version?: number },
): Body<Change<z.output<Rules>>> {
  const withVersion = rules.safeExtend({ version: recordVersion.optional() })
  const read: Body<Change<z.output<Rules>>>['read'] = ({ request }, id, limit) => readChange(request, id, limit)
  return { as: 'application/json', rules: withVersion, example, isChange: true, read }
}

/** A multipart form with a file. */
export function defineFormBody<Rules extends z.ZodType>(
  rules: Rules,
  example: Omit<Fields<Rules>, 'file'>,
): Body<z.output<Rules>> {
  const read = (args: CallRequest) => readFormBy(args, rules)
  return { as: 'multipart/form-data', rules, example: { ...example, file: 'the bytes of the file' }, read }
}

interface Calling<W extends AccessLevel, Fields, Gives extends z.ZodType, Result> extends Said<W> {
  status?: 200 | 201
  gives: Gives
  takes?: Body<Fields>
  run: Run<W, Fields, Gives, Result>
}

export function defineCall<
  W extends AccessLevel,
  Gives extends z.ZodType,
  Result extends ResultOf<Gives>,
  Fields = undefined,
>(
  method: ApiCall['method'],
  id: string,
  path: string,
  { status = 200, gives, takes, run, ...said }: Calling<W, Fields, Gives, Result>,
): ApiCall {
  return { refuses: [], ...said, method, id, path, takes, answers: { status, record: gives }, run }
}

/** The answer of a call, run for whom it is for; `id` is the record’s in its path, 0 where there is none. Throws refusals. */
export async function runCall(
  { who, takes, answers: { status }, run }: ApiCall,
  { request, context }: CallRequest,
  id: number,
) {
  const args = { request, context }
  const session = await requireAccess(args, who)
  context.session = session
  const user = session?.user ?? null
  const body = await takes?.read(args, id, getCallBodyLimit({ who, takes }))
  const given = await run({ ...args, db: context.db, uploads: context.uploads, user, id, body })
  if (given instanceof Response) return given
  if (given instanceof WithHeaders) return Response.json(given.record, { status, headers: given.headers })
  return status === 204 ? new Response(null, { status }) : Response.json(given, { status })
}

export const defineGet = <W extends AccessLevel, Gives extends z.ZodType, Result extends ResultOf<Gives>>(
  id: string,
  path: string,
  said: Calling<W, undefined, Gives, Result>,
): ApiCall => defineCall('GET', id, path, said)

interface Listing<W extends AccessLevel, Gives extends z.ZodType, Item> extends Said<W> {
  gives: Gives
  run: (given: CallArgs<W> & { asked: CursorRequest }) => Promise<CursorPage<Item & Declared<Item, z.output<Gives>>>>
}

/** A call that gives a list of records, whole or in parts; `gives` is one of them, and `run` reads the part that is asked for. */
export function defineList<W extends AccessLevel, Gives extends z.ZodType, Item extends z.output<Gives>>(
  id: string,
  path: string,
  { gives, run, ...said }: Listing<W, Gives, Item>,
): ApiCall {
  const answered = (given: CallArgs<W>) =>
    createListResponse(given.request, (requested) => run({ ...given, asked: requested }))
  const answers = { status: 200, record: z.array(gives) } as const
  return { ...said, method: 'GET', id, path, answers, refuses: [400], run: answered, isList: true }
}

export const definePost = <W extends AccessLevel, Fields, Gives extends z.ZodType, Result extends ResultOf<Gives>>(
  id: string,
  path: string,
  said: Calling<W, Fields, Gives, Result> & { takes: Body<Fields> },
): ApiCall => defineCall('POST', id, path, { status: 201, ...said })

export function definePatch<W extends AccessLevel, Fields, Gives extends z.ZodType, Result extends ResultOf<Gives>>(
  id: string,
  path: string,
  said: Calling<W, Fields, Gives, Result> & { takes: Body<Fields> },
): ApiCall {
  return defineCall('PATCH', id, path, { ...said, refuses: [...new Set([...(said.refuses ?? []), 409])] })
}

export function defineDelete<W extends AccessLevel>(
  id: string,
  path: string,
  said: Said<W> & { run: (given: CallArgs<W>) => Promise<unknown> },
): ApiCall {
  return { refuses: [], ...said, method: 'DELETE', id, path, takes: undefined, answers: { status: 204 } }
}

interface Changes<Rules extends z.ZodObject, Gives extends z.ZodType, Added, Changed> {
  /** As in `postEvent`. */
  id: string
  /** As in 'Add an event', and in 'when the event has changed'. */
  noun: string
  record: string
  /** What more there is to say. */
  adds: string
  removes?: string
  rules: Rules
  gives: Gives
  example: Fields<Rules>
  changed: Fields<Rules> & { version?: number }
  add: Run<'tutor', z.output<Rules>, Gives, Added>
  change: Run<'tutor', Change<z.output<Rules>>, Gives, Changed>
  remove: (given: CallArgs<'tutor'>) => Promise<unknown>
}

/** The calls that add, change and delete records of one kind, with JSON. */
export function defineChanges<
  Rules extends z.ZodObject,
  Gives extends z.ZodType,
  Added extends z.output<Gives>,
  Changed extends z.output<Gives>,
>(path: string, said: Changes<Rules, Gives, Added, Changed>): ApiCall[] {
  const { id, noun, record, rules, gives } = said
  const who = 'tutor'
  return [
    definePost(`post${id}`, path, {
      who,
      summary: `Add ${noun}`,
      description: `Adds ${noun}${said.adds}`,
      takes: defineJsonBody(rules, said.example),
      gives,
      run: said.add,
    }),
    definePatch(`patch${id}`, `${path}/{id}`, {
      who,
      summary: `Change ${noun}`,
      description: `Changes the fields that are sent; the others stay as they are. 409 when the ${record} has changed since the version that was sent.`,
      takes: defineChangeBody(rules, said.changed),
      gives,
      run: said.change,
    }),
    defineDelete(`delete${id}`, `${path}/{id}`, {
      who,
      summary: `Delete ${noun}`,
      description: `Deletes ${noun}${said.removes ?? ''} for good.`,
      run: said.remove,
    }),
  ]
}

/** The answer of a call without a record to return, such as `example`. */
export function defineMessageAnswer(example: string) {
  return z.strictObject({ message: z.string() }).meta({ examples: [{ message: example }] })
}
