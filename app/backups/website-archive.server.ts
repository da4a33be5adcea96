import { copyFile, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PICTURE_NAME } from '~/domain/website/picture'
import { readWebsiteExport } from '~/domain/website/transfer.server'
import { commit } from '~/version'
import { NEWEST } from '~db/migrate'
import type { Database } from '~db/schema'
import { writeArchive } from './archive.server'
import { type ArchiveKind, BackupFailed, type ReportProgress } from './entries'
import { writeAtomically } from './make.server'

export const SITE_ENTRY = 'website.json'
export const PICTURES_ENTRY = 'pictures'
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
  most: 1000,
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
export async function exportWebsite(
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
