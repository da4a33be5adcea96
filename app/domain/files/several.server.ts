import type { Tutor } from '~/domain/accounts/account'
import { Refused } from '~/domain/refused'
import { oneLine } from '~/domain/text'
import type { Database } from '~db/schema'
import { type FileRecord, insertForEach, inspected } from './files.server'
import { type Purpose, titlesOf } from './kinds'
import { withNote } from './notes'
import type { NewFiles } from './schema'
import { keepAll } from './store.server'

/** Adds the documents of one form, all or none, and for each student they are for. Gives the first of each. Throws what addFile throws, with the name of the file where several. */
export async function addFiles(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { file: files, title, inPicture, nobodyInPicture, ...fields }: NewFiles,
): Promise<FileRecord[]> {
  const titles = titlesOf(title ?? '', files)
  const place = { isShared: fields.isShared ? 1 : 0, album: null } as const
  const kept = await inspectAll(files, 'document')
  const contents = kept.map(({ content }) => content)
  return keepAll(db, uploads, contents, (keys) =>
    db.transaction().execute(async (change) => {
      const added: FileRecord[] = []
      for (const [index, storageKey] of keys.entries()) {
        const row = { ...fields, ...kept[index]!.described, ...place, storageKey, title: titles[index] ?? '' }
        const record = await insertForEach(change, uploads, tutor, row, { inPicture, nobodyInPicture })
        added.push(withNote(record, kept[index]!.content))
      }
      return added
    }),
  )
}

/** What uploads hold, looked into one after the other. Throws as `inspected`, with the name of the file where they are several. */
export async function inspectAll(files: readonly File[], purpose: Purpose) {
  const all: Awaited<ReturnType<typeof inspected>>[] = []
  for (const file of files)
    try {
      all.push(await inspected(file, purpose))
    } catch (error) {
      if (!(error instanceof Refused) || files.length === 1) throw error
      const { status, message, retryAfter } = error
      throw new Refused(status, `${oneLine(file.name).slice(0, 100)}: ${message}`, { field: 'file', retryAfter })
    }
  return all
}
