import { randomBytes } from 'node:crypto'
import type { Tutor } from '~/domain/accounts/account'
import { keep, readStored, whileStored } from '~/domain/files/store.server'
import { orNotFound } from '~/domain/refused'
import type { Database, Row } from '~db/schema'
import { logNewsletter } from './draft.server'
import { findNewsletter, type Newsletter } from './newsletters.server'

/** 'Use as a new draft': a draft with the words of the newsletter `id` and copies of its attachments. Throws Refused, 404. */
export async function copyNewsletter(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Newsletter> {
  const { title, content, format } = orNotFound(await findNewsletter(db, id))
  const attached = db.selectFrom('newsletterAttachments').selectAll().where('newsletterId', '=', id)
  const readOne = (attachment: Attached) =>
    whileStored(uploads, attached.where('id', '=', attachment.id), ({ storageKey }) => readStored(uploads, storageKey))
  return withCopies(db, uploads, await attached.orderBy('id').execute(), readOne, (copies) =>
    db.transaction().execute(async (change) => {
      const createdAt = new Date().toISOString()
      const insert = change.insertInto('newsletters').values({ title, content, format, createdAt })
      const added = await insert.returningAll().executeTakeFirstOrThrow()
      for (const { id: _, ...copy } of copies) {
        const own = { newsletterId: added.id, secret: randomBytes(16).toString('hex'), createdAt, version: 1 }
        await change
          .insertInto('newsletterAttachments')
          .values({ ...copy, ...own })
          .execute()
      }
      await logNewsletter(change, tutor, 'added', added)
      return orNotFound(await findNewsletter(change, added.id))
    }),
  )
}

type Attached = Row<'newsletterAttachments'>

/** Copies the bytes of all rows that are still there, then calls `record` with the copies' rows; none stays when anything fails. */
async function withCopies<Result>(
  db: Database,
  uploads: string,
  [next, ...rest]: Attached[],
  readOne: (attachment: Attached) => Promise<Awaited<ReturnType<typeof readStored>> | null>,
  record: (copies: Attached[]) => Promise<Result>,
  copies: Attached[] = [],
): Promise<Result> {
  if (!next) return record(copies)
  const content = await readOne(next)
  if (!content) return withCopies(db, uploads, rest, readOne, record, copies)
  return keep(db, uploads, content, (storageKey) =>
    withCopies(db, uploads, rest, readOne, record, [...copies, { ...next, storageKey }]),
  )
}
