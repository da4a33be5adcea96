import { readFileSync } from 'node:fs'
import express from 'express'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { serve } from '~/test/serving'
import { commit } from '~/version'
import { getDatabaseFile } from '~db/open'
import { handleHealthCheck } from './health.server'

const build = { version: JSON.parse(readFileSync('package.json', 'utf8')).version, commit }
const riverbank = setUpFreshRiverbank()

test('GET /healthz writes a row, reports the build or the fault, and recovers', async () => {
  const { db, settings } = riverbank
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { url, close } = await serve(
    express().get('/healthz', handleHealthCheck({ ...riverbank.context, dataDir: settings.dataDir })),
  )
  const ask = async () => {
    now += 2000
    const answer = await fetch(`${url}/healthz`)
    return [answer.status, answer.headers.get('Cache-Control'), await answer.json()]
  }
  expect(await ask()).toEqual([200, 'no-store', { ok: true, ...build }])
  const first = await db.selectFrom('healthCheck').select('checkedAt').executeTakeFirstOrThrow()
  expect(Date.now() - Date.parse(first.checkedAt)).toBeLessThan(60_000)

  await sql`create trigger broken before update on healthCheck begin select raise(abort, 'no'); end`.execute(db)
  expect(await ask()).toEqual([503, 'no-store', { ok: false, reason: 'The database cannot be written.', ...build }])
  await sql`drop trigger broken`.execute(db)
  expect(await ask()).toEqual([200, 'no-store', { ok: true, ...build }])
  getDatabaseFile(db).damage.code = 'SQLITE_CORRUPT'
  expect(await ask()).toEqual([200, 'no-store', { ok: true, damaged: true, ...build }])
  await close()
})
