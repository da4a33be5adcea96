import type { RunningRiverbank } from '../../app/test/running'
import { send } from './wire'

const MOST = 60

/**
 * The rate limits of one address: wrong passwords for a username, sign-ups and enquiries. All end in 429 with Retry-After; another
 * address is not affected.
 */
export async function limitFaults({ url }: RunningRiverbank): Promise<string[]> {
  const faults: string[] = []
  for (const [path, bodyOf] of [
    ['/api/login', () => ({ username: 'demo.student', password: 'not this one' })],
    ['/api/newsletter/subscribe', (count: number) => ({ email: `limit${count}@riverbank.example` })],
    [
      '/api/contact',
      () => ({ name: 'Maura', email: 'a@riverbank.example', subject: 'visit', message: 'May we come?' }),
    ],
  ] as const) {
    const ask = (count: number, address: string) =>
      send(url, {
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: JSON.stringify(bodyOf(count)),
      })
    let answer = await ask(0, '192.0.2.1')
    let count = 1
    for (; answer.status !== 429 && count < MOST; count += 1) answer = await ask(count, '192.0.2.1')
    if (answer.status !== 429) faults.push(`${path} was not slowed down by ${count} tries`)
    if (!(Number(answer.headers['retry-after']) > 0)) faults.push(`${path} does not say when to try again`)
    if ((await ask(MOST, '192.0.2.2')).status === 429) faults.push(`${path} slows another address down, too`)
    console.log(`${path} is slowed down at try ${count} from one address`)
  }
  return faults
}
