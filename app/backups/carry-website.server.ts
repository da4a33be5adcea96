import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { takeOver } from '~/domain/website/carry.server'
import type { Database } from '~db/schema'
import { openArchive } from './archive.server'
import { NotDone, type Progress, UPLOADS } from './entries'
import { requireBytes, withStaging } from './make.server'
import { exportWebsite, PICTURES, SITE, siteKind } from './website-archive.server'

/** Far above what all pages and any one picture can have, so that a made-up file can't fill the memory. */
const LARGEST_SITE = 16 * 1024 * 1024
const LARGEST_PICTURE = 32 * 1024 * 1024

const some = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

interface Carrier {
  db: Database
  dataDir: string
  progress: Progress
  signal?: AbortSignal
}
interface Staged extends Carrier {
  /** An empty staging folder. */
  staging: string
}

export type CarryVerb = 'export' | 'import'

/** Exports the website to `file`, or imports it from there, and returns the lines to print. Throws an Error with words when it can't. */
export async function carryWebsite(verb: CarryVerb, file: string, carrier: Carrier): Promise<string> {
  const carry = verb === 'export' ? exportTo : importFrom
  return withStaging(carrier.dataDir, (staging) => carry(file, { ...carrier, staging }))
}

async function exportTo(file: string, { dataDir, ...how }: Staged): Promise<string> {
  if (await stat(file).catch(() => null)) throw new NotDone(`${file} is there already. Please choose another name.`)
  const made = await exportWebsite(file, { uploads: join(dataDir, UPLOADS), ...how })
  const held = `${some(made.pages, 'page')} and ${some(made.pictures, 'picture')}`
  return `Exported the website to ${file}: ${held}, ${(made.bytes / 1e6).toFixed(1)} MB.`
}

async function importFrom(file: string, { db, dataDir, staging, progress, signal }: Staged): Promise<string> {
  progress('Reading the file …')
  await unpack(file, staging, signal)
  const site = await readFile(join(staging, SITE), 'utf8')
  const bytesOf = (name: string) => {
    signal?.throwIfAborted()
    return readFile(join(staging, PICTURES, name)).catch(() => {
      throw new NotDone(`It lacks the picture ${name}, which its pages show.`)
    })
  }
  progress('Taking over pages and pictures …')
  const { pages, centre, pictures } = await takeOver(db, join(dataDir, UPLOADS), inJson(site), bytesOf)
  return [
    `Imported ${file}: ${some(pages, 'page')} changed, with ${some(pictures, 'picture')}${centre ? ', and the centre’s details' : ''}.`,
    'What the pages said before is among their versions. A server that runs shows the new ones within a minute.',
  ].join('\n')
}

/** Writes the archive's parts to `staging`, once it is sure that they are as its manifest says and not too large. */
async function unpack(file: string, staging: string, signal?: AbortSignal): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new NotDone(`${file} is not a file.`)
  const archive = await openArchive(file, siteKind)
  try {
    const { parts } = archive.manifest
    const large = parts.find(({ name, size }) => size > (name === SITE ? LARGEST_SITE : LARGEST_PICTURE))
    if (large) throw new NotDone(`${large.name} in it is too large.`)
    const bytes = parts.reduce((sum, { size }) => sum + size, 0)
    await requireBytes(staging, bytes)
    await archive.read((name) => join(staging, name), signal)
  } finally {
    archive.close()
  }
}

function inJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotDone(`Its ${SITE} can’t be read.`)
  }
}
