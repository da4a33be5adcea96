import { sql } from 'kysely'
import type { Tutor } from '~/domain/accounts/account'
import { requireNewestVersion } from '~/domain/change.server'
import { orNotFound } from '~/domain/refused'
import type { Database } from '~db/schema'
import { findCopies, findStoredPictures, type MarkedPicture, requireMarkableStudents, writeMarks } from './marks.server'
import {
  type ConsentPicture,
  findConsentPicture,
  findPicturePlaces,
  findPicturesWithPlace,
  logPicture,
  type PictureWithPlace,
} from './pictures.server'
import type { PictureStudents } from './schema'
import { markedPictureColumns } from './visibility.server'

/** A picture after it was marked, and the pictures that others could see until then: itself or its copies. */
export interface MarkResult {
  picture: PictureWithPlace
  hidden: PictureWithPlace[]
}

/**
 * Marks who is in a picture and its copies, and replaces earlier marks. Hides at once what shows a person without a valid yes.
 * Throws Conflict for an older version, because a lost mark would show a person who said no; and Refused, invalid or notFound.
 */
export async function markPicture(
  db: Database,
  uploads: string,
  tutor: Tutor,
  picture: Pick<ConsentPicture, 'kind' | 'id'>,
  { version, ...said }: PictureStudents & { version?: number },
): Promise<MarkResult> {
  return db.transaction().execute(async (change) => {
    const before = orNotFound(await findConsentPicture(change, tutor, picture.kind, picture.id))
    const { kind, id, title, studentIds } = before
    if (version !== undefined) await requireNewestVersion(change, { noun: 'picture', recordId: id }, before, version)
    // A person whose account has closed may still be in the picture.
    await requireMarkableStudents(change, said.inPicture ?? [], studentIds)
    const [stored] = await findStoredPictures(change, kind, sql`id = ${id}`)
    const copies = await findCopies(change, uploads, orNotFound(stored))
    const shown = (await findPicturesByMarks(change, tutor, copies)).filter(isSeenByOthers)
    for (const copy of copies) await writeMarks(change, copy.kind, copy.mark, said)
    await logPicture(change, tutor, 'said who is in', { id, title })
    const now = (await findPicturesByMarks(change, tutor, copies)).filter((one) => !isSeenByOthers(one))
    const hidden = now.filter((one) => shown.some(({ kind, id }) => kind === one.kind && id === one.id))
    return { picture: orNotFound(await findConsentPicture(change, tutor, kind, id)), hidden }
  })
}

const isSeenByOthers = ({ isPublic, hiddenBecause }: PictureWithPlace) => isPublic && hiddenBecause === null

/** Finds pictures by their marks, each with its place. Omits pictures that only tutors can reach. */
async function findPicturesByMarks(
  db: Database,
  tutor: Tutor,
  those: readonly MarkedPicture[],
): Promise<PictureWithPlace[]> {
  const onWebsite = await findPicturePlaces(db)
  const found = those.map(({ kind, mark }) => {
    const { table, by } = markedPictureColumns[kind]
    return findPicturesWithPlace(db, tutor, kind, sql`${sql.ref(`${table}.${by}`)} = ${mark}`, onWebsite)
  })
  return (await Promise.all(found)).flat()
}
