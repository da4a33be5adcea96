import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { password, startRiverbank } from '../../app/test/running'
import { form, ownNetwork, send } from '../check-api/wire'
import { Prober } from './health'
import { type Pace, quantile, tally } from './pace'

const AT_ONCE = 200
/** In milliseconds, beyond what /healthz waits before: that is the machine's doing. */
const HEALTH_P99 = 250
const REST = 2000
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/**
 * Many people log in at once, rightly and wrongly: the rest of the site stays responsive, and everyone gets an answer. Whom guesses
 * slow down, and whom they don't, is tested in app/auth/log-in.test.ts.
 */
export async function logInFaults({ leniency }: Pace): Promise<string[]> {
  const riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const { url, change } = riverbank
  for (let number = 0; number < AT_ONCE / 4; number += 1)
    change(
      `insert into users (username, passwordHash, role, firstName, lastName, createdAt)
       select ?, passwordHash, 'student', 'Some', 'Body', createdAt from users where username = 'demo.student'`,
      `crowd.${number}`,
    )
  const prober = await Prober.start(url)
  try {
    await setTimeout(REST)
    const atRest = Math.max(...prober.probes.map(({ took }) => took))
    const begun = Date.now()
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const fields = { username: `crowd.${index % 50}`, password: index % 3 ? password : 'not this one' }
        const asCall = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }
        const { headers, body } = index % 2 ? form({ ...fields, next: '/dashboard' }) : asCall
        const own = { ...ownNetwork(), 'Sec-Fetch-Site': 'same-origin', ...headers }
        const path = index % 2 ? '/portal' : '/api/login'
        return send(url, { method: 'POST', path, headers: own, body }, { through: agent, patience: 60_000 })
      }),
    )
    const ended = Date.now()
    await prober.next()
    const p99 = quantile(
      prober.between(begun, ended).map(({ took }) => took),
      0.99,
    )
    const statuses = answers.map(({ status }) => status)
    console.log(
      `Log-ins: ${AT_ONCE} at once in ${((ended - begun) / 1000).toFixed(1)} s (${tally(statuses)}); /healthz meanwhile: p99 ${p99.toFixed()} ms`,
    )
    const odd = statuses.filter((status) => ![200, 303, 401, 429, 503].includes(status))
    const rude = answers.filter(({ status, headers }) => status === 503 && !(Number(headers['retry-after']) > 0))
    return [
      ...(odd.length > 0 ? [`log-ins among ${AT_ONCE} were answered ${tally(odd)}`] : []),
      ...(rude.length > 0 ? [`${rude.length} answers of 503 don’t say when to try again`] : []),
      ...(p99 > atRest + HEALTH_P99 * leniency
        ? [`/healthz waited ${p99.toFixed()} ms (p99) while ${AT_ONCE} logged in`]
        : []),
    ]
  } finally {
    await prober.stop()
    await riverbank.stop()
  }
}
