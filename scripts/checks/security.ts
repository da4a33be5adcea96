// Attacks the built product over HTTP: `npm run check:security`; `-- --short` for a sample, `-- --only senders` for some topics. Unit
// tests cover a full heap, many log-ins, guessing, and the order of uploads (app/http/limits, app/auth).
import { findDownloadFaults } from './security/downloads'
import { findForeignFaults } from './security/foreign'
import { findFormFaults } from './security/forms'
import { findLockoutFaults } from './security/lockouts'
import { findRefusalFaults } from './security/refusals'
import { findGrowthFaults } from './security/repeats'
import { findSenderFaults } from './security/senders'
import { runTopics } from './shared/topics'

await runTopics(
  {
    downloads: findDownloadFaults,
    foreign: findForeignFaults,
    forms: findFormFaults,
    lockouts: findLockoutFaults,
    refusals: findRefusalFaults,
    repeats: findGrowthFaults,
    senders: findSenderFaults,
  },
  // The server of `foreign` waits for its helper process most of the time.
  { atOnce: 2, none: 'All attacks failed.' },
)
