import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { log } from '~/log.server'
import { addSampleFile } from '~/test/records'
import { setUpBackupFolders } from '~/test/restored'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { migrate, NEWEST, NewerDatabase } from '~db/migrate'
import { openDatabase } from '~db/open'
import { openArchive } from './archive.server'
import { startBackups } from './daily.server'
import { createBackupName, formatTimestamp } from './entries'
import { listBackups, requireBackupFolder } from './folder.server'
import { makeAndPruneBackup } from './keep.server'
import { BackupTurns, backUp, makeBackup, removeUnfinished } from './make.server'
import { prepareDatabase } from './ready-database.server'
import { completeRestore, removeSetAsideData, restoreBackup } from './restore.server'

const riverbank = setUpFreshRiverbank()
const { where, elsewhere } = setUpBackupFolders(riverbank, { isHourly: false })

const DAY = 24 * 3_600_000
const upload = (title: string) => addSampleFile(riverbank, { title })

describe('a backup', () => {
  test('has no bytes of deleted data', async () => {
    const { id } = await upload('Marguerite and the swans')
    const reader = openDatabase(join(where.dataDir, 'riverbank.sqlite'))
    await sql`begin`.execute(reader)
    await sql`select 1 from files`.execute(reader)
    await riverbank.db.updateTable('files').set({ title: 'x', fileName: 'x.doc' }).where('id', '=', id).execute()
    await riverbank.db.deleteFrom('activity').execute()
    expect(readFileSync(join(where.dataDir, 'riverbank.sqlite-wal'), 'latin1')).toContain('Marguerite')
    const { path } = await makeBackup(where.dataDir, `${elsewhere.path}/`)
    await reader.destroy()
    rmSync(riverbank.uploads, { recursive: true })
    expect(readFileSync(path, 'latin1')).not.toContain('Marguerite and the swans\0')
    const archive = await openArchive(path)
    await archive.read((name) => (name === 'riverbank.sqlite' ? join(elsewhere.path, 'copy.sqlite') : null))
    archive.close()
    expect(readFileSync(join(elsewhere.path, 'copy.sqlite'), 'latin1')).not.toContain('Marguerite')
  })

  test('is made although an upload is lost, and reports it', async () => {
    await upload('Menu')
    const [lost] = readdirSync(riverbank.uploads)
    rmSync(join(riverbank.uploads, lost!))
    const { path, manifest } = await makeBackup(where.dataDir, `${elsewhere.path}/`)
    expect(manifest.incomplete).toEqual([`uploads/${lost}`])
    expect((await restoreBackup(join(elsewhere.path, 'there'), path)).incomplete).toEqual([`uploads/${lost}`])
  })

  test('waits for a writer, gives up when aborted, and refuses a second one meanwhile', async () => {
    const writer = openDatabase(join(where.dataDir, 'riverbank.sqlite'))
    await sql`begin immediate`.execute(writer)
    const over = new AbortController()
    const turns = new BackupTurns()
    const making = turns.run(() => makeBackup(where.dataDir, `${elsewhere.path}/`, over.signal), { isDaily: true })
    const second = backUp(where.dataDir, `${elsewhere.path}/`, { progress: () => {}, signal: over.signal }, turns)
    await expect(second).rejects.toThrow('Another backup is being made.')
    setTimeout(() => over.abort(new Error('stopped')), 200)
    await expect(making).rejects.toThrow()
    await sql`rollback`.execute(writer)
    await writer.destroy()
    expect(readdirSync(elsewhere.path)).toEqual([])
    expect(readdirSync(where.dataDir).filter((name) => name.startsWith('backing-up-'))).toEqual([])
  })
})

describe('the remains of an interrupted backup', () => {
  test('are removed once they are an hour old', async () => {
    for (const hours of [0.5, 1.5]) {
      const then = new Date(Date.now() - hours * 3_600_000)
      const folder = join(where.dataDir, `backing-up-${hours}`)
      mkdirSync(folder)
      utimesSync(folder, then, then)
    }
    await removeUnfinished(where.dataDir, elsewhere.path)
    expect(readdirSync(where.dataDir).filter((name) => name.startsWith('backing-up-'))).toEqual(['backing-up-0.5'])
  })
})

