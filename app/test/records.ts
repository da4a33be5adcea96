import { addConsents } from '~/domain/consent/consents.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { addFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import type { PhotoUse } from '~db/choices'
import type { TestRiverbank } from './riverbank'
import { createSampleDocument, createUploadedFile } from './samples'

/** Adds a document as Aoife does: for tutors only, and `createSampleDocument(title)` named after it, unless it says otherwise. */
export function addSampleFile(
  { db, uploads, people }: Pick<TestRiverbank, 'db' | 'uploads' | 'people'>,
  { file, ...fields }: { title: string; file?: File } & Record<string, unknown>,
) {
  const ofTitle = createUploadedFile(createSampleDocument(fields.title), `${fields.title}.doc`)
  return addFile(db, uploads, people.aoife, newFile.parse({ ...fields, file: file ?? ofTitle }))
}

/** Records what a person says today to each use of photos, as Aoife does. */
export function recordConsents(
  { db, people }: Pick<TestRiverbank, 'db' | 'people'>,
  userId: number,
  answers: Partial<Record<PhotoUse, 'yes' | 'no'>>,
  supportedBy: string | null = 'his sister',
) {
  const none = { gallery: null, website: null, newsletter: null, print: null, home: null }
  const day = formatIsoDay(getToday())
  const about = { supportedBy, explained: 'the sheet', from: day, until: day }
  return addConsents(db, people.aoife, userId, { ...none, ...answers, ...about })
}
