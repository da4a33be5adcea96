import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Account, Tutor } from '~/domain/accounts/account'
import { type Change, validate, validateWith } from '~/domain/change.server'
import type { CursorPage, CursorRequest } from '~/domain/page.server'
import { recordVersion } from '~/domain/record'
import { openedVersion } from '~/domain/rules'
import { inspectFiles } from '~/domain/server-rules.server'
import { requireAccess } from '~/http/access/require-access.server'
import { createListResponse } from '~/http/answers/lists.server'
import { readJson } from '~/http/forms/body'
import { getFormFields } from '~/http/forms/fields.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { getCallBodyLimit } from '~/http/limits/bodies'
import type { AccessLevel } from '~/screen'

/** A request for an API call. */
export type CallRequest = Pick<ActionFunctionArgs, 'request' | 'context'>

interface RequestBody<Fields = unknown> {
  as: 'application/json' | 'multipart/form-data'
  rules: z.ZodType
  example: Record<string, unknown>
  isChange?: boolean
  /** Reads at most `limit` bytes. */
  read: (args: CallRequest, id: number, limit: number) => Promise<Fields>
}

interface CallDescription<W extends AccessLevel> {
  /** Who may make the call. */
  access: W
  summary: string
  description: string
  errors?: number[]
  /** Whether it checks passwords, so that unknown devices queue (http/limits/queues.ts). */
  logsIn?: boolean
}

export interface ApiCall extends CallDescription<AccessLevel> {
  errors: number[]
  /** The OpenAPI operationId: the method and a noun, `getEvents`. */
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: RequestBody
  answers: { status: 200 | 201 | 204; record?: z.ZodType }
  /** Whether it returns a list, whole or by cursor pages (http/answers/lists.server.ts). */
  isList?: boolean
  /** Whether it returns the same for everyone without being a list. */
  isForEveryone?: boolean
  run(args: CallArgs<AccessLevel, unknown>): Promise<unknown>
}

/** True for a public list, and for a call that returns the same for everyone. */
export const isPublicList = ({ access, isList, isForEveryone }: ApiCall): boolean =>
  access === 'anyone' && (isList === true || isForEveryone === true)

export interface CallGroup {
  name: string
  description: string
  calls: ApiCall[]
}

/** The arguments of a call: the account that was let in, the record's id in the path, and the body. */
export interface CallArgs<W extends AccessLevel = AccessLevel, Fields = undefined>
  extends Pick<AppLoadContext, 'db' | 'uploads'>,
    CallRequest {
  user: W extends 'tutor' ? Tutor : W extends 'anyone' ? null : Account
  id: number
  body: Fields
}

/** A record to return with its own response headers. */
export class WithHeaders<Record> {
  constructor(
    readonly record: Record,
    readonly headers: Headers,
  ) {}
}

type KeysOf<Rule> = Rule extends object ? keyof Rule : never
type FieldOf<Rule, Key> = Rule extends object ? (Key extends keyof Rule ? Rule[Key] : never) : never

/** `Result` with `never` for each field, at any depth, that `Rule` does not declare, so that an undeclared field does not compile. */
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

/** Runs a call. Its result has the fields that `Gives` declares, and no others. */
export type RunCall<W extends AccessLevel, Fields, Gives extends z.ZodType, Result> = (
  args: CallArgs<W, Fields>,
) => Promise<Result & Declared<Result, z.output<Gives>>>
type ResultOf<Gives extends z.ZodType> = z.output<Gives> | WithHeaders<z.output<Gives>>

/** The parsed JSON body. Throws Refused, invalid, with the errors of the rules and of `refine`, and what readJson throws. */
async function readJsonBody<Rules extends z.ZodType>(
  request: Request,
  rules: Rules,
  limit: number,
  refine?: (typed: Record<string, unknown>) => Promise<unknown>,
): Promise<z.output<Rules>> {
  const input = await readJson(request, limit)
  return validateWith(rules, input, async () => refine?.(Object(input)))
}

/**
 * A change of the record `id`: the fields to set, and optionally the version that was read. Throws as readJsonBody, and for another
 * record's id.
 */
async function readChangeBody<Fields>(request: Request, id: number, limit: number): Promise<Change<Fields>> {
  const own = z.literal(id, 'The id must match the one in the address.').optional()
  const body = z.looseObject({ id: own, version: openedVersion().optional() })
  const { id: _, version, ...patch } = validate(body, await readJson(request, limit))
  return { version, patch: patch as Change<Fields>['patch'] }
}

/** A form with a file. Throws as readJsonBody. */
async function readFormBody<Rules extends z.ZodType>(
  args: CallRequest,
  rules: Rules,
  limit: number,
): Promise<z.output<Rules>> {
  const form = await readSubmission(args, { limit })
  const input: [string, unknown][] = []
  for (const name of getFormFields(rules).keys()) {
    const values = form.getAll(name)
    // A repeated field becomes an array, which the rules for texts and files refuse.
    if (values.length > 0) input.push([name, values.length > 1 ? values : values[0]])
  }
  const fields = Object.fromEntries(input)
  return validateWith(rules, fields, () => inspectFiles(rules, fields))
}

/** An example's fields; openapi.test.ts checks that they satisfy the rules. */
export type ExampleFields<Rules extends z.ZodType> = Partial<z.input<Rules>>

