import type { Tutor } from '~/domain/accounts/account'
import { pictureBounds } from '~/domain/foreign/registry'
import { Refused } from '~/domain/refused'
import { toOneLine } from '~/domain/text'
import type { Database } from '~db/schema'
import { type FileRecord, insertForEach, inspectForStorage } from './files.server'
import { getTitlesOfFiles, type Purpose } from './kinds'
import { addUploadNote } from './notes'
import type { NewFiles } from './schema'
import { storeFiles } from './store.server'

/**
 * Adds all documents of a form for each student, or none. Returns the first record of each. Throws what addFile throws, with the
 * file name if there are several.
 */
export async function addFiles(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { file: files, title, inPicture, nobodyInPicture, ...fields }: NewFiles,
): Promise<FileRecord[]> {
  const titles = getTitlesOfFiles(title ?? '', files)
  const place = { isShared: fields.isShared ? 1 : 0, album: null } as const
  const stored = await inspectUploads(files, 'document')
  const contents = stored.map(({ content }) => content)
  return storeFiles(db, uploads, contents, (keys) =>
    db.transaction().execute(async (change) => {
      const added: FileRecord[] = []
      for (const [index, storageKey] of keys.entries()) {
        const row = { ...fields, ...stored[index]!.described, ...place, storageKey, title: titles[index] ?? '' }
        const record = await insertForEach(change, uploads, tutor, row, { inPicture, nobodyInPicture })
        added.push(addUploadNote(record, stored[index]!.content))
      }
      return added
    }),
  )
}

const TOO_MUCH_TOGETHER = 'These files are too much for us together. Please send fewer at a time.'

/**
 * Inspects uploads one at a time. Throws what inspectForStorage throws, with the file name if there are several; and Refused, tooLarge, for more
 * than `maxBytes` in all as they will be stored: they are in memory until the last one is accepted.
 */
export async function inspectUploads(files: readonly File[], purpose: Purpose, maxBytes: number = pictureBounds.form) {
  const all: Awaited<ReturnType<typeof inspectForStorage>>[] = []
  let left = maxBytes
  for (const file of files) {
    try {
      all.push(await inspectForStorage(file, purpose))
    } catch (error) {
      if (!(error instanceof Refused) || files.length === 1) throw error
      const { kind, message, retryAfter } = error
      throw new Refused(kind, `${toOneLine(file.name).slice(0, 100)}: ${message}`, { field: 'file', retryAfter })
    }
    left -= all.at(-1)!.content.size
    if (left < 0) throw new Refused('tooLarge', TOO_MUCH_TOGETHER, { field: 'file' })
  }
  return all
}
