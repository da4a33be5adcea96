import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { restoreBackup } from '~/backups/restore.server'
import { openDatabase } from '~db/open'
import { createSamplePdf } from './samples'

/** Restores a backup to a new folder in `elsewhere`, and returns the titles of its files. Expects each file to be `pdf(title)`. */
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
