import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { removeFile } from '~/domain/files/files.server'
import { damageTable } from '~/test/damage'
import { addSampleFile } from '~/test/records'
import { restoreAndListTitles, setUpBackupFolders } from '~/test/restored'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createSampleDocument } from '~/test/samples'
import { writeArchive } from './archive.server'
import { ClockWatch } from './clock.server'
import { createHourlyName } from './entries'
import { makeHourlyBackup } from './hourly.server'
import { makeAndPruneBackup } from './keep.server'
import { openBackup } from './opened.server'
import { prepareDatabase } from './ready-database.server'
import { restoreBackup } from './restore.server'

const riverbank = setUpFreshRiverbank()
const { where, elsewhere } = setUpBackupFolders(riverbank, { isHourly: true })

const upload = (title: string) => addSampleFile(riverbank, { title })
const remove = (id: number) => removeFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, id)
const hours = () => join(where.backups.folder, 'hourly')
const shared = () => readdirSync(join(hours(), 'uploads')).sort()

describe('an hourly backup', () => {
  test('on another disk has copies, and replaces those left incomplete by a kill or the disk', async () => {
    const disk = mkdtempSync('/dev/shm/riverbank-')
    try {
      where.backups.folder = disk
      await upload('Menu')
      await makeHourlyBackup(where)
      const [key = ''] = shared()
      expect(readFileSync(join(hours(), 'uploads', key))).toEqual(createSampleDocument('Menu'))
      writeFileSync(join(hours(), 'uploads', `${key}.unfinished`), 'half')
      truncateSync(join(hours(), 'uploads', key), 10)
      expect(await restoreAndListTitles((await makeHourlyBackup(where)).path, elsewhere.path)).toEqual(['Menu'])
    } finally {
      rmSync(disk, { recursive: true })
    }
  })

  test('has no bytes of deleted data, and preserves an upload whose original is gone', async () => {
    const { id } = await upload('Marguerite and the swans')
    await remove(id)
    await riverbank.db.deleteFrom('activity').execute()
    await upload('Menu')
    const { manifest, read, close } = await openBackup((await makeHourlyBackup(where)).path, where.dataDir)
    await read((name) => (name === 'riverbank.sqlite' ? join(elsewhere.path, 'copy.sqlite') : null))
    close()
    expect(manifest.parts.map(({ name }) => name)).toEqual(['riverbank.sqlite', `uploads/${shared()[0]}`])
    expect(readFileSync(join(elsewhere.path, 'copy.sqlite'), 'latin1')).not.toContain('Marguerite')
    rmSync(riverbank.uploads, { recursive: true })
    // Its row exists, and its bytes are still here.
    expect((await makeHourlyBackup(where)).manifest.incomplete).toEqual([])
    rmSync(hours(), { recursive: true })
    const lost = await makeHourlyBackup(where)
    expect(lost.manifest.incomplete).toHaveLength(1)
    expect((await restoreBackup(join(elsewhere.path, 'lost'), lost.path)).incomplete).toEqual(lost.manifest.incomplete)
  })

  test('is not made of a damaged database, after a stop, or without BACKUP_DIR, and leaves nothing', async () => {
    await expect(makeHourlyBackup(where, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    const gone = { ...where, backups: { ...where.backups, folder: join(elsewhere.path, 'gone') } }
    await expect(makeHourlyBackup(gone)).rejects.toThrow('ENOENT')
    expect(existsSync(gone.backups.folder)).toBe(false)
    await riverbank.db.destroy()
    damageTable(join(where.dataDir, 'riverbank.sqlite'), 'users')
    await expect(makeHourlyBackup(where)).rejects.toThrow(/malformed|damaged/)
    expect(readdirSync(hours())).toEqual(['uploads'])
    expect(readdirSync(where.dataDir).filter((name) => name.startsWith('backing-up-'))).toEqual([])
  })
})

describe('a restore of an hourly backup', () => {
  test('says what to copy if its uploads are not next to it, and uses those in DATA_DIR', async () => {
    await upload('Menu')
    const { path } = await makeHourlyBackup(where)
    const alone = join(elsewhere.path, 'alone.zip')
    copyFileSync(path, alone)
    await expect(restoreBackup(join(elsewhere.path, 'new'), alone)).rejects.toThrow(
      /^This is an hourly backup, and 1 of its 1 uploads are missing from .*Copy the whole folder/,
    )
    expect(existsSync(join(elsewhere.path, 'new'))).toBe(false)
    const carried = join(elsewhere.path, 'carried')
    cpSync(hours(), carried, { recursive: true })
    renameSync(join(carried, basename(path)), join(carried, 'of-today.zip'))
    expect(await restoreAndListTitles(join(carried, 'of-today.zip'), elsewhere.path)).toEqual(['Menu'])
    await riverbank.db.destroy()
    await restoreBackup(where.dataDir, alone)
    expect(readdirSync(join(where.dataDir, 'uploads'))).toHaveLength(1)
  })

  test('refuses a file whose bytes changed, and uses an intact original instead', async () => {
    await upload('Menu')
    const { path } = await makeHourlyBackup(where)
    const file = join(hours(), 'uploads', shared()[0]!)
    const bytes = readFileSync(file)
    rmSync(file)
    writeFileSync(file, Buffer.from(bytes).fill(0x5a, 10, 12))
    await expect(restoreBackup(join(elsewhere.path, 'new'), path)).rejects.toThrow(
      /^uploads\/.* is damaged: its hash does not match/,
    )
    expect(existsSync(join(elsewhere.path, 'new'))).toBe(false)
    await riverbank.db.destroy()
    await restoreBackup(where.dataDir, path)
    expect(readFileSync(join(where.dataDir, 'uploads', basename(file)))).toEqual(bytes)
  })

  test.each<[string, { size?: number; bytes?: string; name?: string }, RegExp]>([
    ['that unpacks to more than it claims', { size: 100 }, /has more bytes than its manifest says/],
    ['with another database than it claims', { size: 2000 }, /^riverbank.sqlite is damaged: its hash does not match/],
    ['that can’t be unpacked', { bytes: 'no database' }, /^Its database is damaged: it can't be unpacked/],
    ['with a file outside the folder', { name: 'uploads/../riverbank.sqlite' }, /^Its manifest lists “uploads\/\.\.\//],
    ['with another part', { name: 'session-secret' }, /^Its manifest lists “session-secret”/],
  ])('refuses a forged one %s', async (_, { size = 1000, bytes, name }, words) => {
    writeFileSync(join(elsewhere.path, 'riverbank.sqlite.gz'), bytes ?? gzipSync(Buffer.alloc(1000)))
    const file = join(elsewhere.path, 'made-up.zip')
    const measured = { size, sha256: '0'.repeat(64) }
    await writeArchive(file, {
      ...{ folder: elsewhere.path, names: ['riverbank.sqlite.gz'], schema: '001', incomplete: [] },
      ...{ madeAt: new Date().toISOString(), program: { commit: null, node: '24' } },
      hourly: { database: measured, shared: name ? [{ name, ...measured }] : [] },
    })
    await expect(restoreBackup(join(elsewhere.path, 'new'), file)).rejects.toThrow(words)
    expect(existsSync(join(elsewhere.path, 'new'))).toBe(false)
  })

  test('is recommended by a start with a damaged database if it is the newest intact one', async () => {
    await upload('Menu')
    await makeAndPruneBackup(where)
    const { path } = await makeHourlyBackup(where)
    const newer = join(hours(), createHourlyName(new Date(Date.now() + 60_000)))
    copyFileSync(path, newer)
    truncateSync(newer, 5000)
    await riverbank.db.destroy()
    damageTable(join(where.dataDir, 'riverbank.sqlite'), 'users')
    const start = () => prepareDatabase(where, { clockWatch: new ClockWatch(), startup: { isMigrating: false } })
    const found = await start().catch((error) => error.message)
    expect(found).toContain(`${newer} is not an intact backup`)
    expect(found).toContain(`Restore it with: DATA_DIR=${where.dataDir} node scripts/restore.mjs ${path}`)
    await restoreBackup(where.dataDir, path)
    await (await start()).destroy()
  })
})
