// Breaks the environment of the built product, and checks its data: `npm run check:faults`; `-- --short` for a sample, `-- --only
// kills,locked` for some topics.
import { spawnSync } from 'node:child_process'
import { findBackupDiskFaults } from './faults/backup-disk'
import { findDocumentFaults } from './faults/documents'
import { findFirstStartFaults } from './faults/first-start'
import { findFullDiskFaults } from './faults/full-disk'
import { findHourlyFaults } from './faults/hourly'
import { findHourlyCostFaults } from './faults/hourly-cost'
import { findKillFaults } from './faults/kills'
import { findLockFaults } from './faults/locked'
import { findMemoryFaults } from './faults/memory'
import { findProxyFaults } from './faults/proxies'
import { findReadmeFaults } from './faults/readme'
import { findRestoreFaults } from './faults/restores'
import { findSizeFaults } from './faults/sizes'
import { findStopFaults } from './faults/stops'
import { findUpgradeFaults } from './faults/upgrade'
import { findYearFaults } from './faults/year'
import { runTopics, type Topic } from './shared/topics'

/** Kills a migration at each of its statements; scripts/check runs some of these as slow unit tests. */
async function findMigrationFaults(): Promise<string[]> {
  const env = { ...process.env, KILLED_EVERY: '1' }
  const { status } = spawnSync('npx', ['vitest', 'run', 'db/migrate.slow.test.ts'], { env, stdio: 'inherit' })
  return status === 0 ? [] : ['the tests above']
}

const topics: Record<string, Topic> = {
  kills: findKillFaults,
  stops: findStopFaults,
  proxies: findProxyFaults,
  'full-disk': findFullDiskFaults,
  'backup-disk': findBackupDiskFaults,
  hourly: findHourlyFaults,
  'hourly-cost': findHourlyCostFaults,
  locked: findLockFaults,
  memory: findMemoryFaults,
  documents: findDocumentFaults,
  'first-start': findFirstStartFaults,
  restores: findRestoreFaults,
  year: findYearFaults,
  migrations: findMigrationFaults,
  upgrade: findUpgradeFaults,
  sizes: findSizeFaults,
  readme: findReadmeFaults,
}

await runTopics(topics, {
  // Migration kills are a slow unit test too (db/migrate.slow.test.ts), and the proxies take minutes.
  inShort: ['kills', 'stops', 'full-disk', 'locked', 'restores', 'year', 'upgrade', 'sizes', 'readme'],
  none: 'Nothing was lost.',
})
