import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { tutorOf } from '~/auth/identity.server'
import { confirmOneself, proofAskedOf } from '~/auth/second-step.server'
import type { Tutor } from '~/domain/accounts/account'
import { findPerson } from '~/domain/accounts/people.server'
import { ownProof } from '~/domain/accounts/schema'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { asksForPreview, check, previewed, saving } from './form.server'
import { readSubmission } from './idempotency.server'
import { conflictAt, type Message, redirectWithMessage } from './message.server'

/** What a page's functions get of a tutor's request; `id` is that of the path, or 0, which no record has. */
export interface Asked extends AppLoadContext {
  tutor: Tutor
  id: number
  request: Request
  params: LoaderFunctionArgs['params']
  /** As loaders and actions get it. */
  context: AppLoadContext
}

/** Where a form leads once it is saved, and the message there. */
export interface Done extends Omit<Message, 'kind'> {
  to: string
  headers?: Headers
}

/** Where a change of a record leads, and what is told there: 'Notice deleted', 'The notice has been deleted successfully.', then `more`. */
export function recordDone(noun: string, deed: 'added' | 'updated' | 'deleted', to: string, more = ''): Done {
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${deed}`
  return { to, title, text: `The ${noun} has been ${deed} successfully. ${more}`.trim() }
}

type Telling<Fields> = Parameters<typeof saving<Fields, Response>>[2]

function askedBy(args: LoaderFunctionArgs): Asked {
  const { request, params, context } = args
  return { ...context, context, request, params, id: pathId(params.id), tutor: tutorOf(args) }
}

const lead = (context: AppLoadContext, { to, headers, ...message }: Done) =>
  redirectWithMessage(context, to, { kind: 'success', ...message }, headers)

/** The loader of a tutor's page: what `load` gives. */
export function pageLoader<Data>(load: (asked: Asked) => Promise<Data>) {
  return (args: LoaderFunctionArgs) => load(askedBy(args))
}

/** The loader of a tutor's page about one record: what `show` takes of it. 404 where `find` has none. */
export function recordLoader<Kept, Data = Kept>(
  find: (asked: Asked) => Promise<Kept | null | undefined>,
  show: (record: Kept, asked: Asked) => Data,
) {
  return pageLoader(async (asked) => show(orNotFound(await find(asked)), asked))
}

/** The action of a tutor's form: `save` gets its valid fields, and a preview shows its content, or its text. As `saving` otherwise. */
export function formAction<Rules extends ZodType>(
  rules: Rules,
  save: (fields: output<Rules>, asked: Asked) => Promise<Done>,
  telling: Telling<output<Rules>> | ((asked: Asked) => Telling<output<Rules>>) = {},
) {
  const action = async (args: ActionFunctionArgs, read?: FormData) => {
    const asked = askedBy(args)
    const form = read ?? (await readSubmission(args))
    const submission = check(form, rules)
    if (asksForPreview(form)) return previewed(submission, form.get('content') ?? form.get('text'))
    return saving(
      submission,
      async (fields) => lead(args.context, await save(fields, asked)),
      typeof telling === 'function' ? telling(asked) : telling,
    )
  }
  return Object.assign(action, { rules: [rules] as ZodType[] })
}

/** What a form about the account in the path asks of whoever sends it: proof of who they are where it is a tutor's, else null. */
export async function proofFor({ db, context, tutor, id }: Asked) {
  return (await findPerson(db, id))?.role === 'tutor' ? proofAskedOf(context, tutor) : null
}

/** As confirmAction, for the account in the path: about a tutor's, the form has the sender's own password and code. */
export function accountAction(run: (asked: Asked) => Promise<Done>) {
  return async (args: ActionFunctionArgs) => {
    const asked = askedBy(args)
    const form = await readSubmission(args)
    const done = async () => lead(args.context, await run(asked))
    if (!(await proofFor(asked))) return done()
    return saving(check(form, ownProof), async (given) => {
      await confirmOneself(args.context, asked.tutor, given)
      return done()
    })
  }
}

/**
 * The action of a tutor's confirmation, whose form holds nothing but its idempotency key. With `failure`, a conflict with the record's
 * state is told at `at`, which shows that state.
 */
export function confirmAction(
  run: (asked: Asked, form: FormData) => Promise<Done>,
  conflict?: { failure: string; at: (asked: Asked) => string },
) {
  return async (args: ActionFunctionArgs, read?: FormData) => {
    const asked = askedBy(args)
    const form = read ?? (await readSubmission(args))
    const done = async () => lead(args.context, await run(asked, form))
    if (!conflict) return done()
    return conflictAt(args.context, { location: conflict.at(asked), failure: conflict.failure }, done)
  }
}

interface ActionOfIntent<Answer> {
  (args: ActionFunctionArgs, read: FormData): Promise<Answer>
  /** The rules of its form. A test compares the body size that the route declares with them. */
  rules?: ZodType[]
}

/** The action of a tutor's page with several forms or buttons, by the intent that each sends. 404 for any other. */
export function actionByIntent<Answer>(actions: Record<string, ActionOfIntent<Answer>>) {
  const action = async (args: ActionFunctionArgs) => {
    tutorOf(args)
    const form = await readSubmission(args)
    const intent = String(form.get('intent'))
    return orNotFound(Object.hasOwn(actions, intent) ? actions[intent] : undefined)(args, form)
  }
  return Object.assign(action, { rules: Object.values(actions).flatMap(({ rules }) => rules ?? []) })
}
