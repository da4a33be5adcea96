import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { forgetKey, forgetOldKeys, keyOf, rememberingKey, senderOf, wasSaved } from '~/domain/idempotency/keys.server'
import { quietly } from '~/domain/storage.server'
import { isApi } from '~/http/errors/refusal'
import { type AtCommit, databaseFor } from '~db/open'
import { isMessage, redirectWithMessage } from './message.server'

type Action = (args: ActionFunctionArgs) => unknown

interface Answering {
  args: ActionFunctionArgs
  whoSends: () => Promise<number | undefined>
  /** Known once the form was read. */
  form?: FormData
  /** The form's idempotency key, which no other request may work on now, and its sender. */
  key?: string
  sender?: string
  /** What the action's transactions write: the key of a form that was not saved before. */
  atCommit: AtCommit
  answered: Promise<void>
  /** Where its files are until then. */
  files: string[]
}

/** What is being answered, by the Request that the action got. */
const answering = new WeakMap<Request, Answering>()
const underWay = new Map<string, Promise<void>>()
/** The answers to saved forms by key: what a form sent again is answered. Without one it is told in short. */
const answers = new LRUCache<string, () => unknown>({ max: 1000 })

/** Thrown where a form is read that was saved before, with the answer that it got. */
export class AnsweredBefore {
  constructor(readonly answer: unknown) {}
}

/**
 * Answers a change by `action`, whose transactions write the form's idempotency key; a form that the same person (`whoSends`)
 * saved before is answered as then, but for cookies. Where nothing changes, nothing is remembered.
 */
export async function idempotently(
  args: ActionFunctionArgs,
  whoSends: Answering['whoSends'],
  action: Action,
): Promise<unknown> {
  const { promise: answered, resolve: finish } = Promise.withResolvers<void>()
  const own: Answering = { args, whoSends, atCommit: {}, answered, files: [] }
  answering.set(args.request, own)
  const db = databaseFor(args.context.db, own.atCommit)
  try {
    const answer = await action({ ...args, context: { ...args.context, db } })
    await settle(own, answer)
    return answer
  } catch (error) {
    if (error instanceof AnsweredBefore) return error.answer
    await forget(own)
    throw error
  } finally {
    await Promise.all(own.files.map((path) => quietly('a file that had arrived', rm(path, { force: true }))))
    if (own.key) underWay.delete(own.key)
    finish()
  }
}

/** What was typed into the form of a request, once it was read. */
export function sentForm(request: Request): FormData | undefined {
  return answering.get(request)?.form
}

/** A path for a file of a request's form, which is removed once it is answered. Throws where nothing is being answered. */
export function placeForFile(request: Request): string {
  const own = answering.get(request)
  if (!own) throw new Error('a file arrived outside of an action')
  const path = join(own.args.context.arriving, randomUUID())
  own.files.push(path)
  return path
}

/** Notes a request's form. Throws AnsweredBefore for one that was saved before, or is once the same one has been. */
export async function noteForm(request: Request, form: FormData): Promise<void> {
  const own = answering.get(request)
  if (!own || own.form) return
  own.form = form
  const { db } = own.args.context
  const { pathname } = new URL(request.url)
  const sending = { path: pathname.replace(/\.data$/, ''), whoSends: own.whoSends }
  const key = await keyOf(sending, form)
  if (!key) return
  while (underWay.has(key)) await underWay.get(key)
  underWay.set(key, own.answered)
  own.key = key
  if (answers.has(key) || (await wasSaved(db, key))) throw new AnsweredBefore(await answerAgain(own.args, key))
  own.sender = await senderOf(sending)
  await quietly('old keys of forms', forgetOldKeys(db, own.sender))
  own.atCommit.write = rememberingKey(db, key, own.sender).compile()
}

async function answerAgain({ request, context }: ActionFunctionArgs, key: string): Promise<unknown> {
  const answer = answers.get(key)
  if (answer) return answer()
  const text = 'This was saved the first time you sent it.'
  if (isApi(request)) return Response.json({ message: text })
  const { pathname } = new URL(request.url)
  // A visitor's browser may keep no cookies.
  if (!request.headers.has('Cookie')) return redirect(`${pathname}?saved-already`, 303)
  return redirectWithMessage(context, pathname, { kind: 'success', title: 'Saved already', text })
}

/** Forgets the key of a form that was not saved, where a transaction remembered it. */
async function forget({ args, key, atCommit }: Answering): Promise<void> {
  if (key && atCommit.isWritten) await quietly('the key of a refused form', forgetKey(args.context.db, key))
}

interface Given {
  init: ResponseInit | null
  data: { result?: unknown } | null
}

/** Keeps the answer to a saved form: a redirect to what was saved, a record or a report. Anything else came back to be corrected. */
async function settle(own: Answering, answer: unknown): Promise<void> {
  const { key, sender, atCommit, args } = own
  if (!key || !sender || !atCommit.hasChanged) return
  const { init, data } = (answer instanceof Response ? { init: answer } : (answer ?? {})) as Partial<Given>
  // A form that comes back, refused or with a list of its changed, was not saved.
  if ((init?.status ?? 200) >= 400 || data?.result !== undefined) return forget(own)
  if (!atCommit.isWritten)
    await quietly('the key of a saved form', rememberingKey(args.context.db, key, sender).execute())
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

function withoutSecrets(given: HeadersInit): Headers {
  const headers = new Headers(given)
  const messages = headers.getSetCookie().filter(isMessage)
  headers.delete('Set-Cookie')
  for (const message of messages) headers.append('Set-Cookie', message)
  return headers
}
