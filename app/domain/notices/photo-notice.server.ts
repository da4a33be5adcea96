import type { Account, Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import type { Database } from '~db/schema'
import { type PhotoNoticeWords, photoNoticeWords } from './schema'
import { FIRST_PHOTO_NOTICE } from './titles'

const NOUN = 'photo notice'

/** The notice above the photos: a setting, not a record, so its id is always 0. */
export interface PhotoNotice extends PhotoNoticeWords {
  id: 0
  version: number
}

/** The notice as a tutor last saved it, else with its first words. */
export async function readPhotoNotice(db: Database, _reader: Account): Promise<PhotoNotice> {
  const stored = await readSetting(db, 'photoNotice')
  return { id: 0, version: 1, ...FIRST_PHOTO_NOTICE, isHiddenWhenEmpty: false, ...(stored && JSON.parse(stored)) }
}

export const describePhotoNotice: FieldDescriptions<PhotoNoticeWords> = [
  { label: 'Title', getText: ({ title }) => title },
  { label: 'Text', getText: ({ text }) => text },
  {
    label: 'Hide the notice while it has no photos',
    getText: ({ isHiddenWhenEmpty }) => (isHiddenWhenEmpty ? 'Yes' : 'No'),
  },
]

/** Changes the notice. Throws what applyPatch throws. */
export function changePhotoNotice(db: Database, tutor: Tutor, change: Change<PhotoNoticeWords>): Promise<PhotoNotice> {
  return db.transaction().execute(async (transaction) => {
    const before = await readPhotoNotice(transaction, tutor)
    const words = await applyPatch(transaction, NOUN, before, change, photoNoticeWords)
    const after = { ...words, version: before.version + 1 }
    await writeSetting(transaction, 'photoNotice', JSON.stringify(after))
    await logActivity(transaction, tutor, { action: 'changed', noun: NOUN, recordId: before.id, title: words.title })
    return { id: before.id, ...after }
  })
}
