import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importWebsite } from '~/domain/website/carry.server'
import type { Database } from '~db/schema'
import { openArchive } from './archive.server'
import { BackupFailed, type ReportProgress, UPLOADS } from './entries'
import { requireDiskSpace, withStaging } from './make.server'
import { exportWebsite, PICTURES_ENTRY, SITE_ENTRY, websiteArchiveKind } from './website-archive.server'

/** In bytes, far above any real size: a forged file must not fill the memory. */
const LARGEST_SITE = 16 * 1024 * 1024
const LARGEST_PICTURE = 32 * 1024 * 1024

const some = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

interface Carrier {
  db: Database
  dataDir: string
  progress: ReportProgress
  signal?: AbortSignal
}
interface Staged extends Carrier {
  /** An empty staging folder. */
  staging: string
}

export type TransferVerb = 'export' | 'import'

/** Exports the website to `file`, or imports it from there. Returns the text to print; throws an Error with a message for the operator. */
export async function transferWebsite(verb: TransferVerb, file: string, carrier: Carrier): Promise<string> {
  const carry = verb === 'export' ? exportTo : importFrom
  return withStaging(carrier.dataDir, (staging) => carry(file, { ...carrier, staging }))
}

async function exportTo(file: string, { dataDir, ...how }: Staged): Promise<string> {
  if (await stat(file).catch(() => null)) throw new BackupFailed(`${file} already exists. Please choose another name.`)
  const made = await exportWebsite(file, { uploads: join(dataDir, UPLOADS), ...how })
  const held = `${some(made.pages, 'page')} and ${some(made.pictures, 'picture')}`
  return `Exported the website to ${file}: ${held}, ${(made.bytes / 1e6).toFixed(1)} MB.`
}

async function importFrom(file: string, { db, dataDir, staging, progress, signal }: Staged): Promise<string> {
  progress('Reading the file …')
  await unpack(file, staging, signal)
  const site = await readFile(join(staging, SITE_ENTRY), 'utf8')
  const bytesOf = (name: string) => {
    signal?.throwIfAborted()
    return readFile(join(staging, PICTURES_ENTRY, name)).catch(() => {
      throw new BackupFailed(`The picture ${name} is missing from the file.`)
    })
  }
  progress('Importing pages and pictures …')
  const { pages, centre, pictures } = await importWebsite(db, join(dataDir, UPLOADS), inJson(site), bytesOf)
  return [
    `Imported ${file}: ${some(pages, 'page')} changed, with ${some(pictures, 'picture')}${centre ? ', and the centre’s details' : ''}.`,
    'The previous texts are among each page’s versions. A running server shows the new pages within a minute.',
  ].join('\n')
}

/** Unpacks the archive to `staging` after checking the sizes of its parts. */
async function unpack(file: string, staging: string, signal?: AbortSignal): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new BackupFailed(`${file} is not a file.`)
  const archive = await openArchive(file, websiteArchiveKind)
  try {
    const { parts } = archive.manifest
    const large = parts.find(({ name, size }) => size > (name === SITE_ENTRY ? LARGEST_SITE : LARGEST_PICTURE))
    if (large) throw new BackupFailed(`${large.name} in it is too large.`)
    const bytes = parts.reduce((sum, { size }) => sum + size, 0)
    await requireDiskSpace(staging, bytes)
    await archive.read((name) => join(staging, name), signal)
  } finally {
    archive.close()
  }
}

function inJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupFailed(`Its ${SITE_ENTRY} can’t be read.`)
  }
}
