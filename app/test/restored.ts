import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { restoreBackup } from '~/backups/restore.server'
import { addFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import { openDatabase } from '~db/open'
import type { TestRiverbank } from './riverbank'
import { createSamplePdf, createUploadedFile } from './samples'

/** Adds the document `createSamplePdf(title)`. */
export const addSamplePdf = ({ db, uploads, people }: TestRiverbank, title: string) =>
  addFile(
    db,
    uploads,
    people.aoife,
    newFile.parse({ title, file: createUploadedFile(createSamplePdf(title), 'menu.pdf') }),
  )

/** Restores a backup to a new folder in `elsewhere`, and returns the titles of its files. Expects each file to be one of `addSamplePdf`. */
export async function restoreAndListTitles(file: string, elsewhere: string): Promise<string[]> {
  const there = mkdtempSync(join(elsewhere, 'there-'))
  await restoreBackup(there, file)
  const db = openDatabase(join(there, 'riverbank.sqlite'))
  const rows = await db.selectFrom('files').select(['title', 'storageKey']).orderBy('id').execute()
  await db.destroy()
  for (const { title, storageKey } of rows)
    expect(readFileSync(join(there, 'uploads', storageKey))).toEqual(createSamplePdf(title))
  return rows.map(({ title }) => title)
}
