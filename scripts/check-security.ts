// Attacks the built product over HTTP: `npm run check:security`; `-- --short` for a sample, `-- --only senders` for some topics. A full
// heap, a crowd of log-ins, each way to guess and whose uploads wait are unit tests (app/http/limits, app/auth).
import { downloadFaults } from './check-security/downloads'
import { formFaults } from './check-security/forms'
import { lockoutFaults } from './check-security/lockouts'
import { repeatFaults } from './check-security/repeats'
import { senderFaults } from './check-security/senders'
import { runTopics } from './shared/topics'

await runTopics(
  {
    downloads: downloadFaults,
    forms: formFaults,
    lockouts: lockoutFaults,
    repeats: repeatFaults,
    senders: senderFaults,
  },
  { none: 'The attacks came to nothing.' },
)
