// Attacks the built product over HTTP: `npm run check:security`; `-- --short` for a sample, `-- --only forms,logs` for some topics.
// A full heap, a crowd of log-ins and each way to guess are unit tests (app/http/limits, app/auth).
import { formFaults } from './check-security/forms'
import { logFaults } from './check-security/logs'
import { senderFaults } from './check-security/senders'
import { queueFaults } from './check-security/texts'
import { runTopics } from './shared/topics'

const topics = { forms: formFaults, senders: senderFaults, logs: logFaults, queue: queueFaults }
await runTopics(topics, { none: 'The attacks came to nothing.' })
