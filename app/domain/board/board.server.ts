import { z } from 'zod'
import { compareNames, type Tutor } from '~/domain/accounts/account'
import type { Change } from '~/domain/change.server'
import { SMALL_WIDTHS } from '~/domain/files/kinds'
import type { UploadNote } from '~/domain/files/notes'
import { eraseWithFiles } from '~/domain/files/store.server'
import { deletePhotos, openPhoto, type PhotoChange, saveWithPhoto } from '~/domain/files/uploads.server'
import { dayOrNone, defineRecordSchema, ownAddress, recordId, recordVersion, textOrNone } from '~/domain/record'
import { createRepository } from '~/domain/records.server'
import { orNotFound } from '~/domain/refused'
import { paths } from '~/paths'
import type { Bit, Database, Row } from '~db/schema'
import { type NewMember, newMember } from './schema'

export type BoardMember = Omit<Row<'boardMembers'>, 'isCurrent'> & { isCurrent: boolean; profileImage: string | null }

export const memberRecord = defineRecordSchema<BoardMember>()('BoardMember', 'A current or former director.', {
  id: [recordId, 4],
  name: [z.string(), 'Bríd Nolan'],
  position: [z.string(), 'Chairperson'],
  bio: [textOrNone, null],
  profileImage: [ownAddress.nullable(), null],
  linkedIn: [textOrNone, null],
  email: [textOrNone, 'brid@example.org'],
  isCurrent: [z.boolean(), true],
  startDate: [dayOrNone, '2019-05-01'],
  endDate: [dayOrNone, null],
  displayOrder: [z.number().min(0), 1],
  version: [recordVersion, 1],
})

const memberRecords = createRepository('boardMembers', {
  noun: 'board member',
  rules: newMember,
  labels: [
    { label: 'Name', getText: ({ name }) => name },
    { label: 'Position', getText: ({ position }) => position },
    { label: 'Biography', getText: ({ bio }) => bio },
    { label: 'Email', getText: ({ email }) => email },
    { label: 'LinkedIn URL', getText: ({ linkedIn }) => linkedIn },
    { label: 'Start Date', getText: ({ startDate }) => startDate },
    { label: 'End Date', getText: ({ endDate }) => endDate },
    { label: 'Display Order', getText: ({ displayOrder }) => String(displayOrder) },
    { label: 'Current Member', getText: ({ isCurrent }) => (isCurrent ? 'Yes' : 'No') },
  ],
  getTitle: ({ name }) => name,
  toRecord: (row): BoardMember => toMember({ ...row, photoId: null }),
  toRow: ({ isCurrent, ...fields }) => ({ ...fields, isCurrent: (isCurrent ? 1 : 0) as Bit }),
  find: findById,
})

export const describeMember = memberRecords.descriptions

/** All members: the current board, then past members, in the order of their lists. The website shows them. */
export async function listPublicMembers(db: Database): Promise<BoardMember[]> {
  return [...(await listPublicCurrentMembers(db)), ...(await listPublicPastMembers(db))]
}

/** Current members, in the order that a tutor chose, then by name. */
export function listPublicCurrentMembers(db: Database): Promise<BoardMember[]> {
  return listMembersBy(db, 1)
}

/** Past members, in the order that a tutor chose, then by name. */
export function listPublicPastMembers(db: Database): Promise<BoardMember[]> {
  return listMembersBy(db, 0)
}

async function listMembersBy(db: Database, isCurrent: Bit): Promise<BoardMember[]> {
  const rows = await selectMembers(db).where('isCurrent', '=', isCurrent).execute()
  return rows.map(toMember).sort((a, b) => a.displayOrder - b.displayOrder || compareNames(a.name, b.name))
}

/** A member, for a tutor. */
export const findMember = (db: Database, _tutor: Tutor, id: number): Promise<BoardMember | null> => findById(db, id)

async function findById(db: Database, id: number): Promise<BoardMember | null> {
  const row = await selectMembers(db).where('boardMembers.id', '=', id).executeTakeFirst()
  return row ? toMember(row) : null
}

/** Adds a member, with or without a photo, and returns the record. Throws Refused, invalid, if the photo is not an image. */
export async function addMember(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { photo, removePhoto: _, ...member }: NewMember & PhotoChange,
): Promise<BoardMember & UploadNote> {
  return saveWithPhoto(db, uploads, { photo }, async (change, writePhoto) => {
    const { id } = await memberRecords.add(change, tutor, member)
    await writePhoto({ table: 'boardPhotos', memberId: id })
    return orNotFound(await findById(change, id))
  })
}

/** Changes a member, and their photo if given, and returns the record. Throws Refused, notFound and invalid, and what applyPatch throws. */
export async function changeMember(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  change: Change<NewMember>,
  photo: PhotoChange = {},
): Promise<BoardMember & UploadNote> {
  return saveWithPhoto(db, uploads, photo, async (transaction, writePhoto) => {
    await memberRecords.change(transaction, tutor, id, change)
    await writePhoto({ table: 'boardPhotos', memberId: id })
    return orNotFound(await findById(transaction, id))
  })
}

/** Removes a member and their photo, and returns the removed record. Throws Refused, notFound. */
export async function removeMember(db: Database, uploads: string, tutor: Tutor, id: number): Promise<BoardMember> {
  return eraseWithFiles(db, uploads, async (change, discardLater) => {
    const member = orNotFound(await findById(change, id))
    discardLater(await deletePhotos(change, { table: 'boardPhotos', memberId: id }))
    await memberRecords.remove(change, tutor, id)
    return member
  })
}

function selectMembers(db: Database) {
  return db
    .selectFrom('boardMembers')
    .leftJoin('boardPhotos', 'boardPhotos.memberId', 'boardMembers.id')
    .selectAll('boardMembers')
    .select('boardPhotos.id as photoId')
}

function toMember({ photoId, ...row }: Row<'boardMembers'> & { photoId: number | null }): BoardMember {
  return { ...row, isCurrent: row.isCurrent === 1, profileImage: photoId ? paths.files.board(photoId) : null }
}

/** Opens a member's photo at the size that pages show, or returns null. Everyone may see it. The caller closes it. */
export async function openPublicPhoto(db: Database, uploads: string, id: number) {
  return openPhoto(uploads, db.selectFrom('boardPhotos').selectAll().where('id', '=', id), SMALL_WIDTHS[0])
}
