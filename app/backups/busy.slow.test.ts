import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeFile } from '~/domain/files/files.server'
import { addSampleFile } from '~/test/records'
import { restoreAndListTitles, setUpBackupFolders } from '~/test/restored'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { makeHourlyBackup } from './hourly.server'
import { makeBackup } from './make.server'

const riverbank = setUpFreshRiverbank()
const { where, elsewhere } = setUpBackupFolders(riverbank, { isHourly: true })

const upload = (title: string) => addSampleFile(riverbank, { title })
const remove = (id: number) => removeFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, id)

/** Adds files and deletes two of three until `work` is done. Returns the titles of the others, which grow meanwhile. */
async function changeFilesDuring(work: (acknowledged: string[]) => Promise<void>): Promise<string[]> {
  let isOn = true
  const acknowledged: string[] = []
  const busy = (async () => {
    for (let number = 0; isOn; number++) {
      const { id } = await upload(`Menu ${number}`)
      if (number % 3 > 0) await remove(id)
      else acknowledged.push(`Menu ${number}`)
    }
  })()
  await work(acknowledged).finally(() => {
    isOn = false
  })
  await busy
  return acknowledged
}

test('a backup made while files are added and deleted has every row with its file, and nothing else', async () => {
  const acknowledged = await changeFilesDuring(async (acknowledged) => {
    // On a slow machine fewer files are added during each backup.
    for (let time = 0; time < 4 || acknowledged.length < 5; time++) {
      const before = [...acknowledged]
      const { path, manifest } = await makeBackup(where.dataDir, join(elsewhere.path, `${time}.zip`))
      expect(manifest.incomplete).toEqual([])
      expect(await restoreAndListTitles(path, elsewhere.path)).toEqual(expect.arrayContaining(before))
    }
  })
  expect(acknowledged.length).toBeGreaterThan(4)
  expect(readdirSync(where.dataDir).filter((name) => name.startsWith('backing-up-'))).toEqual([])
})

test('an hourly backup made while files are added and deleted has every row with its file, stored once on the same disk', async () => {
  const acknowledged = await changeFilesDuring(async (acknowledged) => {
    const before = [...acknowledged]
    const { path, manifest } = await makeHourlyBackup(where)
    expect(manifest.incomplete).toEqual([])
    expect(await restoreAndListTitles(path, elsewhere.path)).toEqual(expect.arrayContaining(before))
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
  const last = await makeHourlyBackup(where)
  expect(await restoreAndListTitles(last.path, elsewhere.path)).toEqual(acknowledged)
  for (const key of readdirSync(riverbank.uploads))
    expect(statSync(join(where.backups.folder, 'hourly', 'uploads', key)).ino).toBe(
      statSync(join(riverbank.uploads, key)).ino,
    )
})
