import type { RunningRiverbank } from '../../app/test/running'
import { nameOf } from './cases'
import type { Call } from './judge'
import { type Credentials, type Identity, logIn } from './people'
import { send } from './wire'

const sites = [undefined, 'same-origin', 'none', 'same-site', 'cross-site', 'elsewhere']
const REFUSED = 'This request came from another website.'

/**
 * A second statement of the cross-site rule: a token without a cookie passes; else Sec-Fetch-Site decides; else Origin; else no
 * cookie is allowed.
 */
function mayPass(
  site: string | undefined,
  origin: 'own' | 'foreign' | 'null' | undefined,
  cookie: boolean,
  token: boolean,
) {
  if (token && !cookie) return true
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin !== undefined) return origin === 'own'
  return !cookie
}

/** Every changing call with every combination of credentials and headers that tell a request's origin. */
export async function crossSiteFaults(
  riverbank: RunningRiverbank,
  calls: Call[],
  people: Record<Identity, Credentials | undefined>,
): Promise<string[]> {
  const { url } = riverbank
  const origins = { none: undefined, own: url, foreign: 'https://elsewhere.example', null: 'null' } as const
  const faults: string[] = []
  const count = { passed: 0, refused: 0 }
  // A log-out that passes ends the session; the response tells whether it passed all the same.
  const parting = await logIn(riverbank, 'demo.tutor')
  for (const call of calls.filter(({ method }) => method !== 'GET'))
    for (const site of sites)
      for (const [origin, address] of Object.entries(origins))
        for (const [cookie, token] of [
          [true, false],
          [false, true],
          [true, true],
          [false, false],
        ] as const) {
          const { cookie: secret, token: bearer } = call.path === '/api/logout' ? parting : people.tutor!
          const headers = {
            ...(site ? { 'Sec-Fetch-Site': site } : {}),
            ...(address ? { Origin: address } : {}),
            ...(cookie ? { Cookie: secret } : {}),
            ...(token ? { Authorization: `Bearer ${bearer}` } : {}),
          }
          // No such record: only the check before it is tested.
          const path = call.path.replace('{id}', '987654')
          const { status, text } = await send(url, { method: call.method, path, headers })
          const refused = status === 403 && text.includes(REFUSED)
          count[refused ? 'refused' : 'passed'] += 1
          const from = origin === 'none' ? undefined : (origin as 'own' | 'foreign' | 'null')
          if (refused === mayPass(site, from, cookie, token))
            faults.push(`${nameOf(call)} ${JSON.stringify(headers)}: ${status}, ${refused ? 'refused' : 'not refused'}`)
        }
  console.log(`Cross-site: ${count.passed} passed and ${count.refused} refused, ${faults.length} faults`)
  return faults
}