describe('a restore', () => {
  test('that was killed between any two moves is completed by the next start', async () => {
    await upload('Menu')
    writeFileSync(join(where.dataDir, 'session-secret'), 'of the backup')
    const { path } = await makeBackup(where.dataDir, `${elsewhere.path}/`)
    const order = ['uploads', 'outbox', 'session-secret', 'riverbank.sqlite']
    const whole = join(elsewhere.path, 'whole')
    await restoreBackup(whole, path)
    for (let killedAfter = 0; killedAfter <= order.length * 2; killedAfter++) {
      const there = join(elsewhere.path, `killed-${killedAfter}`)
      const ready = join(there, 'restoring-2026-11-22T03-00-00.000Z')
      const aside = join(there, 'before-restore-2026-11-22T03-00-00.000Z')
      mkdirSync(there)
      for (const name of order) writeFileSync(join(there, name), `old ${name}`)
      cpSync(whole, ready, { recursive: true })
      mkdirSync(aside)
      for (const [index, name] of order.entries()) {
        if (index * 2 < killedAfter) renameSync(join(there, name), join(aside, name))
        if (index * 2 + 1 < killedAfter) renameSync(join(ready, name), join(there, name))
      }
      expect(await completeRestore(there)).toBe(aside)
      expect(readdirSync(there).sort()).toEqual([...order, 'before-restore-2026-11-22T03-00-00.000Z'].sort())
      expect(readFileSync(join(there, 'session-secret'), 'utf8')).toBe('of the backup')
      expect(readdirSync(join(there, 'uploads'))).toHaveLength(1)
      for (const name of order) expect(readFileSync(join(aside, name), 'utf8')).toBe(`old ${name}`)
    }
  })

  test('is refused where an upload is missing, and leaves nothing', async () => {
    await upload('Menu')
    const { path } = await makeBackup(where.dataDir, `${elsewhere.path}/`)
    const folder = join(elsewhere.path, 'folder')
    await restoreBackup(folder, path)
    rmSync(join(folder, 'uploads'), { recursive: true })
    await expect(restoreBackup(join(elsewhere.path, 'new'), folder)).rejects.toThrow('missing from the files')
    expect(existsSync(join(elsewhere.path, 'new'))).toBe(false)
  })

  test('preserves the replaced data for 30 days', async () => {
    const name = (age: number) => `before-restore-${formatTimestamp(new Date(Date.now() - age * DAY))}`
    for (const age of [29.9, 30.1])
      for (const folder of [where.dataDir, join(where.dataDir, 'backups')])
        mkdirSync(join(folder, name(age)), { recursive: true })
    mkdirSync(join(where.dataDir, 'before-restore-of-my-own'))
    await removeSetAsideData(where.dataDir)
    const left = (folder: string) => readdirSync(folder).filter((one) => one.startsWith('before-restore-'))
    expect(left(where.dataDir)).toHaveLength(2)
    expect(left(join(where.dataDir, 'backups'))).toHaveLength(1)
  })
})

