// Breaks what the built product stands on, and looks at what is left: `npm run check:faults`; `-- --short` for a sample, `-- --only
// kills,locked` for some topics.
import { spawnSync } from 'node:child_process'
import { backupDiskFaults } from './check-faults/backup-disk'
import { documentFaults } from './check-faults/documents'
import { fullDiskFaults } from './check-faults/full-disk'
import { hourlyFaults } from './check-faults/hourly'
import { hourlyCostFaults } from './check-faults/hourly-cost'
import { killFaults } from './check-faults/kills'
import { lockedFaults } from './check-faults/locked'
import { memoryFaults } from './check-faults/memory'
import { proxyFaults } from './check-faults/proxies'
import { readmeFaults } from './check-faults/readme'
import { sizeFaults } from './check-faults/sizes'
import { stopFaults } from './check-faults/stops'
import { upgradeFaults } from './check-faults/upgrade'
import { runTopics, type Topic } from './shared/topics'

/** Kills a migration at each of its statements; scripts/test has some of them among its unit tests. */
async function migrationFaults(): Promise<string[]> {
  const env = { ...process.env, KILLED_EVERY: '1' }
  const { status } = spawnSync('npx', ['vitest', 'run', 'db/migrate.test.ts'], { env, stdio: 'inherit' })
  return status === 0 ? [] : ['the tests above']
}

const topics: Record<string, Topic> = {
  kills: killFaults,
  stops: stopFaults,
  proxies: proxyFaults,
  'full-disk': fullDiskFaults,
  'backup-disk': backupDiskFaults,
  hourly: hourlyFaults,
  'hourly-cost': hourlyCostFaults,
  locked: lockedFaults,
  memory: memoryFaults,
  documents: documentFaults,
  migrations: migrationFaults,
  upgrade: upgradeFaults,
  sizes: sizeFaults,
  readme: readmeFaults,
}

await runTopics(topics, {
  // Some kills of migrations are unit tests (db/migrate.test.ts), and two proxies take minutes.
  inShort: ['kills', 'stops', 'full-disk', 'locked', 'upgrade', 'sizes', 'readme'],
  none: 'Nothing was lost.',
})
