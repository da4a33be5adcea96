import { copyFile, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { siteToCarry } from '~/domain/website/carry.server'
import { pictureName } from '~/domain/website/picture'
import { commit } from '~/version'
import { NEWEST } from '~db/migrate'
import type { Database } from '~db/schema'
import { writeArchive } from './archive.server'
import { type ArchiveKind, NotDone, type Progress } from './entries'
import { writeWhole } from './make.server'

export const SITE = 'website.json'
export const PICTURES = 'pictures'
export const siteKind: ArchiveKind = {
  product: 'riverbank-website',
  isPart: (name) => {
    const [folder, file, ...deeper] = name.split('/')
    return file === undefined ? name === SITE : folder === PICTURES && pictureName.test(file) && deeper.length === 0
  },
  needs: { names: [SITE], words: SITE },
  word: 'website',
  // Ten pages have some fifty pictures at most. This is twenty times as many.
  most: 1000,
}

interface Work {
  db: Database
  /** The folder of uploads. */
  uploads: string
  /** An empty staging folder. */
  staging: string
  progress?: Progress
  signal?: AbortSignal
}

/** Writes the words and pictures of all public pages to the new file `file`. Returns how much it holds. Throws NotDone. */
export async function exportWebsite(
  file: string,
  { db, uploads, staging, ...how }: Work,
): Promise<{ pages: number; pictures: number; bytes: number }> {
  const { site, pictures } = await siteToCarry(db)
  await writeFile(join(staging, SITE), `${JSON.stringify(site, null, 1)}\n`, { mode: 0o600 })
  await mkdir(join(staging, PICTURES))
  for (const [name, key] of pictures)
    await copyFile(join(uploads, key), join(staging, PICTURES, name)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
      throw new NotDone(`The picture ${key} has lost its bytes: take it from a backup, or choose another on its page.`)
    })
  const names = [SITE, ...[...pictures.keys()].map((name) => `${PICTURES}/${name}`)]
  const about = {
    madeAt: new Date().toISOString(),
    schema: NEWEST,
    incomplete: [],
    program: { commit, node: process.version },
  }
  const { bytes } = await writeWhole(file, (unfinished) =>
    writeArchive(unfinished, { kind: siteKind, folder: staging, names, ...about, ...how }),
  )
  return { pages: Object.keys(site.pages).length, pictures: pictures.size, bytes }
}

/** The website as such a file, opened; it is gone once it is closed. Throws NotDone. */
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
