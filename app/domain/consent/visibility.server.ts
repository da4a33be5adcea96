import { type RawBuilder, sql } from 'kysely'
import { accountColumns, getShortNames, sortByName, type Tutor } from '~/domain/accounts/account'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { type RefusalKind, Refused } from '~/domain/refused'
import type { PhotoUse } from '~db/choices'
import type { Database } from '~db/schema'
import { formatMissingYes, type PictureKind, photoUseByKind, SHOWS_ERASED } from './consents'

/**
 * SQL condition: whether a student has no valid yes to a use today, in Dublin. It is missing, ended or withdrawn, or the account is
 * closed.
 */
export function hasNoYes(
  userId: RawBuilder<unknown>,
  use: PhotoUse,
  day = formatIsoDay(getToday()),
): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from photoConsents as said join users as sayer on sayer.id = said.userId
    where said.userId = ${userId} and said.use = ${use} and said.answer = 'yes' and sayer.closedAt is null
      and said."from" <= ${day} and said.until >= ${day}
      and ${isLastAnswer})`
}

/** SQL condition, in a query of `photoConsents as said`: whether the person has said nothing later about that use. */
export const isLastAnswer = sql<boolean>`not exists (
  select 1 from photoConsents as later where later.userId = said.userId and later.use = said.use
    and (later.recordedAt, later.id) > (said.recordedAt, said.id))`

/** For each kind of picture: the column of its mark, and the table and column that the mark refers to. */
export const markedPictureColumns = {
  file: { table: 'files', mark: 'fileId', by: 'id' },
  website: { table: 'websitePictures', mark: 'websitePicture', by: 'address' },
  newsletter: { table: 'newsletterAttachments', mark: 'attachmentId', by: 'id' },
  step: { table: 'stepPhotos', mark: 'stepPhotoId', by: 'id' },
  answer: { table: 'answerPhotos', mark: 'answerPhotoId', by: 'id' },
} as const satisfies Record<PictureKind, object>

/** SQL condition, in a query of the picture's table: whether a person in the picture has no valid yes, or was erased. */
export function isPictureHidden(
  kind: PictureKind,
  use: PhotoUse = photoUseByKind[kind],
  day?: string,
): RawBuilder<boolean> {
  const { table, mark, by } = markedPictureColumns[kind]
  return sql<boolean>`(${sql.ref(`${table}.whoIsIn`)} = 'erased' or exists (select 1 from peopleInPictures as who
    where ${sql.ref(`who.${mark}`)} = ${sql.ref(`${table}.${by}`)} and ${hasNoYes(sql.ref('who.userId'), use, day)}))`
}

export const isPictureVisible = (kind: PictureKind, day?: string) =>
  sql<boolean>`not ${isPictureHidden(kind, undefined, day)}`

export async function findHiddenOnWebsite(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const marks = db
    .selectFrom('peopleInPictures as who')
    .select('websitePicture as address')
    .where('websitePicture', 'in', addresses)
    .where(hasNoYes(sql.ref('who.userId'), 'website'))
  const erased = db.selectFrom('websitePictures').select('address').where('whoIsIn', '=', 'erased')
  const rows = [...(await marks.execute()), ...(await erased.where('address', 'in', addresses).execute())]
  return new Set(rows.flatMap(({ address }) => address ?? []))
}

/** The names of the students among `userIds` without a valid yes to a use. */
async function listNamesWithoutYes(db: Database, userIds: readonly number[], use: PhotoUse): Promise<string[]> {
  if (userIds.length === 0) return []
  const selected = db.selectFrom('users').select(accountColumns).where('id', 'in', userIds)
  const without = sortByName(await selected.where(hasNoYes(sql.ref('users.id'), use)).execute())
  if (without.length === 0) return []
  const students = db.selectFrom('users').select(accountColumns).where('role', '=', 'student')
  const names = getShortNames(await students.where('erasedAt', 'is', null).execute())
  return without.map(({ id, firstName }) => names.get(id) ?? firstName)
}

/** Throws Refused, of `kind`, with the names of those who have no valid yes to a use. */
export async function requireYes(
  db: Database,
  userIds: readonly number[],
  use: PhotoUse,
  { field, kind = 'invalid' }: { field?: string; kind?: RefusalKind } = {},
): Promise<void> {
  const names = await listNamesWithoutYes(db, userIds, use)
  if (names.length > 0) throw new Refused(kind, formatMissingYes(names, use), { field })
}

export async function listPeopleInPicture(
  db: Database,
  kind: PictureKind,
  picture: number | string,
): Promise<number[]> {
  const { mark } = markedPictureColumns[kind]
  const marks = db
    .selectFrom('peopleInPictures')
    .select('userId')
    .where(mark, '=', picture as number & string)
  return (await marks.orderBy('userId').execute()).map(({ userId }) => userId)
}

/** Why pictures are hidden, by id or address, for tutors. Visible pictures have no entry. */
export async function findHiddenReasons(
  db: Database,
  _tutor: Tutor,
  kind: PictureKind,
  pictures: readonly (number | string)[],
): Promise<Record<string, string>> {
  const { table, by } = markedPictureColumns[kind]
  const reasons: Record<string, string> = {}
  if (pictures.length === 0) return reasons
  // Kysely can't type a table that is one of three.
  const hidden = db
    .selectFrom(table as 'files')
    .select(['whoIsIn', sql<number | string>`${sql.ref(`${table}.${by}`)}`.as('picture')])
    .where(by as 'id', 'in', pictures as number[])
    .where(isPictureHidden(kind))
  for (const { picture, whoIsIn } of await hidden.execute()) {
    const names = await listNamesWithoutYes(db, await listPeopleInPicture(db, kind, picture), photoUseByKind[kind])
    reasons[picture] = whoIsIn === 'erased' ? SHOWS_ERASED : formatMissingYes(names, photoUseByKind[kind])
  }
  return reasons
}
