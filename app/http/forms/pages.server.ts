import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { getTutor } from '~/auth/identity.server'
import { confirmIdentity, findRequiredProof } from '~/auth/second-step.server'
import type { Tutor } from '~/domain/accounts/account'
import { findPerson } from '~/domain/accounts/people.server'
import { ownProof } from '~/domain/accounts/schema'
import { expandGroups } from '~/domain/groups/groups.server'
import type { TextBlock } from '~/domain/newsletters/blocks'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { getFormFields } from './fields.server'
import { createPreviewResult, handleSubmission, isPreviewRequest, parseForm } from './form.server'
import { readSubmission } from './idempotency.server'
import { selectByIntent } from './intent.server'
import { type Message, redirectOnConflict, redirectWithMessage } from './message.server'

/** A tutor's request, for the functions of a page. `id` is the path's, or 0, which no record has. */
export interface TutorRequest extends AppLoadContext {
  tutor: Tutor
  id: number
  request: Request
  params: LoaderFunctionArgs['params']
  /** The context as Remix passes it. */
  context: AppLoadContext
}

/** The redirect of a saved form, and the message there. */
export interface SaveResult extends Omit<Message, 'kind'> {
  to: string
  headers?: Headers
}

/**
 * The redirect after a change of a record, with its message: 'Notice deleted', 'The notice has been deleted successfully.', then `more`.
 */
