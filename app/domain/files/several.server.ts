import type { Tutor } from '~/domain/accounts/account'
import { Refused } from '~/domain/refused'
import type { Database } from '~db/schema'
import { type FileRecord, insertForEach, inspected, type StoredFile } from './files.server'
import { titlesOf } from './kinds'
import type { NewFiles } from './schema'
import { keep } from './store.server'

/** Adds the documents of one form, all or none, and for each student they are for. Gives the first of each. Throws what addFile throws, with the name of the file where several. */
export async function addFiles(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { file: files, title, inPicture, nobodyInPicture, ...fields }: NewFiles,
): Promise<FileRecord[]> {
  const titles = titlesOf(title ?? '', files)
  const place = { isShared: fields.isShared ? 1 : 0, album: null } as const
  return keepUploads(db, uploads, files, (change, kept) =>
    inTurn(kept, (bytes, index) =>
      insertForEach(
        change,
        tutor,
        { ...fields, title: titles[index] ?? '', ...bytes, ...place },
        { inPicture, nobodyInPicture },
      ),
    ),
  )
}

/** As keepUpload, of several uploads: all of them or none. */
async function keepUploads<Result>(
  db: Database,
  uploads: string,
  files: readonly File[],
  record: (change: Database, kept: StoredFile[]) => Promise<Result>,
): Promise<Result> {
  const contents = await inTurn(files, (file) =>
    inspected(file).catch((error: unknown) => {
      throw files.length > 1 ? namingFile(error, file) : error
    }),
  )
  const keepFrom = (index: number, kept: StoredFile[]): Promise<Result> => {
    const next = contents[index]
    if (!next) return db.transaction().execute((change) => record(change, kept))
    return keep(db, uploads, next.content, (storageKey) =>
      keepFrom(index + 1, [...kept, { ...next.described, storageKey }]),
    )
  }
  return keepFrom(0, [])
}

/** The same refusal, in words that begin with the file's name. Anything else as it is. */
function namingFile(error: unknown, { name }: File): unknown {
  if (!(error instanceof Refused)) return error
  const { status, message, retryAfter } = error
  return new Refused(status, `${name}: ${message}`, { field: 'file', retryAfter })
}

/** What `work` gives of each of `items`, one after the other. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) results.push(await work(item, index))
  return results
}
