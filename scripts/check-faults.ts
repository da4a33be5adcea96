// Breaks the environment of the built product, and checks its data: `npm run check:faults`; `-- --short` for a sample, `-- --only
// kills,locked` for some topics.
import { spawnSync } from 'node:child_process'
import { findBackupDiskFaults } from './check-faults/backup-disk'
import { findDocumentFaults } from './check-faults/documents'
import { findFirstStartFaults } from './check-faults/first-start'
import { findFullDiskFaults } from './check-faults/full-disk'
import { findHourlyFaults } from './check-faults/hourly'
import { findHourlyCostFaults } from './check-faults/hourly-cost'
import { findKillFaults } from './check-faults/kills'
import { findLockFaults } from './check-faults/locked'
import { findMemoryFaults } from './check-faults/memory'
import { findProxyFaults } from './check-faults/proxies'
import { findReadmeFaults } from './check-faults/readme'
import { findRestoreFaults } from './check-faults/restores'
import { findSizeFaults } from './check-faults/sizes'
import { findStopFaults } from './check-faults/stops'
import { findUpgradeFaults } from './check-faults/upgrade'
import { findYearFaults } from './check-faults/year'
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
