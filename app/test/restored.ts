import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import type { WatchedFolders } from '~/backups/clock.server'
import { restoreBackup } from '~/backups/restore.server'
import { openDatabase } from '~db/open'
import { createTemporaryFolder } from './folder'
import type { TestRiverbank } from './riverbank'
import { createSampleDocument } from './samples'

export function setUpTemporaryFolder(): { path: string } {
  const folder = { path: '' }
  beforeEach(() => {
    const temporary = createTemporaryFolder()
    folder.path = temporary.path
    return temporary[Symbol.dispose]
  })
  return folder
}

export function setUpBackupFolders(riverbank: TestRiverbank, { isHourly }: { isHourly: boolean }) {
  const where = {} as WatchedFolders
  beforeEach(() => {
    const { dataDir } = riverbank.settings
    const folder = join(dataDir, 'backups')
    Object.assign(where, {
      dataDir,
      backups: { isHourly, at: '03:00', folder },
      clockWatch: riverbank.context.clockWatch,
    })
    if (isHourly) mkdirSync(folder)
  })
  return { where, elsewhere: setUpTemporaryFolder() }
}

/** Restores a backup to a new folder in `elsewhere`, and returns the titles of its files. Expects each file to be one of `addSampleFile`. */
export async function restoreAndListTitles(file: string, elsewhere: string): Promise<string[]> {
  const there = mkdtempSync(join(elsewhere, 'there-'))
  await restoreBackup(there, file)
  const db = openDatabase(join(there, 'riverbank.sqlite'))
  const rows = await db.selectFrom('files').select(['title', 'storageKey']).orderBy('id').execute()
  await db.destroy()
  for (const { title, storageKey } of rows)
    expect(readFileSync(join(there, 'uploads', storageKey))).toEqual(createSampleDocument(title))
  return rows.map(({ title }) => title)
}
