import { type Kysely, sql } from 'kysely'

/** Uploads that replace the website's drawings. `address` is the unguessable part of their URLs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table websitePictures (
    id integer primary key autoincrement not null,
    address text not null unique,
    width integer not null,
    height integer not null,
    fallback text not null check (fallback in ('jpg', 'png')),
    storageKey text not null unique,
    size integer not null,
    createdAt text not null,
    addedBy integer references users on delete set null
  ) strict`.execute(db)
  await sql`create index websitePicturesByUploader on websitePictures (addedBy)`.execute(db)
}
