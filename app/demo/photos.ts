import type { Tutor } from '~/domain/accounts/account'
import { renderDrawing } from '~/domain/files/picture.server'
import { addPhoto } from '~/domain/notices/photos.server'
import type { Database } from '~db/schema'
import { readDrawing } from './files'

const photos = {
  'the whole class':
    'Five students in a row between red curtains, each with a certificate in both hands. The one in the middle uses a wheelchair.',
  'on the stage':
    'Two people on the stage beside a lectern. A student in yellow holds a certificate, and a person with long grey hair and glasses stands next to the student.',
  'two friends': 'Two friends side by side, smiling, each with a certificate. Three balloons float above them.',
  'tea and cake':
    'Three people smile behind a table. On it are a cake with three candles, two cups and two certificates.',
}

/** Adds four drawn photos of the certificates' presentation, by the same function as uploads. */
export async function addDemoPhotos(db: Database, uploads: string, tutor: Tutor): Promise<void> {
  for (const [name, alt] of Object.entries(photos)) {
    const bytes = await renderDrawing(await readDrawing(`demonstration/${name.replaceAll(' ', '-')}`))
    const { id } = await addPhoto(db, uploads, tutor, { file: new File([new Uint8Array(bytes)], `${name}.jpg`), alt })
    const uploadedAt = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString()
    await db.updateTable('files').set({ uploadedAt }).where('id', '=', id).execute()
  }
}
