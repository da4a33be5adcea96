import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { chunksOf } from '~/domain/files/arriving.server'
import type { Database } from '~db/schema'
import { TICKET_FIELD } from './field'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * What makes a form the same form sent again: its ticket, where it goes, who sends it (an account's id; undefined for a visitor), and
 * everything in it. Somebody who goes back and changes a word sends another form. Null without a ticket.
 */
export async function ticketOf(
  { path, whoSends }: { path: string; whoSends: () => Promise<number | undefined> },
  form: FormData,
): Promise<string | null> {
  const ticket = form.get(TICKET_FIELD)
  if (typeof ticket !== 'string' || !UUID.test(ticket)) return null
  const hash = createHash('sha256').update(`${path} ${(await whoSends()) ?? 'visitor'}`)
  for (const [name, value] of form) {
    const isText = typeof value === 'string'
    // Lengths between the parts, so that no other parts make the same bytes.
    hash.update(`\0${name.length}:${name}=${isText ? value.length : `${value.size} ${value.name}`}:`)
    if (isText) hash.update(value)
    else for await (const chunk of chunksOf(value)) hash.update(chunk)
  }
  return hash.digest('base64')
}

/** What remembers a ticket, for each transaction of a request to write at its commit (db/open.ts): the form and its ticket are saved together. */
export function rememberingAtCommit(db: Database, ticket: string): CompiledQuery {
  return remembering(db, ticket).compile()
}

/** Remembers a ticket, for what was saved without a transaction. */
export async function rememberTicket(db: Database, ticket: string): Promise<void> {
  await remembering(db, ticket).execute()
}

function remembering(db: Database, ticket: string) {
  return db
    .insertInto('tickets')
    .values({ ticket, savedAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
}

/** True when a form with this ticket was saved. */
export async function wasSaved(db: Database, ticket: string): Promise<boolean> {
  const row = await db.selectFrom('tickets').select('savedAt').where('ticket', '=', ticket).executeTakeFirst()
  return row !== undefined
}

/** Forgets a ticket whose form came back to be corrected. */
export async function forgetTicket(db: Database, ticket: string): Promise<void> {
  await db.deleteFrom('tickets').where('ticket', '=', ticket).execute()
}

/** Removes the tickets from before a moment. Returns how many. */
export async function forgetOldTickets(db: Database, before: string): Promise<number> {
  const gone = await db.deleteFrom('tickets').where('savedAt', '<', before).executeTakeFirstOrThrow()
  return Number(gone.numDeletedRows)
}