/** A JSON body. `refine` is called before the body is read, and returns a check of its own beyond the rules. */
export function defineJsonBody<Rules extends z.ZodType>(
  rules: Rules,
  example: ExampleFields<Rules>,
  refine?: (args: CallRequest) => Promise<(typed: Record<string, unknown>) => Promise<unknown>>,
): RequestBody<z.output<Rules>> {
  const read: RequestBody<z.output<Rules>>['read'] = async (args, _id, limit) =>
    readJsonBody(args.request, rules, limit, await refine?.(args))
  return { as: 'application/json', rules, example, read }
}

/** The JSON body of a change: any of the record's fields, and optionally the version that was read, which must then be current. */
export function defineChangeBody<Rules extends z.ZodObject>(
  rules: Rules,
  example: ExampleFields<Rules> & { version?: number },
): RequestBody<Change<z.output<Rules>>> {
  const withVersion = rules.safeExtend({ version: recordVersion.optional() })
  const read: RequestBody<Change<z.output<Rules>>>['read'] = ({ request }, id, limit) =>
    readChangeBody(request, id, limit)
  return { as: 'application/json', rules: withVersion, example, isChange: true, read }
}

/** A multipart form with a file. */
export function defineFormBody<Rules extends z.ZodType>(
  rules: Rules,
  example: Omit<ExampleFields<Rules>, 'file'>,
): RequestBody<z.output<Rules>> {
  const read: RequestBody<z.output<Rules>>['read'] = (args, _id, limit) => readFormBody(args, rules, limit)
  return { as: 'multipart/form-data', rules, example: { ...example, file: 'the bytes of the file' }, read }
}

interface CallDefinition<W extends AccessLevel, Fields, Gives extends z.ZodType, Result> extends CallDescription<W> {
  status?: 200 | 201
  response: Gives
  body?: RequestBody<Fields>
  run: RunCall<W, Fields, Gives, Result>
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
  { status = 200, response, body, run, ...definition }: CallDefinition<W, Fields, Gives, Result>,
): ApiCall {
  return { errors: [], ...definition, method, id, path, body, answers: { status, record: response }, run }
}

/** Runs a call after checking access. `id` is the record's in the path, or 0. Throws refusals. */
export async function runCall(
  { access, body: declared, answers: { status }, run }: ApiCall,
  { request, context }: CallRequest,
  id: number,
) {
  const args = { request, context }
  const session = await requireAccess(args, access)
  context.state.session = session
  const user = session?.user ?? null
  const body = await declared?.read(args, id, getCallBodyLimit({ access, body: declared }))
  const result = await run({ ...args, db: context.db, uploads: context.uploads, user, id, body })
  if (result instanceof Response) return result
  if (result instanceof WithHeaders) return Response.json(result.record, { status, headers: result.headers })
  return status === 204 ? new Response(null, { status }) : Response.json(result, { status })
}

export const defineGet = <W extends AccessLevel, Gives extends z.ZodType, Result extends ResultOf<Gives>>(
  id: string,
  path: string,
  definition: CallDefinition<W, undefined, Gives, Result>,
): ApiCall => defineCall('GET', id, path, definition)

interface ListDefinition<W extends AccessLevel, Gives extends z.ZodType, Item> extends CallDescription<W> {
  response: Gives
  run: (
    args: CallArgs<W> & { pageRequest: CursorRequest },
  ) => Promise<CursorPage<Item & Declared<Item, z.output<Gives>>>>
}

/** A call that returns a list of records, whole or by cursor pages. `response` is one record; `run` reads the requested page. */
export function defineList<W extends AccessLevel, Gives extends z.ZodType, Item extends z.output<Gives>>(
  id: string,
  path: string,
  { response, run, ...definition }: ListDefinition<W, Gives, Item>,
): ApiCall {
  const runPage = (args: CallArgs<W>) =>
    createListResponse(args.request, (pageRequest) => run({ ...args, pageRequest }))
  const answers = { status: 200, record: z.array(response) } as const
  return { ...definition, method: 'GET', id, path, answers, errors: [400], run: runPage, isList: true }
}

export const definePost = <W extends AccessLevel, Fields, Gives extends z.ZodType, Result extends ResultOf<Gives>>(
  id: string,
  path: string,
  definition: CallDefinition<W, Fields, Gives, Result> & { body: RequestBody<Fields> },
): ApiCall => defineCall('POST', id, path, { status: 201, ...definition })

export function definePatch<W extends AccessLevel, Fields, Gives extends z.ZodType, Result extends ResultOf<Gives>>(
  id: string,
  path: string,
  definition: CallDefinition<W, Fields, Gives, Result> & { body: RequestBody<Fields> },
): ApiCall {
  return defineCall('PATCH', id, path, { ...definition, errors: [...new Set([...(definition.errors ?? []), 409])] })
}

export function defineDelete<W extends AccessLevel>(
  id: string,
  path: string,
  definition: CallDescription<W> & { run: (args: CallArgs<W>) => Promise<unknown> },
): ApiCall {
  return { errors: [], ...definition, method: 'DELETE', id, path, body: undefined, answers: { status: 204 } }
}

/** The response of a call without a record, such as `example`. */
export function defineMessageAnswer(example: string) {
  return z.strictObject({ message: z.string() }).meta({ examples: [{ message: example }] })
}
