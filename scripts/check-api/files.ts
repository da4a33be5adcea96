import type { RunningRiverbank } from '../../app/test/running'
import { leaksIn, type Secret } from './judge'
import { type Credentials, headersOf, type Identity, identities, roleOf } from './people'
import { send } from './wire'

type Kind = 'owner' | 'other' | 'tutors' | 'shared'

/** A GET of a file for each reader, by each identity, with the cookie and the token. */
export async function fileFaults(
  { url }: RunningRiverbank,
  people: Record<Identity, Credentials | undefined>,
  files: Record<Kind, number>,
  secrets: Secret[],
): Promise<string[]> {
  const faults: string[] = []
  let count = 0
  for (const identity of identities)
    for (const by of ['token', 'cookie'] as const)
      for (const [kind, id] of [...Object.entries(files), ['none', 987654] as const])
        for (const suffix of ['', '?inline', '?width=480', '?width=../1'])
          for (const method of ['GET', 'HEAD', 'POST']) {
            count += 1
            const path = `/files/${id}${suffix}`
            const { status, text } = await send(url, { method, path, headers: headersOf(people[identity], by) })
            const reads = roleOf(identity) === 'tutor' || kind === 'shared' || kind === identity
            const nobody = by === 'token' && identity !== 'anonymous' ? 401 : 303
            const read = kind === 'none' || !reads ? 404 : 200
            const expected = method === 'POST' ? 405 : roleOf(identity) === 'nobody' ? nobody : read
            const leaks = leaksIn(text, identity, secrets)
            if (status !== expected || leaks.length > 0)
              faults.push(
                `${method} ${path} (${kind}) by ${identity} with the ${by}: ${status}, not ${expected}; ${leaks}`,
              )
          }
  console.log(`Files’ addresses: ${count} requests, ${faults.length} faults`)
  return faults
}
