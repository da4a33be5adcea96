import { sep } from 'node:path'
import SQLite from 'better-sqlite3'
import { type RootOperationNode, SqliteQueryCompiler } from 'kysely'
import { afterAll, afterEach, expect, inject, vi } from 'vitest'
import { findQueryCosts, hasQueryPlan } from './plans'

const HERE = process.cwd() + sep

/** Each statement that the product made in this test file, and where. */
const statements = new Map<string, string>()

/** Test files share a process: Kysely is patched once, and reports to the file that runs. Each statement is judged in one of them. */
const shared = globalThis as { watchQuery?: (sql: string) => void; judged?: Set<string> }
const isWatched = shared.watchQuery !== undefined
const judged = shared.judged ?? new Set<string>()
shared.judged = judged
shared.watchQuery = (sql) => {
  if (judged.has(sql) || !hasQueryPlan(sql)) return
  const place = findMaker()
  // A test may make it before the product does.
  if (!place) return
  judged.add(sql)
  statements.set(sql, place)
}
if (!isWatched) {
  const compile = SqliteQueryCompiler.prototype.compileQuery
  SqliteQueryCompiler.prototype.compileQuery = function (
    this: SqliteQueryCompiler,
    ...input: [RootOperationNode, never]
  ) {
    const query = compile.apply(this, input)
    shared.watchQuery?.(query.sql)
    return query
  }
}

/** The product's function that made the query; undefined for a test. A query is compiled synchronously, so it is on the stack. */
function findMaker(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = 40
  Error.prepareStackTrace = (_, sites) => sites
  const sites = new Error().stack as unknown as NodeJS.CallSite[]
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  const fileOf = (site: NodeJS.CallSite) => site.getFileName()?.replace(/^file:\/\//, '') ?? ''
  const maker = sites.find(
    (site) => fileOf(site).startsWith(HERE) && !/node_modules|watched-queries|db\/compiled/.test(fileOf(site)),
  )
  const file = maker && fileOf(maker).slice(HERE.length)
  return file && /^app\/(?!test\/)/.test(file) && !/\.test\.tsx?$/.test(file)
    ? `${maker.getFunctionName() ?? 'something'} in ${file}`
    : undefined
}

// Test files share a process: what a test fakes ends with it.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

// Checks every query that any unit test makes the product run.
afterAll(() => {
  if (statements.size === 0) return
  const db = new SQLite(inject('template').path, { readonly: true })
  const costly = [...statements].flatMap(([statement, place]) =>
    findQueryCosts(db, statement).map((cost) => `${place}: ${cost}: ${statement}`),
  )
  db.close()
  expect(costly, 'queries that become slow as tables grow').toEqual([])
})
