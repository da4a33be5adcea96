import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { errorsIn, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { pdf } from '../../app/test/samples'
import { enter, headersOf } from '../shared/client'
import { until } from '../shared/measures'
import { doctorSays, readyz } from '../shared/operator'
import type { Pace } from '../shared/topics'
import { send } from '../shared/wire'

/** In seconds: readiness is looked at once a minute. */
const A_MINUTE = 70

/** The addresses of all bytes that the demonstration has. */
const addressesOf = ({ rows }: RunningRiverbank): string[] => [
  ...rows('select id, fileType from files').map(
    ({ id, fileType }) => `/files/${id}${String(fileType).startsWith('image/') ? '?inline&width=480' : ''}`,
  ),
  ...rows('select id from boardPhotos').map(({ id }) => `/files/board/${id}`),
  ...rows('select id, secret from newsletterAttachments').map(({ id, secret }) => `/files/newsletter/${id}-${secret}`),
]

/**
 * With the folder of uploads gone every address answers in words, nothing is taken in, the operator knows; and all is well once it is
 * back. What is told of a damaged database, beneath a server and at a start, is tested in app/backups and app/operator.
 */
export async function lostFaults({ short }: Pace): Promise<string[]> {
  const riverbank = await startRiverbank()
  const { url, dataDir } = riverbank
  const faults: string[] = []
  const [uploads, away] = [join(dataDir, 'uploads'), join(dataDir, 'away')]
  const { credentials, upload } = await enter(url)
  const addresses = addressesOf(riverbank)
  const ask = (path: string) => send(url, { method: 'GET', path, headers: headersOf(credentials, 'token') })
  const isTold = async () => 'uploads' in (await readyz(riverbank))
  for (const path of addresses) if ((await ask(path)).status !== 200) faults.push(`${path} is not there to begin with`)
  if (await isTold()) faults.push('/readyz tells of uploads that are there')
  renameSync(uploads, away)
  // Nobody asks for a file: it is found all the same.
  if (!short && (await until(isTold, A_MINUTE)) === undefined)
    faults.push('nobody asks for a file, and /readyz is well')
  for (const path of addresses) {
    const { status, text, headers } = await ask(path)
    if (status !== 404 || !text.includes('can’t find this file just now')) faults.push(`${path} is ${status}: ${text}`)
    if (!String(headers['cache-control']).includes('no-store')) faults.push(`${path} may be kept`)
  }
  if ((await until(isTold, 3)) === undefined) faults.push('/readyz is well 3 s after requests have met lost bytes')
  const { status } = await upload('Menu', pdf('Menu'))
  if (status !== 507 || existsSync(uploads)) faults.push(`an upload without the folder is ${status}`)
  const found = (await doctorSays(dataDir)).find((line) => line.startsWith('fault uploads'))
  if (!found) faults.push('the doctor finds all uploads')
  if (!errorsIn(riverbank.output(), '2').includes('lost its bytes')) faults.push('the log tells of no lost bytes')
  renameSync(away, uploads)
  if (!short && (await until(async () => !(await isTold()), A_MINUTE)) === undefined)
    faults.push('/readyz is not well with the folder back')
  if ((await ask(addresses[0]!)).status !== 200) faults.push('a file that is back is not given')
  console.log(`    ${addresses.length} addresses of bytes asked for without them: ${found}`)
  await riverbank.stop()
  return faults
}
