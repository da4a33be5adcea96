import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { exportPerson } from '~/domain/accounts/personal-data.server'
import type { TestRiverbank } from './riverbank'

/** Exports a person's data as a tutor, and returns the content of its person.json. */
export async function exportToJson({ db, uploads, people }: TestRiverbank, userId: number) {
  const zip = await fromBufferPromise(await buffer(await exportPerson(db, uploads, people.aoife, userId)))
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'person.json')
      return JSON.parse(String(await buffer(await zip.openReadStreamPromise(entry)))) as Record<string, unknown>
  throw new Error('The export has no person.json.')
}
