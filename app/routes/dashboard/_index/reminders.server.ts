import type { Tutor } from '~/domain/accounts/account'
import { listDaysWithoutRegister, listRegisterNews } from '~/domain/attendance/register.server'
import { listEndingConsents } from '~/domain/consent/consents.server'
import { listLeavingWithoutPictures } from '~/domain/newsletters/attachments.server'
import type { ReadOrEmpty } from '~/http/answers/lists.server'
import type { Database } from '~db/schema'

export type RemindersView = Awaited<ReturnType<typeof readReminders>>

/** Reads what is still to be done, besides today. */
export async function readReminders(db: Database, tutor: Tutor, orEmpty: ReadOrEmpty) {
  return {
    daysWithoutRegister: await orEmpty(listDaysWithoutRegister(db, tutor), []),
    /** Photo answers that ran out a short time ago or soon will. */
    endingConsents: await orEmpty(listEndingConsents(db, tutor), []),
    /** Newsletters that leave without some of their pictures. */
    newsletters: await orEmpty(listLeavingWithoutPictures(db, tutor), []),
    /** Students about whom something else was said since today's register was saved. */
    registerNews: await orEmpty(listRegisterNews(db, tutor), []),
  }
}
