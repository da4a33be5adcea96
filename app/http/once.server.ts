import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ActionFunctionArgs } from '@remix-run/node'
import { quietly } from '~/domain/storage.server'
import { forgetTicket, rememberingAtCommit, rememberTicket, ticketOf, wasSaved } from '~/domain/tickets/tickets.server'
import { atCommit } from '~db/open'
import type { Database } from '~db/schema'
import { isMessage, redirectWithMessage } from './message.server'
import { isApi } from './refusal'

/** One request with a form, while it is answered. */
interface Sending {
  args: ActionFunctionArgs
  db: Database
  whoSends: () => Promise<number | undefined>
  /** Known once the form was read. */
  form?: FormData
  /** The ticket that no other request may work on now. */
  claimed?: string
  /** The ticket to remember: of a form that was not saved before. */
  ticket?: string
  answered: Promise<void>
  /** Where its files are until then. */
  files: string[]
}

const sendings = new AsyncLocalStorage<Sending>()
/** The tickets whose form is being saved. */
const underWay = new Map<string, Promise<void>>()

/** The answers to saved forms by ticket, the oldest first: what a form sent again is answered. Without one it is told in short. */
const answers = new Map<string, () => unknown>()
const MOST_ANSWERS = 1000

/** Thrown where a form is read that was saved before, with the answer that it got. */
export class AnsweredBefore {
  constructor(readonly answer: unknown) {}
}

/**
 * Answers a change by `door`. Whatever it commits after it read the form remembers the form's ticket too; a form that the same person
 * (`whoSends`, by id; undefined for a visitor) saved before is answered as it was then, but for its cookies. Where nothing is
 * changed, nothing is remembered.
 */
export async function once(
  args: ActionFunctionArgs,
  whoSends: () => Promise<number | undefined>,
  door: () => unknown,
): Promise<unknown> {
  return atCommit.run({}, () => answered(args, whoSends, door))
}

async function answered(
  args: ActionFunctionArgs,
  whoSends: Sending['whoSends'],
  door: () => unknown,
): Promise<unknown> {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const sending: Sending = { args, db: args.context.db, whoSends, answered: finished, files: [] }
  try {
    const response = await sendings.run(sending, async () => door())
    if (sending.ticket) await settle(sending.db, sending.ticket, response)
    return response
  } catch (error) {
    if (error instanceof AnsweredBefore) return error.answer
    if (sending.ticket) await forget(sending.db, sending.ticket)
    throw error
  } finally {
    await Promise.all(sending.files.map((path) => quietly('a file that had arrived', rm(path, { force: true }))))
    if (sending.claimed) underWay.delete(sending.claimed)
    finish()
  }
}

/** What was typed into the form of this request, once it was read. */
export function sentForm(): FormData | undefined {
  return sendings.getStore()?.form
}

/** A path for a file of this request's form, which is removed once it is answered. Throws where nothing is being answered. */
export function placeForFile(): string {
  const sending = sendings.getStore()
  if (!sending) throw new Error('a file arrived outside of an action')
  const path = join(sending.args.context.arriving, randomUUID())
  sending.files.push(path)
  return path
}

/**
 * Notes the form of this request. Throws AnsweredBefore when it was saved before; when the same form is being saved now, once that
 * is done.
 */
export async function noteForm(form: FormData): Promise<void> {
  const sending = sendings.getStore()
  if (!sending || sending.form) return
  sending.form = form
  const { pathname } = new URL(sending.args.request.url)
  const ticket = await ticketOf({ path: pathname.replace(/\.data$/, ''), whoSends: sending.whoSends }, form)
  if (!ticket) return
  while (underWay.has(ticket)) await underWay.get(ticket)
  underWay.set(ticket, sending.answered)
  sending.claimed = ticket
  if (answers.has(ticket) || (await wasSaved(sending.db, ticket)))
    throw new AnsweredBefore(await answerAgain(sending, ticket))
  sending.ticket = ticket
  const commit = atCommit.getStore()
  if (commit) commit.write = rememberingAtCommit(sending.db, ticket)
}

async function answerAgain({ args: { request, context } }: Sending, ticket: string): Promise<unknown> {
  const answer = answers.get(ticket)
  if (answer) return answer()
  const text = 'This was saved the first time you sent it.'
  if (isApi(request)) return Response.json({ message: text })
  return redirectWithMessage(context, new URL(request.url).pathname, { kind: 'success', title: 'Saved already', text })
}

/** Forgets the ticket of a form that was not saved, where a transaction of the request remembered it. */
async function forget(db: Database, ticket: string): Promise<void> {
  if (atCommit.getStore()?.isWritten) await quietly('the ticket of a refused form', forgetTicket(db, ticket))
}

/** What an action answers, by `data`. */
interface Given {
  init: ResponseInit | null
  data: { result?: unknown } | null
}

/** Keeps the answer to a saved form: a redirect to what was saved, a record or a report. Anything else came back to be corrected. */
async function settle(db: Database, ticket: string, answer: unknown): Promise<void> {
  const { hasChanged, isWritten } = atCommit.getStore() ?? {}
  if (!hasChanged) return
  const { init, data } = (answer instanceof Response ? { init: answer } : (answer ?? {})) as Partial<Given>
  // A form that comes back, refused or with a list of its changed, was not saved.
  if ((init?.status ?? 200) >= 400 || data?.result !== undefined) return forget(db, ticket)
  if (!isWritten) await quietly('the ticket of a saved form', rememberTicket(db, ticket))
  answers.set(ticket, await repeatable(answer))
  const [oldest = ''] = answers.size > MOST_ANSWERS ? answers.keys() : []
  answers.delete(oldest)
}

/**
 * Gives an answer as often as it is asked for; the body of a Response can be read only once. Of its cookies, which may be a session's
 * or a device's, only what the next page tells the person is given again.
 */
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
