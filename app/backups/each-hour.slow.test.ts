import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import { removeFile } from '~/domain/files/files.server'
import { handleHealthCheck } from '~/http/middleware/health.server'
import { log } from '~/log.server'
import { addSampleFile } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { serve } from '~/test/serving'
import { getBackupMarker } from '~db/open'
import type { ClockWatch } from './clock.server'
import { startBackups } from './daily.server'
import { createBackupName, createHourlyName } from './entries'
import { listHourlyBackups } from './folder.server'
import { freeSpaceForHourly, makeHourlyBackup, removeOldHourlyBackups } from './hourly.server'
import { removeUnfinished } from './make.server'
import { formatLocalTime } from './schedule'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const riverbank = setUpFreshRiverbank()
let dataDir: string
let folder: string
let hours: string
let backups: { isHourly: boolean; at: string; folder: string }
let clockWatch: ClockWatch
beforeEach(() => {
  dataDir = riverbank.settings.dataDir
  folder = join(dataDir, 'backups')
  hours = join(folder, 'hourly')
  backups = { isHourly: true, at: '03:00', folder }
  clockWatch = riverbank.context.clockWatch
  mkdirSync(folder)
})

const upload = (title: string) => addSampleFile(riverbank, { title })
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
/** The ages of the hourly backups in hours, oldest first. */
const ages = async () =>
  (await listHourlyBackups(folder)).map((moment) => Math.round((Date.now() - moment.getTime()) / HOUR))
const shared = () => readdirSync(join(hours, 'uploads')).length

/** Makes one, and copies it under the names of the given ages in hours. */
async function makeAged(...each: number[]) {
  const { path } = await makeHourlyBackup({ dataDir, backups })
  for (const age of each) copyFileSync(path, join(hours, createHourlyName(ago(age))))
  rmSync(path)
}

describe('hourly backups', () => {
  test('are preserved for 24 hours with their files, and the newest backup until there is a newer one', async () => {
    const { id } = await upload('Erased')
    await makeAged(25, 23)
    await removeFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, id)
    await upload('Menu')
    await makeAged(22)
    await removeOldHourlyBackups({ backups, clockWatch })
    expect([await ages(), shared()]).toEqual([[23, 22], 2])
    const rename = (from: number, to: Date) => {
      const name = readdirSync(hours)
        .filter((one) => one.endsWith('.zip'))
        .sort()[from]!
      renameSync(join(hours, name), join(hours, createHourlyName(to)))
    }
    rename(0, ago(24.1))
    await removeOldHourlyBackups({ backups, clockWatch })
    expect([await ages(), shared()]).toEqual([[22], 1])
    rename(0, ago(30))
    await removeOldHourlyBackups({ backups, clockWatch })
    expect(await ages()).toEqual([30])
    writeFileSync(join(folder, createBackupName(ago(1))), '')
    await removeOldHourlyBackups({ backups, clockWatch })
    expect([await ages(), shared()]).toEqual([[], 0])
  })

  test('are preserved while the clock is in doubt, and their files while one can’t be read', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => {})
    await upload('Menu')
    await makeAged(30, 29)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 400 * 24 * HOUR)
    await clockWatch.start({ dataDir, backups })
    await removeOldHourlyBackups({ backups, clockWatch })
    expect(await freeSpaceForHourly({ backups, clockWatch }, Number.MAX_SAFE_INTEGER)).toBe(0)
    expect(await listHourlyBackups(folder)).toHaveLength(2)
    vi.restoreAllMocks()
    writeFileSync(join(hours, createHourlyName(ago(2))), 'no zip')
    await removeOldHourlyBackups({ backups, clockWatch })
    expect([await ages(), shared()]).toEqual([[2], 1])
  })

  test('are removed on a full disk, oldest first, but never the last', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => {})
    await makeAged(3, 2, 1)
    expect(await freeSpaceForHourly({ backups, clockWatch }, 0)).toBe(0)
    expect(await freeSpaceForHourly({ backups, clockWatch }, Number.MAX_SAFE_INTEGER)).toBe(2)
    expect(await ages()).toEqual([1])
  })

  test('leave nothing of a killed one', async () => {
    mkdirSync(join(hours, 'uploads'), { recursive: true })
    for (const name of ['.riverbank-hourly.zip.1.unfinished', 'uploads/0a.unfinished', 'uploads/0a']) {
      writeFileSync(join(hours, name), 'half')
      utimesSync(join(hours, name), ago(2), ago(2))
    }
    await removeUnfinished(dataDir, folder)
    expect(readdirSync(hours, { recursive: true }).sort()).toEqual(['uploads', 'uploads/0a'])
  })
})

