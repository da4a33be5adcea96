import { rm } from 'node:fs/promises'
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import type { RequestArgs } from '~/auth/identity.server'
import {
  createIdempotencyKey,
  hashSender,
  insertIdempotencyKey,
  isKeyStored,
  removeKey,
  removeOldKeys,
} from '~/domain/idempotency/keys.server'
import { writeInBackground } from '~/domain/storage.server'
import { applyTimeAnswer } from '~/domain/times'
import { isApiRequest } from '~/http/errors/refusal'
import { type CommitHooks, withCommitHooks } from '~db/open'
import { readPartialForm } from './body'
import { isMessageCookie, redirectWithMessage } from './message.server'

type Action = (args: ActionFunctionArgs) => unknown

/** The form that an action is processing, in its context. */
export interface FormSubmission {
  findUserId: () => Promise<number | undefined>
  /** The form, once it was read. */
  form?: FormData
  /** Its idempotency key, which locks out other requests with the same key, and its sender. */
  key?: string
  sender?: string
  /** Has the action's transactions write the key of a form that was not saved before. */
  commitHooks: CommitHooks
  finished: Promise<void>
  /** The paths of its files until then. */
  files: string[]
}

const pendingKeys = new Map<string, Promise<void>>()
/** Responses to saved forms by idempotency key, for a form that is sent again. Without one, it gets a short message. */
const cachedAnswers = new LRUCache<string, () => unknown>({ max: 1000 })

/** Thrown on reading a form that was saved before, with its first response. */
export class AlreadyAnswered {
  constructor(readonly answer: unknown) {}
}

/**
 * Answers a change by `action`. Its transactions write the idempotency key of the form that it reads with readSubmission. A form that the
 * same person (`findUserId`) saved before gets the first response again, without its cookies. Without a change, no key is stored.
 */
export async function answerOnce(
  args: ActionFunctionArgs,
  findUserId: FormSubmission['findUserId'],
  action: Action,
): Promise<unknown> {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const submission: FormSubmission = { findUserId, commitHooks: {}, finished, files: [] }
  const db = withCommitHooks(args.context.db, submission.commitHooks)
  try {
    const answer = await action({ ...args, context: { ...args.context, db, submission } })
    await storeAnswer(args, submission, answer)
    return answer
  } catch (error) {
    if (error instanceof AlreadyAnswered) return error.answer
    await releaseKey(args, submission)
    throw error
  } finally {
    await Promise.all(
      submission.files.map((path) => writeInBackground('the removal of an uploaded file', rm(path, { force: true }))),
    )
    if (submission.key) pendingKeys.delete(submission.key)
    finish()
  }
}

/**
 * The fields of a form that saves something. It is saved once however often it is sent, and shown again if saving fails. Throws what
 * readForm throws, and AlreadyAnswered for a form that was saved before or meanwhile.
 */
export async function readSubmission(
  args: RequestArgs,
  options?: Parameters<typeof readPartialForm>[1],
): Promise<FormData> {
  const { form, failed } = await readPartialForm(args, options)
  const { submission } = args.context
  if (submission) await claimKey(args, submission, form)
  // Only now, so that the page can show what was typed.
  if (failed) throw failed.error
  applyTimeAnswer(form)
  return form
}

async function claimKey(args: RequestArgs, submission: FormSubmission, form: FormData): Promise<void> {
  submission.form = form
  const { db } = args.context
  const { pathname } = new URL(args.request.url)
  const origin = { path: pathname.replace(/\.data$/, ''), getSenderId: submission.findUserId }
  const key = await createIdempotencyKey(origin, form)
  if (!key) return
  while (pendingKeys.has(key)) await pendingKeys.get(key)
  pendingKeys.set(key, submission.finished)
  submission.key = key
  if (cachedAnswers.has(key) || (await isKeyStored(db, key))) throw new AlreadyAnswered(await replayAnswer(args, key))
  submission.sender = await hashSender(origin)
  await writeInBackground('the removal of old idempotency keys', removeOldKeys(db, submission.sender))
  submission.commitHooks.write = insertIdempotencyKey(db, key, submission.sender).compile()
}

async function replayAnswer({ request, context }: RequestArgs, key: string): Promise<unknown> {
  const answer = cachedAnswers.get(key)
  if (answer) return answer()
  const text = 'This was saved the first time you sent it.'
  if (isApiRequest(request)) return Response.json({ message: text })
  const { pathname } = new URL(request.url)
  // A visitor's browser may block cookies.
  if (!request.headers.has('Cookie')) return redirect(`${pathname}?saved-already`, 303)
  return redirectWithMessage(context, pathname, { kind: 'success', title: 'Already saved', text })
}

/** Removes the key of a form that was not saved, if a transaction wrote it. */
async function releaseKey({ context }: ActionFunctionArgs, { key, commitHooks }: FormSubmission): Promise<void> {
  if (key && commitHooks.isWritten)
    await writeInBackground('the idempotency key of a refused form', removeKey(context.db, key))
}

interface ActionResult {
  init: ResponseInit | null
  data: { result?: unknown } | null
}

/** Caches the response to a saved form: a redirect, a record or a report. Other responses show the form again. */
async function storeAnswer(args: ActionFunctionArgs, submission: FormSubmission, answer: unknown): Promise<void> {
  const { key, sender, commitHooks } = submission
  if (!key || !sender || !commitHooks.hasChanged) return
  const { init, data } = (answer instanceof Response ? { init: answer } : (answer ?? {})) as Partial<ActionResult>
  // A form shown again, refused or with a changed list, was not saved.
  if ((init?.status ?? 200) >= 400 || data?.result !== undefined) return releaseKey(args, submission)
  if (!commitHooks.isWritten)
    await writeInBackground(
      'the idempotency key of a saved form',
      insertIdempotencyKey(args.context.db, key, sender).execute(),
    )
  cachedAnswers.set(key, await makeRepeatable(answer))
}

/** A function that recreates a response. Of its cookies, which may hold a session, it repeats only the next page's message. */
async function makeRepeatable(answer: unknown): Promise<() => unknown> {
  if (!(answer instanceof Response)) {
    const { init } = (answer ?? {}) as Partial<ActionResult>
    return () =>
      init?.headers ? { ...(answer as object), init: { ...init, headers: stripSecretCookies(init.headers) } } : answer
  }
  const { status } = answer
  const headers = stripSecretCookies(answer.headers)
  const body = await answer.clone().text()
  return () => new Response(body || null, { status, headers })
}

function stripSecretCookies(input: HeadersInit): Headers {
  const headers = new Headers(input)
  const messages = headers.getSetCookie().filter(isMessageCookie)
  headers.delete('Set-Cookie')
  for (const message of messages) headers.append('Set-Cookie', message)
  return headers
}