describe('the daily backup', () => {
  const well = { ok: true, reason: null, folder: null, ahead: null, isHourly: false }
  const at = (moment: string | null) => ({ at: moment, currentAt: moment, wholeAt: moment })
  const started: { stop: () => Promise<void> }[] = []
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop()
  })
  const begin = (at: string | null = '03:00') =>
    started.push(
      startBackups({ ...riverbank.context, settings: { dataDir: where.dataDir, backups: { ...where.backups, at } } }),
    )
  const last = () => riverbank.context.backupStatus.last
  /** Copies one real backup under the names of other days. */
  async function createAgedBackups(...days: number[]) {
    const { path } = await makeBackup(where.dataDir, join(elsewhere.path, 'one.zip'))
    mkdirSync(where.backups.folder, { recursive: true })
    for (const ago of days)
      copyFileSync(path, join(where.backups.folder, createBackupName(new Date(Date.now() - ago * DAY))))
    rmSync(path)
  }
  const made = () => vi.waitFor(() => expect(last()).toMatchObject({ ok: true, at: expect.any(String) }), 40_000)
  const daysOld = (moment: Date) => Math.round((Date.now() - moment.getTime()) / (DAY / 2)) / 2
  const daysThere = async () => (await listBackups(where.backups.folder)).map(daysOld)
  const setUpDaysAgo = (days: number) =>
    sql`update kysely_migration set timestamp = ${new Date(Date.now() - days * DAY).toISOString()}`.execute(
      riverbank.db,
    )

  test('that was missed is made at the start, and expired ones are removed', async () => {
    await setUpDaysAgo(400)
    await createAgedBackups(1.5, 13, 200, 300, 400)
    writeFileSync(join(where.backups.folder, 'of-my-own.zip'), '')
    begin()
    await made()
    const there = await listBackups(where.backups.folder)
    // Two at a time.
    expect(there.map(daysOld)).toEqual([200, 13, 1.5, 0])
    expect(last()).toEqual({ ...at(there.at(-1)!.toISOString()), isDaily: true, ...well })
    expect(existsSync(join(where.backups.folder, 'of-my-own.zip'))).toBe(true)
  })

  test('is not made on the day of the set-up, nor when it is switched off', async () => {
    await setUpDaysAgo(0)
    begin()
    await vi.waitFor(() => expect(last()).toEqual({ ...at(null), isDaily: true, ...well }), 40_000)
    await setUpDaysAgo(3)
    begin(null)
    await vi.waitFor(() => expect(last()).toEqual({ ...at(null), isDaily: false, ...well }), 40_000)
    expect(existsSync(where.backups.folder)).toBe(false)
  })

  test('expires although no more are made, but not while the clock is in doubt', async () => {
    await createAgedBackups(0.1, 1, 13, 200, 300, 400)
    begin(null)
    await vi.waitFor(async () => expect(await daysThere()).toEqual([200, 13, 1, 0]), 40_000)
    await started.pop()?.stop()
    await sql`delete from portalSettings`.execute(riverbank.db)
    const later = Date.now() + 20 * DAY
    await createAgedBackups(-1)
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await where.clockWatch.start(where)
    expect(where.clockWatch.doubt()).toContain('The clock jumped ahead by 19 days')
    await makeAndPruneBackup(where)
    expect(await listBackups(where.backups.folder)).toHaveLength(6)
  })

  test('that lacks an upload, or can’t be read, never replaces a complete one', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
    await createAgedBackups(200, 201, 202, 203)
    await upload('Lost')
    rmSync(riverbank.uploads, { recursive: true })
    await makeAndPruneBackup(where)
    expect(await daysThere()).toEqual([203, 202, 201, 200, 0])
    await riverbank.db.deleteFrom('files').where('title', '=', 'Lost').execute()
    const broken = join(where.backups.folder, createBackupName(new Date(Date.now() - 300 * DAY)))
    writeFileSync(broken, 'no zip')
    // Three complete ones of the last days, so the gap is before them: two are removed.
    await createAgedBackups(1, 2)
    await makeAndPruneBackup(where)
    expect(await daysThere()).toEqual([300, 201, 200, 2, 1, 0, 0])
    expect(existsSync(broken)).toBe(true)
    expect(warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('it is ignored'))
  })

  test('is not made while BACKUP_DIR is missing, and made there once it is back', async () => {
    const reported = vi.spyOn(log, 'error').mockImplementation(() => {})
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
    where.backups.folder = join(elsewhere.path, 'disk', 'backups')
    await setUpDaysAgo(3)
    await expect(requireBackupFolder(where)).rejects.toThrow(
      /^ {2}BACKUP_DIR must be an existing, writable folder.* It is "/m,
    )
    begin()
    await vi.waitFor(() => expect(last()?.ok).toBe(false), 40_000)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(last()).toMatchObject({ at: null, folder: 'does not exist. Is its disk mounted?' })
    expect(reported).toHaveBeenCalledTimes(1)
    expect(existsSync(join(elsewhere.path, 'disk'))).toBe(false)
    mkdirSync(where.backups.folder, { recursive: true })
    await requireBackupFolder(where)
    await vi.advanceTimersByTimeAsync(61_000)
    await made()
  })

  test('that fails is reported to tutors, and retried after an hour', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
    await setUpDaysAgo(3)
    writeFileSync(where.backups.folder, 'a file where the folder should be')
    begin()
    await vi.waitFor(() => expect(last()?.ok).toBe(false), 40_000)
    expect(riverbank.context.backupStatus.warnings[0]?.text).toMatch(
      /try again every hour\. Please tell the person who looks after the website: .*backups: /,
    )
    expect(error).toHaveBeenCalledTimes(1)
    rmSync(where.backups.folder)
    await vi.advanceTimersByTimeAsync(50 * 60_000)
    expect(existsSync(where.backups.folder)).toBe(false)
    await vi.advanceTimersByTimeAsync(11 * 60_000)
    await made()
    expect(riverbank.context.backupStatus.warnings).toEqual([])
  })
})

