import { rm } from 'node:fs/promises'
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import {
  createIdempotencyKey,
  hashSender,
  insertIdempotencyKey,
  isKeyStored,
  removeKey,
  removeOldKeys,
} from '~/domain/idempotency/keys.server'
import { writeInBackground } from '~/domain/storage.server'
import { isApiRequest } from '~/http/errors/refusal'
import { type CommitHooks, databaseFor } from '~db/open'
import { readArrived } from './body'
import { isMessageCookie, redirectWithMessage } from './message.server'

type Answered = Pick<ActionFunctionArgs, 'request' | 'context'>
type Action = (args: ActionFunctionArgs) => unknown

/** A form that is being answered, in its action's context. */
export interface FormSubmission {
  whoSends: () => Promise<number | undefined>
  /** What was typed, once the form was read. */
  form?: FormData
  /** Its idempotency key, which no other request may work on now, and its sender. */
  key?: string
  sender?: string
  /** What the action's transactions write: the key of a form that was not saved before. */
  atCommit: CommitHooks
  answered: Promise<void>
  /** Where its files are until then. */
  files: string[]
}

declare module '@remix-run/node' {
  interface AppLoadContext {
    submission?: FormSubmission
  }
}

const underWay = new Map<string, Promise<void>>()
/** The answers to saved forms by key: what a form sent again is answered. Without one it is told in short. */
const answers = new LRUCache<string, () => unknown>({ max: 1000 })

/** Thrown where a form is read that was saved before, with the answer that it got. */
export class AlreadyAnswered {
  constructor(readonly answer: unknown) {}
}

/**
 * Answers a change by `action`, whose transactions write the idempotency key of the form that it reads by readSubmission; a form that the
 * same person (`whoSends`) saved before is answered as then, but for cookies. Where nothing changes, nothing is remembered.
 */
export async function answerOnce(
  args: ActionFunctionArgs,
  whoSends: FormSubmission['whoSends'],
  action: Action,
): Promise<unknown> {
  const { promise: answered, resolve: finish } = Promise.withResolvers<void>()
  const submission: FormSubmission = { whoSends, atCommit: {}, answered, files: [] }
  const db = databaseFor(args.context.db, submission.atCommit)
  try {
    const answer = await action({ ...args, context: { ...args.context, db, submission } })
    await settle(args, submission, answer)
    return answer
  } catch (error) {
    if (error instanceof AlreadyAnswered) return error.answer
    await forget(args, submission)
    throw error
  } finally {
    await Promise.all(
      submission.files.map((path) => writeInBackground('a file that had arrived', rm(path, { force: true }))),
    )
    if (submission.key) underWay.delete(submission.key)
    finish()
  }
}

/**
 * The fields of a form that saves something: once, however often it is sent, and it comes back where that fails. Throws what readForm
 * throws, and AlreadyAnswered for one that was saved before, or is once the same one has been.
 */
export async function readSubmission(args: Answered, options?: Parameters<typeof readArrived>[1]): Promise<FormData> {
  const { form, failed } = await readArrived(args, options)
  const { submission } = args.context
  if (submission) await takeKey(args, submission, form)
  // What was typed comes back even so.
  if (failed) throw failed.error
  return form
}

async function takeKey(args: Answered, submission: FormSubmission, form: FormData): Promise<void> {
  submission.form = form
  const { db } = args.context
  const { pathname } = new URL(args.request.url)
  const sending = { path: pathname.replace(/\.data$/, ''), whoSends: submission.whoSends }
  const key = await createIdempotencyKey(sending, form)
  if (!key) return
  while (underWay.has(key)) await underWay.get(key)
  underWay.set(key, submission.answered)
  submission.key = key
  if (answers.has(key) || (await isKeyStored(db, key))) throw new AlreadyAnswered(await answerAgain(args, key))
  submission.sender = await hashSender(sending)
  await writeInBackground('old keys of forms', removeOldKeys(db, submission.sender))
  submission.atCommit.write = insertIdempotencyKey(db, key, submission.sender).compile()
}

async function answerAgain({ request, context }: Answered, key: string): Promise<unknown> {
  const answer = answers.get(key)
  if (answer) return answer()
  const text = 'This was saved the first time you sent it.'
  if (isApiRequest(request)) return Response.json({ message: text })
  const { pathname } = new URL(request.url)
  // A visitor's browser may keep no cookies.
  if (!request.headers.has('Cookie')) return redirect(`${pathname}?saved-already`, 303)
  return redirectWithMessage(context, pathname, { kind: 'success', title: 'Saved already', text })
}

/** Forgets the key of a form that was not saved, where a transaction remembered it. */
async function forget({ context }: ActionFunctionArgs, { key, atCommit }: FormSubmission): Promise<void> {
  if (key && atCommit.isWritten) await writeInBackground('the key of a refused form', removeKey(context.db, key))
}

interface Given {
  init: ResponseInit | null
  data: { result?: unknown } | null
}

/** Keeps the answer to a saved form: a redirect to what was saved, a record or a report. Anything else came back to be corrected. */
async function settle(args: ActionFunctionArgs, submission: FormSubmission, answer: unknown): Promise<void> {
  const { key, sender, atCommit } = submission
  if (!key || !sender || !atCommit.hasChanged) return
  const { init, data } = (answer instanceof Response ? { init: answer } : (answer ?? {})) as Partial<Given>
  // A form that comes back, refused or with a list of its changed, was not saved.
  if ((init?.status ?? 200) >= 400 || data?.result !== undefined) return forget(args, submission)
  if (!atCommit.isWritten)
    await writeInBackground('the key of a saved form', insertIdempotencyKey(args.context.db, key, sender).execute())
  answers.set(key, await repeatable(answer))
}

/** Gives an answer again and again. Of its cookies, maybe a session's, only the next page's message is given again. */
async function repeatable(answer: unknown): Promise<() => unknown> {
  if (!(answer instanceof Response)) {
    const { init } = (answer ?? {}) as Partial<Given>
    return () =>
      init?.headers ? { ...(answer as object), init: { ...init, headers: withoutSecrets(init.headers) } } : answer
  }
  const { status } = answer
  const headers = withoutSecrets(answer.headers)
  const body = await answer.clone().text()
  return () => new Response(body || null, { status, headers })
}

function withoutSecrets(input: HeadersInit): Headers {
  const headers = new Headers(input)
  const messages = headers.getSetCookie().filter(isMessageCookie)
  headers.delete('Set-Cookie')
  for (const message of messages) headers.append('Set-Cookie', message)
  return headers
}
