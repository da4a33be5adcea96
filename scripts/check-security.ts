// Attacks the built product over HTTP: `npm run check:security`; `-- --short` for a sample, `-- --only forms,paths` for some
// topics.
import { demonstrationFaults } from './check-security/demonstration'
import { erasureFaults } from './check-security/erasure'
import { formFaults } from './check-security/forms'
import { heapFaults } from './check-security/heap'
import { inputFaults } from './check-security/input'
import { logInFaults } from './check-security/log-ins'
import { logFaults } from './check-security/logs'
import { oldBrowserFaults } from './check-security/old-browsers'
import { pathFaults } from './check-security/paths'
import { secretFaults } from './check-security/secrets'
import { senderFaults } from './check-security/senders'
import { textFaults } from './check-security/texts'
import { uploadFaults } from './check-security/uploads'
import { runTopics, type Topic } from './topics'

const topics: Record<string, Topic> = {
  forms: formFaults,
  'log-ins': logInFaults,
  paths: pathFaults,
  erasure: erasureFaults,
  memory: uploadFaults,
  senders: senderFaults,
  heap: heapFaults,
  secrets: secretFaults,
  logs: logFaults,
  'old-browsers': oldBrowserFaults,
  input: inputFaults,
  demonstration: demonstrationFaults,
  texts: textFaults,
}

await runTopics(topics, { none: 'The attacks came to nothing.' })
