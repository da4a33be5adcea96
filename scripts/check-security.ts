// Attacks the built product over HTTP: `npm run check:security`; `-- --short` for a sample, `-- --only forms,texts` for some
// topics.
import { formFaults } from './check-security/forms'
import { heapFaults } from './check-security/heap'
import { logInFaults } from './check-security/log-ins'
import { logFaults } from './check-security/logs'
import { senderFaults } from './check-security/senders'
import { textFaults } from './check-security/texts'
import { runTopics, type Topic } from './topics'

const topics: Record<string, Topic> = {
  forms: formFaults,
  'log-ins': logInFaults,
  senders: senderFaults,
  heap: heapFaults,
  logs: logFaults,
  texts: textFaults,
}

await runTopics(topics, { none: 'The attacks came to nothing.' })