describe('each hour', () => {
  let running: { stop: () => Promise<void> } | undefined
  beforeEach(() => {
    // No daily one is due during a test.
    backups.at = formatLocalTime(ago(-12)).slice(11)
    vi.useFakeTimers({ toFake: ['setInterval', 'performance', 'Date'] })
  })
  afterEach(async () => {
    await running?.stop()
    running = undefined
    vi.useRealTimers()
  })
  const last = () => riverbank.context.backupStatus.last
  const begin = async () => {
    running = startBackups({ ...riverbank.context, settings: { dataDir, backups } })
    await vi.waitFor(() => expect(last()).not.toBeNull(), 40_000)
  }
  /** Advances the clock, and waits until `holds` passes. */
  const afterMinutes = async (minutes: number, holds: () => void | Promise<void>) => {
    for (let minute = 0; minute < minutes; minute++) await vi.advanceTimersByTimeAsync(MINUTE)
    await vi.waitFor(holds, 40_000)
  }
  const setUpAgo = (hours: number) =>
    sql`update kysely_migration set timestamp = ${ago(hours).toISOString()}`.execute(riverbank.db)
  const count = async () => (await listHourlyBackups(folder)).length

  test('one is made if something changed; reading and health checks are not changes', async () => {
    await setUpAgo(2)
    writeFileSync(join(folder, createBackupName(ago(0.9))), '')
    await begin()
    expect([await count(), last()?.isHourly]).toEqual([0, true])
    // After a start it is unknown whether anything changed.
    await afterMinutes(6, async () => expect(await count()).toBe(1))
    const { url, close } = await serve(express().get('/healthz', handleHealthCheck({ ...riverbank.context, dataDir })))
    await sql`update sessions set lastUsedAt = '2026-01-01T00:00:00.000Z'`.execute(riverbank.db)
    await afterMinutes(60, async () => expect(await count()).toBe(2))
    const changes = getBackupMarker(riverbank.db)
    await fetch(`${url}/healthz`)
    await close()
    await findSession(riverbank.db, 'cookie', riverbank.sessions.aoife.cookie)
    expect(await riverbank.db.selectFrom('healthCheck').selectAll().execute()).toHaveLength(1)
    expect(getBackupMarker(riverbank.db)).toBe(changes)
    await afterMinutes(180, () => expect(Date.parse(last()!.currentAt!)).toBeGreaterThan(Date.now() - 2 * MINUTE))
    expect(await count()).toBe(2)
    expect(Date.now() - Date.parse(last()!.at!)).toBeGreaterThan(2 * HOUR)
    // After a quiet time the first change is backed up within a minute or two.
    await upload('Menu')
    await afterMinutes(2, async () => expect(await count()).toBe(3))
  })

  test('a failed one is reported, and does not prevent the daily one', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    await setUpAgo(30)
    writeFileSync(hours, 'a file where the folder should be')
    await begin()
    expect(last()).toMatchObject({ ok: true, wholeAt: expect.any(String) })
    await upload('Menu')
    await afterMinutes(61, () => expect(last()?.ok).toBe(false))
    expect(last()?.reason).toMatch(/hourly.*(there is a file|it already exists)/)
    expect(error).toHaveBeenCalledTimes(1)
    rmSync(hours)
    await afterMinutes(61, () => expect(last()).toMatchObject({ ok: true, reason: null }))
    expect(await count()).toBe(1)
  })

  test('after three that ended the server, the next one is an hour later', async () => {
    await setUpAgo(2)
    const left = [1, 2, 3].map((number) => join(dataDir, `backing-up-${number}`))
    for (const path of left) mkdirSync(path)
    await begin()
    expect(last()).toMatchObject({ ok: false, reason: 'The website stopped 3 times while making a backup.' })
    await afterMinutes(59, async () => expect(await count()).toBe(0))
    await afterMinutes(3, () => expect(last()).toMatchObject({ ok: true, reason: null }))
    expect([await count(), left.filter((path) => existsSync(path))]).toEqual([1, []])
  })
})
