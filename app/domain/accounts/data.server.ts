import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type Actor, note } from '~/domain/activity/activity.server'
import { discard, openKept } from '~/domain/files/store.server'
import type { Database } from '~db/schema'
import { endSessionsOf, findPerson, noteAccount, refuseLastTutor } from './people.server'
import { AccountRefused } from './refused'

/**
 * Everything the product holds about a person, as one zip: person.json, and their files as they are (GDPR articles 15 and 20).
 * That it was taken out is written down, in it too. Null when there is no such person.
 */
export async function exportPerson(db: Database, uploads: string, actor: Actor, id: number): Promise<Readable | null> {
  const found = await db.transaction().execute(async (change) => {
    const person = await findPerson(change, id)
    if (!person) return null
    await noteAccount(change, actor, 'took out the data', id)
    const [sessions, activity] = [await sessionsOf(change, id), await activityOf(change, id)]
    return { person, sessions, activity, files: await filesOf(change, id) }
  })
  if (!found) return null
  const { files, ...rest } = found
  const data = { ...rest, files: files.map(({ storageKey: _, ...file }) => file) }

  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'person.json')
  for (const file of files)
    zip.addReadStreamLazy(`files/${file.id}-${file.fileName}`, (give) => {
      openKept(uploads, file.storageKey).then(
        (handle) => give(null, handle.createReadStream()),
        (error) => give(error, new PassThrough()),
      )
    })
  zip.end()
  const out = new PassThrough()
  zip.on('error', (error) => out.destroy(error as Error))
  zip.outputStream.pipe(out)
  return out
}

/**
 * Erases a person and everything that is theirs: personal files, sessions, calendar address, what was written down about
 * their files (GDPR article 17). What a tutor published for others stays, without a name. Throws AccountRefused when there
 * is no such person, or for the last tutor.
 */
export async function erasePerson(db: Database, uploads: string, actor: Actor, id: number): Promise<void> {
  const keys = await db.transaction().execute(async (change) => {
    const person = await findPerson(change, id)
    if (!person) throw new AccountRefused('There is no such person.')
    if (!person.closedAt) await refuseLastTutor(change, id)
    await endSessionsOf(change, id)
    const gone = await change.deleteFrom('files').where('studentId', '=', id).returning('storageKey').execute()
    await forget(change, id)
    await note(change, actor, {
      action: 'erased',
      noun: 'account',
      recordId: id,
      title: 'Erased person',
      studentId: null,
    })
    return gone.map(({ storageKey }) => storageKey)
  })
  for (const key of keys) await discard(uploads, key)
}

// What is left of an erased person: a row that only keeps published files from losing their uploader.
const ERASED = { firstName: 'Erased', lastName: 'person' }

async function forget(db: Database, id: number) {
  for (const table of ['sessions', 'calendarAddresses', 'interruptedForms'] as const)
    await db.deleteFrom(table).where('userId', '=', id).execute()
  await db.deleteFrom('activity').where('studentId', '=', id).execute()
  await db
    .updateTable('activity')
    .set({ actorName: 'Erased person', actorId: null })
    .where('actorId', '=', id)
    .execute()
  await db.deleteFrom('activity').where('noun', '=', 'account').where('recordId', '=', id).execute()
  await db
    .updateTable('users')
    .set({ ...ERASED, username: `erased ${id}`, passwordHash: '', closedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

function filesOf(db: Database, id: number) {
  return db
    .selectFrom('files')
    .select(['id', 'title', 'description', 'fileName', 'fileType', 'size', 'uploadedAt', 'storageKey'])
    .where('studentId', '=', id)
    .orderBy('id')
    .execute()
}

function sessionsOf(db: Database, id: number) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'lastUsedAt', 'expiresAt', 'endedAt'])
    .where('userId', '=', id)
    .orderBy('id')
    .execute()
}

function activityOf(db: Database, id: number) {
  return db
    .selectFrom('activity')
    .select(['at', 'actorName', 'action', 'noun', 'title'])
    .where((about) => about.or([about('actorId', '=', id), about('studentId', '=', id)]))
    .orderBy('id')
    .execute()
}