describe('a database', () => {
  async function older(last: string) {
    const folder = join(elsewhere.path, 'older')
    const db = openDatabase(join(folder, 'riverbank.sqlite'))
    await migrate(db, last)
    await db.destroy()
    return { dataDir: folder, backups: { isHourly: false, at: null, folder: join(folder, 'backups') } }
  }

  test('of an earlier version is backed up before it is migrated, and both versions are logged', async () => {
    const info = vi.spyOn(log, 'info').mockImplementation(() => {})
    const settings = await older('007-second-step')
    await (await prepareDatabase(settings)).destroy()
    const [made] = await listBackups(settings.backups.folder)
    const { manifest, close } = await openArchive(join(settings.backups.folder, createBackupName(made!)))
    close()
    expect(manifest.schema).toBe('007-second-step')
    expect(info).toHaveBeenCalledWith({ from: '007-second-step', to: NEWEST }, expect.stringContaining('backed up'))
    info.mockClear()
    await (await prepareDatabase(settings)).destroy()
    expect(info).not.toHaveBeenCalled()
    expect(await listBackups(settings.backups.folder)).toHaveLength(1)
  })

  test('is not migrated if the backup fails', async () => {
    const settings = await older('007-second-step')
    writeFileSync(settings.backups.folder, 'a file where the folder should be')
    await expect(prepareDatabase(settings)).rejects.toThrow(/makes a backup before .* that backup failed: .*backups/)
    const db = openDatabase(join(settings.dataDir, 'riverbank.sqlite'))
    const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
    expect(rows).toEqual([{ name: '007-second-step' }])
    await db.destroy()
  })

  test('of a newer version is refused by start, backup and restore', async () => {
    const words = 'This database was made by a newer version of Riverbank: it has 999-the-future'
    const { path } = await makeBackup(where.dataDir, `${elsewhere.path}/`)
    copyFileSync(path, join(elsewhere.path, 'of-now.zip'))
    await sql`insert into kysely_migration values ('999-the-future', '2030-01-01T00:00:00.000Z')`.execute(riverbank.db)
    await expect(prepareDatabase(where)).rejects.toThrow(words)
    await expect(prepareDatabase(where)).rejects.toThrow(NewerDatabase)
    await expect(makeAndPruneBackup(where)).rejects.toThrow(words)
    await expect(migrate(riverbank.db)).rejects.toThrow(words)
    await riverbank.db.destroy()
    await expect(restoreBackup(join(elsewhere.path, 'there'), where.dataDir)).rejects.toThrow(words)
    expect(existsSync(join(elsewhere.path, 'there'))).toBe(false)
  })
})
