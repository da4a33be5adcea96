import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getDocumentFolder, STRIKES } from './document-view.server'

/** A document that ended our process this often is not opened again. */
const MAX_STRIKES = 2

const getStrikesPath = (uploads: string, key: string) => `${getDocumentFolder(uploads, key)}${STRIKES}`

/** A conversion that is written down as begun. `close` says that it ended without ending our process. */
export interface BegunConversion {
  close: () => Promise<void>
}

/** Writes down, synced to disk, that a conversion begins. Returns null if it ended our process twice before. */
export async function beginConversion(uploads: string, key: string): Promise<BegunConversion | null> {
  const path = getStrikesPath(uploads, key)
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a')
  try {
    const { size: before } = await file.stat()
    if (before >= MAX_STRIKES) return null
    await file.writeFile('.')
    await file.sync()
    return { close: () => setStrikes(path, before) }
  } finally {
    await file.close()
  }
}

async function setStrikes(path: string, strikes: number): Promise<void> {
  if (strikes === 0) return rm(path, { force: true })
  // Not there any more if the document was deleted.
  const file = await open(path, 'r+').catch(() => null)
  await file?.truncate(strikes).finally(() => file.close())
}
