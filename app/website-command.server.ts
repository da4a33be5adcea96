import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inWords, NotDone } from '~/backups/entries'
import { readSettings, type Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { usableFolder } from '../scripts/folder.mjs'
import { openArchive } from './backups/archive.server'
import { UPLOADS } from './backups/entries'
import { requireBytes } from './backups/make.server'
import { readyDatabase } from './backups/ready-database.server'
import { exportWebsite, PICTURES, SITE, siteKind } from './backups/website-archive.server'
import { takeOver } from './domain/website/carry.server'

const usage = `Usage:
  npm run website -- export FILE
  npm run website -- import FILE
FILE holds the words and pictures of all public pages and the centre's details. An import replaces them; what the pages said before
stays among their versions.`

/** Far above what all pages and any one picture can have, so that a made-up file can't fill the memory. */
const LARGEST_SITE = 16 * 1024 * 1024
const LARGEST_PICTURE = 32 * 1024 * 1024

const some = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** The operator's `npm run website`. Returns the lines to print; throws an Error whose message says what was wrong. */
export async function websiteCommand(args: string[]): Promise<string> {
  const [verb, file, ...more] = args
  if (args.includes('--help')) return usage
  if (!file || more.length > 0 || (verb !== 'export' && verb !== 'import')) throw new Error(usage)
  const settings = readSettings(process.env, { serves: false })
  usableFolder(settings.dataDir)
  const db = await readyDatabase(settings)
  const staging = await mkdtemp(join(settings.dataDir, 'website-'))
  try {
    return verb === 'export'
      ? await exportTo(file, { db, settings, staging })
      : await importFrom(file, { db, settings, staging })
  } catch (error) {
    throw new Error(
      `${verb === 'export' ? 'The export failed.' : 'Nothing was imported or changed.'} ${inWords(error)}`,
    )
  } finally {
    await rm(staging, { recursive: true, force: true })
    await db.destroy()
  }
}

interface Work {
  db: Database
  settings: Pick<Settings, 'dataDir'>
  /** An empty folder for what is on its way. */
  staging: string
}

async function exportTo(file: string, { db, settings, staging }: Work): Promise<string> {
  if (await stat(file).catch(() => null)) throw new NotDone(`${file} is there already. Please choose another name.`)
  const made = await exportWebsite(file, { db, uploads: join(settings.dataDir, UPLOADS), staging })
  const held = `${some(made.pages, 'page')} and ${some(made.pictures, 'picture')}`
  return `Exported the website to ${file}: ${held}, ${(made.bytes / 1e6).toFixed(1)} MB.`
}

async function importFrom(file: string, { db, settings, staging }: Work): Promise<string> {
  await unpack(file, staging)
  const site = await readFile(join(staging, SITE), 'utf8')
  const bytesOf = (name: string) =>
    readFile(join(staging, PICTURES, name)).catch(() => {
      throw new NotDone(`It lacks the picture ${name}, which its pages show.`)
    })
  const { pages, centre, pictures } = await takeOver(db, join(settings.dataDir, UPLOADS), inJson(site), bytesOf)
  return [
    `Imported ${file}: ${some(pages, 'page')} changed, with ${some(pictures, 'picture')}${centre ? ', and the centre’s details' : ''}.`,
    'What the pages said before is among their versions. A server that runs shows the new ones within a minute.',
  ].join('\n')
}

/** Writes the archive's parts to `staging`, once it is sure that they are as its manifest says and not too large. */
async function unpack(file: string, staging: string): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new NotDone(`${file} is not a file.`)
  const archive = await openArchive(file, siteKind)
  try {
    const { parts } = archive.manifest
    const large = parts.find(({ name, size }) => size > (name === SITE ? LARGEST_SITE : LARGEST_PICTURE))
    if (large) throw new NotDone(`${large.name} in it is too large.`)
    const bytes = parts.reduce((sum, { size }) => sum + size, 0)
    await requireBytes(staging, bytes)
    await archive.read((name) => join(staging, name))
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