export function createSaveResult(
  noun: string,
  action: 'added' | 'updated' | 'deleted',
  to: string,
  more = '',
): SaveResult {
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${action}`
  return { to, title, text: `The ${noun} has been ${action} successfully. ${more}`.trim() }
}

type FormOptions<Fields> = Parameters<typeof handleSubmission<Fields, Response>>[2] & {
  /** Parses the field 'content' for a preview, if it is a newsletter's. */
  toBlocks?: (content: string) => TextBlock[] | Promise<TextBlock[]>
}

function createTutorRequest(args: LoaderFunctionArgs): TutorRequest {
  const { request, params, context } = args
  return { ...context, context, request, params, id: parsePathId(params.id), tutor: getTutor(args) }
}

const redirectWithSuccess = (context: AppLoadContext, { to, headers, ...message }: SaveResult) =>
  redirectWithMessage(context, to, { kind: 'success', ...message }, headers)

/** The loader of a tutor's page, with the result of `load`. */
export function createPageLoader<Data>(load: (tutorRequest: TutorRequest) => Promise<Data>) {
  return (args: LoaderFunctionArgs) => load(createTutorRequest(args))
}

/** The loader of a tutor's page about one record, with the result of `show`; 404 where `find` has no record. */
export function createRecordLoader<Found, Data = Found>(
  find: (tutorRequest: TutorRequest) => Promise<Found | null | undefined>,
  show: (record: Found, tutorRequest: TutorRequest) => Data,
) {
  return createPageLoader(async (tutorRequest) => show(orNotFound(await find(tutorRequest)), tutorRequest))
}

/** The action of a tutor's page that needs more than the makers below. */
export function createPageAction<Answer>(run: (tutorRequest: TutorRequest) => Promise<Answer>) {
  return (args: ActionFunctionArgs) => run(createTutorRequest(args))
}

/**
 * The action of a tutor's form. `save` gets the valid fields, with the students of ticked groups; a preview shows the field 'content' or
 * 'text'. See handleSubmission.
 */
export function createFormAction<Rules extends ZodType>(
  rules: Rules,
  save: (fields: output<Rules>, tutorRequest: TutorRequest) => Promise<SaveResult>,
  options:
    | FormOptions<output<Rules>>
    | ((tutorRequest: TutorRequest) => FormOptions<output<Rules>> | Promise<FormOptions<output<Rules>>>) = {},
) {
  const action = async (args: ActionFunctionArgs, read?: FormData) => {
    const tutorRequest = createTutorRequest(args)
    const form = read ?? (await readSubmission(args))
    const studentsField = getFormFields(rules).has('studentIds') ? 'studentIds' : 'studentId'
    const groupRefusal = await expandGroups(tutorRequest.db, tutorRequest.tutor, form, studentsField)
    const submission = parseForm(form, rules)
    const formOptions = typeof options === 'function' ? await options(tutorRequest) : options
    if (isPreviewRequest(form)) {
      const text = form.get('content') ?? form.get('text')
      return createPreviewResult(submission, text, await formOptions.toBlocks?.(String(text ?? '')))
    }
    const requireGroups = async () => {
      if (groupRefusal) throw groupRefusal
    }
    return handleSubmission(
      submission,
      async (fields) => {
        await requireGroups()
        return redirectWithSuccess(args.context, await save(fields, tutorRequest))
      },
      { refine: requireGroups, ...formOptions },
    )
  }
  return Object.assign(action, { rules: [rules] as ZodType[] })
}

/** The proof of identity that a form about the account in the path needs: for a tutor's account, else null. */
export async function findProofForAccount({ db, context, tutor, id }: TutorRequest) {
  return (await findPerson(db, tutor, id))?.role === 'tutor' ? findRequiredProof(context, tutor) : null
}

/**
 * Like createConfirmAction, for the account in the path. For a tutor's account, and with `alwaysAsks` for every account, the form has the
 * sender's own password and code. Without these it may have fields of its own, with `rules`.
 */
export function createAccountAction<Fields = undefined>(
  run: (tutorRequest: TutorRequest, fields?: Fields) => Promise<SaveResult>,
  { alwaysAsks = false, rules }: { alwaysAsks?: boolean; rules?: ZodType<Fields> } = {},
) {
  return async (args: ActionFunctionArgs) => {
    const tutorRequest = createTutorRequest(args)
    const form = await readSubmission(args)
    const finish = async (fields?: Fields) => redirectWithSuccess(args.context, await run(tutorRequest, fields))
    if (!alwaysAsks && !(await findProofForAccount(tutorRequest)))
      return rules ? handleSubmission(parseForm(form, rules), finish) : finish()
    return handleSubmission(parseForm(form, ownProof), async (input) => {
      await confirmIdentity(args.context, tutorRequest.tutor, input)
      return finish()
    })
  }
}

/**
 * The action of a tutor's confirmation, whose form has only its idempotency key. With `conflict`, a conflict with the record's state
 * redirects to `at`, which shows that state.
 */
export function createConfirmAction(
  run: (tutorRequest: TutorRequest, form: FormData) => Promise<SaveResult>,
  conflict?: { failure: string; at: (tutorRequest: TutorRequest) => string },
) {
  return async (args: ActionFunctionArgs, read?: FormData) => {
    const tutorRequest = createTutorRequest(args)
    const form = read ?? (await readSubmission(args))
    const finish = async () => redirectWithSuccess(args.context, await run(tutorRequest, form))
    if (!conflict) return finish()
    return redirectOnConflict(args.context, { location: conflict.at(tutorRequest), failure: conflict.failure }, finish)
  }
}

interface ActionOfIntent<Answer> {
  (tutorRequest: TutorRequest, form: FormData): Promise<Answer>
  /** The rules of its form. A test compares them with the body size that the route declares. */
  rules?: ZodType[]
}

/** The action of a tutor's page with several forms or buttons, by the intent that each sends. See selectByIntent. */
export function createIntentAction<Answer>(
  actions: Record<string, ActionOfIntent<Answer>>,
  otherwise?: ActionOfIntent<Answer>,
) {
  const action = async (args: ActionFunctionArgs) => {
    const tutorRequest = createTutorRequest(args)
    const form = await readSubmission(args)
    return selectByIntent(form, actions, otherwise)(tutorRequest, form)
  }
  const all = [...Object.values(actions), ...(otherwise ? [otherwise] : [])]
  return Object.assign(action, { rules: all.flatMap(({ rules }) => rules ?? []) })
}
