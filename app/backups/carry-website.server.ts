import { copyFile, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PICTURE_NAME } from '~/domain/website/picture'
import { importWebsite, readWebsiteExport } from '~/domain/website/transfer.server'
import { commit } from '~/version'
import { NEWEST } from '~db/migrate'
import type { Database } from '~db/schema'
import { openArchive, writeArchive } from './archive.server'
import { type ArchiveKind, BackupFailed, type ReportProgress, UPLOADS } from './entries'
import { requireDiskSpace, withStaging, writeAtomically } from './make.server'

/** In bytes, far above any real size: a forged file must not fill the memory. */
const MAX_SITE_BYTES = 16 * 1024 * 1024
const MAX_PICTURE_BYTES = 32 * 1024 * 1024

const formatCount = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

interface TransferOptions {
  db: Database
  dataDir: string
  progress: ReportProgress
  signal?: AbortSignal
}
interface StagedTransfer extends TransferOptions {
  /** An empty staging folder. */
  staging: string
}

export type TransferVerb = 'export' | 'import'

/** Exports the website to `file`, or imports it from there. Returns the text to print; throws an Error with a message for the operator. */
export async function transferWebsite(verb: TransferVerb, file: string, carrier: TransferOptions): Promise<string> {
  const carry = verb === 'export' ? exportToFile : importFromFile
  return withStaging(carrier.dataDir, (staging) => carry(file, { ...carrier, staging }))
}

async function exportToFile(file: string, { dataDir, ...how }: StagedTransfer): Promise<string> {
  if (await stat(file).catch(() => null)) throw new BackupFailed(`${file} already exists. Please choose another name.`)
  const made = await exportWebsite(file, { uploads: join(dataDir, UPLOADS), ...how })
  const held = `${formatCount(made.pages, 'page')} and ${formatCount(made.pictures, 'picture')}`
  return `Exported the website to ${file}: ${held}, ${(made.bytes / 1e6).toFixed(1)} MB.`
}

async function importFromFile(
  file: string,
  { db, dataDir, staging, progress, signal }: StagedTransfer,
): Promise<string> {
  progress('Reading the file …')
  await unpackArchive(file, staging, signal)
  const site = await readFile(join(staging, SITE_ENTRY), 'utf8')
  const bytesOf = (name: string) => {
    signal?.throwIfAborted()
    return readFile(join(staging, PICTURES_ENTRY, name)).catch(() => {
      throw new BackupFailed(`The picture ${name} is missing from the file.`)
    })
  }
  progress('Importing pages and pictures …')
  const { pages, centre, pictures } = await importWebsite(db, join(dataDir, UPLOADS), parseJson(site), bytesOf)
  return [
    `Imported ${file}: ${formatCount(pages, 'page')} changed, with ${formatCount(pictures, 'picture')}${centre ? ', and the centre’s details' : ''}.`,
    'The previous texts are among each page’s versions. A running server shows the new pages within a minute.',
  ].join('\n')
}

/** Unpacks the archive to `staging` after checking the sizes of its parts. */
async function unpackArchive(file: string, staging: string, signal?: AbortSignal): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new BackupFailed(`${file} is not a file.`)
  const archive = await openArchive(file, websiteArchiveKind)
  try {
    const { parts } = archive.manifest
    const large = parts.find(({ name, size }) => size > (name === SITE_ENTRY ? MAX_SITE_BYTES : MAX_PICTURE_BYTES))
    if (large) throw new BackupFailed(`${large.name} in it is too large.`)
    const bytes = parts.reduce((sum, { size }) => sum + size, 0)
    await requireDiskSpace(staging, bytes)
    await archive.read((name) => join(staging, name), signal)
  } finally {
    archive.close()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupFailed(`Its ${SITE_ENTRY} can’t be read.`)
  }
}

const SITE_ENTRY = 'website.json'
const PICTURES_ENTRY = 'pictures'
export const websiteArchiveKind: ArchiveKind = {
  product: 'riverbank-website',
  isPart: (name) => {
    const [folder, file, ...deeper] = name.split('/')
    return file === undefined
      ? name === SITE_ENTRY
      : folder === PICTURES_ENTRY && PICTURE_NAME.test(file) && deeper.length === 0
  },
  needs: { names: [SITE_ENTRY], words: SITE_ENTRY },
  word: 'website',
  // Ten pages have at most about fifty pictures. This is twenty times that.
  max: 1000,
}

interface ExportOptions {
  db: Database
  /** The uploads folder. */
  uploads: string
  /** An empty staging folder. */
  staging: string
  progress?: ReportProgress
  signal?: AbortSignal
}

/** Writes the texts and pictures of all public pages to the new file `file`, and returns their number and size. Throws BackupFailed. */
async function exportWebsite(
  file: string,
  { db, uploads, staging, ...how }: ExportOptions,
): Promise<{ pages: number; pictures: number; bytes: number }> {
  const { site, pictures } = await readWebsiteExport(db)
  await writeFile(join(staging, SITE_ENTRY), `${JSON.stringify(site, null, 1)}\n`, { mode: 0o600 })
  await mkdir(join(staging, PICTURES_ENTRY))
  for (const [name, key] of pictures)
    await copyFile(join(uploads, key), join(staging, PICTURES_ENTRY, name)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
      throw new BackupFailed(`The picture ${key} is missing: copy it from a backup, or choose another one on its page.`)
    })
  const names = [SITE_ENTRY, ...[...pictures.keys()].map((name) => `${PICTURES_ENTRY}/${name}`)]
  const about = {
    madeAt: new Date().toISOString(),
    schema: NEWEST,
    incomplete: [],
    program: { commit, node: process.version },
  }
  const { bytes } = await writeAtomically(file, (unfinished) =>
    writeArchive(unfinished, { kind: websiteArchiveKind, folder: staging, names, ...about, ...how }),
  )
  return { pages: Object.keys(site.pages).length, pictures: pictures.size, bytes }
}

/** Opens a temporary export of the website, which disappears when it is closed. Throws BackupFailed. */
export async function openWebsite(db: Database, uploads: string) {
  const staging = await mkdtemp(join(dirname(uploads), 'website-'))
  try {
    const file = join(staging, 'site.zip')
    await exportWebsite(file, { db, uploads, staging })
    return await open(file)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
