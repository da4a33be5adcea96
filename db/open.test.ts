import type { Compilable } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { compileRead } from './open'
import type { Database, Row } from './schema'

type Build = (db: Database, ...values: unknown[]) => Compilable
const builds = vi.hoisted((): Build[] => [])
vi.mock('./open', async (importOriginal) => {
  const original = await importOriginal<{ compileRead: (build: Build) => unknown }>()
  return {
    ...original,
    compileRead: (build: Build) => {
      builds.push(build)
      return original.compileRead(build)
    },
  }
})

const riverbank = setUpFreshRiverbank()
afterEach(() => {
  vi.useRealTimers()
})

test('a read is compiled once, and each call reads its own values, in a transaction too', async () => {
  let builds = 0
  const readNames = compileRead((db, role: Row<'users'>['role'], other: string) => {
    builds += 1
    return db.selectFrom('users').select('firstName').where('role', '=', role).where('firstName', '!=', other)
  })
  const read = async (db: Database, ...values: [Row<'users'>['role'], string]) =>
    (await readNames(db, ...values)).map(({ firstName }) => firstName)
  const { aoife, daniel, niamh } = riverbank.people
  expect(await read(riverbank.db, 'student', daniel.firstName)).toEqual([niamh.firstName])
  expect(await read(riverbank.db, 'tutor', daniel.firstName)).toEqual([aoife.firstName])
  await riverbank.db.transaction().execute(async (change) => {
    await change.updateTable('users').set({ firstName: 'Orla' }).where('id', '=', niamh.id).execute()
    expect(await read(change, 'student', daniel.firstName)).toEqual(['Orla'])
  })
  expect(builds).toBe(1)
})

test('a query that computes something from a value is refused: it would stay the same', async () => {
  const readSince = compileRead((db, day: string) =>
    db.selectFrom('users').select('id').where('createdAt', '>=', `${day}T00:00`),
  )
  await expect(readSince(riverbank.db, '2026-01-01')).rejects.toThrow('pass what is computed from them')
})

test('no compiled read of the product contains the day on which it was made', async () => {
  const modules = import.meta.glob(['../app/auth/*.server.ts', '../app/domain/**/*.server.ts'])
  for (const load of Object.values(modules)) await load()
  const ofProduct = [...builds]
  expect(ofProduct.length).toBeGreaterThan(15)
  const compileOn = (day: string) => {
    vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] })
    return ofProduct.map((build) => {
      const values = Array.from({ length: build.length - 1 }, (_, index) => `value ${index}`)
      const { sql, parameters } = build(riverbank.db, ...values).compile()
      return { sql, parameters }
    })
  }
  expect(compileOn('2026-12-31T23:30Z')).toEqual(compileOn('2027-06-01T12:00Z'))
})
