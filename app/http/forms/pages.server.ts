import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { getTutor } from '~/auth/identity.server'
import { confirmIdentity, findRequiredProof } from '~/auth/second-step.server'
import type { Tutor } from '~/domain/accounts/account'
import { findPerson } from '~/domain/accounts/people.server'
import { ownProof } from '~/domain/accounts/schema'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createPreviewResult, handleSubmission, isPreviewRequest, parseForm } from './form.server'
import { readSubmission } from './idempotency.server'
import { type Message, redirectOnConflict, redirectWithMessage } from './message.server'

/** What a page's functions get of a tutor's request; `id` is that of the path, or 0, which no record has. */
export interface TutorRequest extends AppLoadContext {
  tutor: Tutor
  id: number
  request: Request
  params: LoaderFunctionArgs['params']
  /** As loaders and actions get it. */
  context: AppLoadContext
}

/** Where a form leads once it is saved, and the message there. */
export interface SaveResult extends Omit<Message, 'kind'> {
  to: string
  headers?: Headers
}

/** Where a change of a record leads, and what is told there: 'Notice deleted', 'The notice has been deleted successfully.', then `more`. */
export function createSaveResult(
  noun: string,
  action: 'added' | 'updated' | 'deleted',
  to: string,
  more = '',
): SaveResult {
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${action}`
  return { to, title, text: `The ${noun} has been ${action} successfully. ${more}`.trim() }
}

type Telling<Fields> = Parameters<typeof handleSubmission<Fields, Response>>[2]

function askedBy(args: LoaderFunctionArgs): TutorRequest {
  const { request, params, context } = args
  return { ...context, context, request, params, id: parsePathId(params.id), tutor: getTutor(args) }
}

const lead = (context: AppLoadContext, { to, headers, ...message }: SaveResult) =>
  redirectWithMessage(context, to, { kind: 'success', ...message }, headers)

/** The loader of a tutor's page: what `load` gives. */
export function createPageLoader<Data>(load: (requested: TutorRequest) => Promise<Data>) {
  return (args: LoaderFunctionArgs) => load(askedBy(args))
}

/** The loader of a tutor's page about one record: what `show` takes of it. 404 where `find` has none. */
export function createRecordLoader<Kept, Data = Kept>(
  find: (requested: TutorRequest) => Promise<Kept | null | undefined>,
  show: (record: Kept, requested: TutorRequest) => Data,
) {
  return createPageLoader(async (requested) => show(orNotFound(await find(requested)), requested))
}

/** The action of a tutor's form: `save` gets its valid fields, and a preview shows its content, or its text. As `saving` otherwise. */
export function createFormAction<Rules extends ZodType>(
  rules: Rules,
  save: (fields: output<Rules>, requested: TutorRequest) => Promise<SaveResult>,
  options: Telling<output<Rules>> | ((requested: TutorRequest) => Telling<output<Rules>>) = {},
) {
  const action = async (args: ActionFunctionArgs, read?: FormData) => {
    const requested = askedBy(args)
    const form = read ?? (await readSubmission(args))
    const submission = parseForm(form, rules)
    if (isPreviewRequest(form)) return createPreviewResult(submission, form.get('content') ?? form.get('text'))
    return handleSubmission(
      submission,
      async (fields) => lead(args.context, await save(fields, requested)),
      typeof options === 'function' ? options(requested) : options,
    )
  }
  return Object.assign(action, { rules: [rules] as ZodType[] })
}

/** What a form about the account in the path asks of whoever sends it: proof of who they are where it is a tutor's, else null. */
export async function findProofForAccount({ db, context, tutor, id }: TutorRequest) {
  return (await findPerson(db, id))?.role === 'tutor' ? findRequiredProof(context, tutor) : null
}

/** As createConfirmAction, for the account in the path: about a tutor's, the form has the sender's own password and code. */
export function createAccountAction(run: (requested: TutorRequest) => Promise<SaveResult>) {
  return async (args: ActionFunctionArgs) => {
    const requested = askedBy(args)
    const form = await readSubmission(args)
    const done = async () => lead(args.context, await run(requested))
    if (!(await findProofForAccount(requested))) return done()
    return handleSubmission(parseForm(form, ownProof), async (input) => {
      await confirmIdentity(args.context, requested.tutor, input)
      return done()
    })
  }
}

/**
 * The action of a tutor's confirmation, whose form holds nothing but its idempotency key. With `failure`, a conflict with the record's
 * state is told at `at`, which shows that state.
 */
export function createConfirmAction(
  run: (requested: TutorRequest, form: FormData) => Promise<SaveResult>,
  conflict?: { failure: string; at: (requested: TutorRequest) => string },
) {
  return async (args: ActionFunctionArgs, read?: FormData) => {
    const requested = askedBy(args)
    const form = read ?? (await readSubmission(args))
    const done = async () => lead(args.context, await run(requested, form))
    if (!conflict) return done()
    return redirectOnConflict(args.context, { location: conflict.at(requested), failure: conflict.failure }, done)
  }
}

interface ActionOfIntent<Answer> {
  (args: ActionFunctionArgs, read: FormData): Promise<Answer>
  /** The rules of its form. A test compares the body size that the route declares with them. */
  rules?: ZodType[]
}

/** The action of a tutor's page with several forms or buttons, by the intent that each sends. 404 for any other. */
export function createIntentAction<Answer>(actions: Record<string, ActionOfIntent<Answer>>) {
  const action = async (args: ActionFunctionArgs) => {
    getTutor(args)
    const form = await readSubmission(args)
    const intent = String(form.get('intent'))
    return orNotFound(Object.hasOwn(actions, intent) ? actions[intent] : undefined)(args, form)
  }
  return Object.assign(action, { rules: Object.values(actions).flatMap(({ rules }) => rules ?? []) })
}
