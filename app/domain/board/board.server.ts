import type { Actor } from '~/domain/accounts/account'
import { note } from '~/domain/activity/activity.server'
import { type InWords, requireNewest } from '~/domain/conflict.server'
import { discard } from '~/domain/files/store.server'
import { erasing } from '~db/erase'
import type { Bit, Database, Row } from '~db/schema'
import { replacePhoto, withPhoto } from './photos.server'
import type { NewMember } from './schema'

/** Spec section 3, Board member. */
export type BoardMember = Omit<Row<'boardMembers'>, 'isCurrent'> & { isCurrent: boolean; profileImage: string | null }

/** What a form does to a member's photo: a new one takes the place of the old. */
interface PhotoChange {
  photo?: File
  removePhoto?: boolean
}

/** A member's fields, for a tutor whose save meets another's. */
export const memberInWords: InWords<NewMember> = [
  { label: 'Name', of: ({ name }) => name },
  { label: 'Position', of: ({ position }) => position },
  { label: 'Biography', of: ({ bio }) => bio },
  { label: 'Email', of: ({ email }) => email },
  { label: 'LinkedIn URL', of: ({ linkedIn }) => linkedIn },
  { label: 'Start Date', of: ({ startDate }) => startDate },
  { label: 'End Date', of: ({ endDate }) => endDate },
  { label: 'Display Order', of: ({ displayOrder }) => String(displayOrder) },
  { label: 'Current Member', of: ({ isCurrent }) => (isCurrent ? 'Yes' : 'No') },
]

/** All members, for tutors: today's board, then those who were on it, each as listCurrentMembers and listPastMembers have them. */
export async function listMembers(db: Database): Promise<BoardMember[]> {
  return [...(await listCurrentMembers(db)), ...(await listPastMembers(db))]
}

/** The members of today's board, in the order a tutor gave them, then by name. */
export function listCurrentMembers(db: Database): Promise<BoardMember[]> {
  return listThose(db, 1)
}

/** Those who were on the board, in the order a tutor gave them, then by name. */
export function listPastMembers(db: Database): Promise<BoardMember[]> {
  return listThose(db, 0)
}

async function listThose(db: Database, isCurrent: Bit): Promise<BoardMember[]> {
  const rows = await members(db).where('isCurrent', '=', isCurrent).execute()
  return (
    rows
      .map(toMember)
      // SQLite would put Áine behind Zoe.
      .sort((a, b) => a.displayOrder - b.displayOrder || a.name.localeCompare(b.name, 'en-IE'))
  )
}

/** One member, or null. */
export async function findMember(db: Database, id: number): Promise<BoardMember | null> {
  const row = await members(db).where('boardMembers.id', '=', id).executeTakeFirst()
  return row ? toMember(row) : null
}

/** Adds a member, with a photo when there is one, and gives their record. Throws FileRefused for a photo that is no image. */
export async function addMember(
  db: Database,
  uploads: string,
  tutor: Actor,
  { photo, removePhoto: _, ...member }: NewMember & PhotoChange,
): Promise<BoardMember> {
  return withPhoto(uploads, photo, (kept) =>
    db.transaction().execute(async (change) => {
      const insert = change.insertInto('boardMembers').values(toRow(member))
      const { id } = await insert.returning('id').executeTakeFirstOrThrow()
      if (kept) await replacePhoto(change, id, kept)
      await noteMember(change, tutor, 'added', { id, name: member.name })
      return (await findMember(change, id))!
    }),
  )
}

/**
 * Changes a member and gives their record; null when they are not there. Throws Conflict when `version` is not their newest,
 * FileRefused for a photo that is no image.
 */
export async function changeMember(
  db: Database,
  uploads: string,
  tutor: Actor,
  id: number,
  { version, photo, removePhoto, ...member }: NewMember & PhotoChange & { version: number },
): Promise<BoardMember | null> {
  const saved = await withPhoto(uploads, photo, (kept) =>
    db.transaction().execute(async (change) => {
      const before = await findMember(change, id)
      if (!before) return null
      await requireNewest(change, 'board member', before, version)
      const update = change.updateTable('boardMembers').set({ ...toRow(member), version: version + 1 })
      await update.where('id', '=', id).execute()
      const former = kept || removePhoto ? await replacePhoto(change, id, kept) : null
      await noteMember(change, tutor, 'changed', { id, name: member.name })
      return { former, member: await findMember(change, id) }
    }),
  )
  if (saved?.former) await discard(uploads, saved.former)
  return saved?.member ?? null
}

/** Removes a member and their photo, and gives what they were; null when they are not there. */
export async function removeMember(
  db: Database,
  uploads: string,
  tutor: Actor,
  id: number,
): Promise<BoardMember | null> {
  const removed = await erasing(db, async (change) => {
    const member = await findMember(change, id)
    if (!member) return null
    const photo = await replacePhoto(change, id)
    await change.deleteFrom('boardMembers').where('id', '=', id).execute()
    await noteMember(change, tutor, 'deleted', member)
    return { member, photo }
  })
  if (removed?.photo) await discard(uploads, removed.photo)
  return removed?.member ?? null
}

function members(db: Database) {
  return db
    .selectFrom('boardMembers')
    .leftJoin('boardPhotos', 'boardPhotos.memberId', 'boardMembers.id')
    .selectAll('boardMembers')
    .select('boardPhotos.id as photoId')
}

function toMember({ photoId, ...row }: Row<'boardMembers'> & { photoId: number | null }): BoardMember {
  return { ...row, isCurrent: row.isCurrent === 1, profileImage: photoId ? `/files/board/${photoId}` : null }
}

function toRow({ isCurrent, ...words }: NewMember) {
  return { ...words, isCurrent: (isCurrent ? 1 : 0) as Bit }
}

async function noteMember(
  db: Database,
  tutor: Actor,
  action: 'added' | 'changed' | 'deleted',
  { id, name }: { id: number; name: string },
) {
  await note(db, tutor, { action, noun: 'board member', recordId: id, title: name, studentId: null })
}
