import { sayAbsent } from '~/domain/absences/absences.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { familyAbsence } from '~/domain/absences/schema'
import type { Account, Tutor } from '~/domain/accounts/account'
import { isoDay, today } from '~/domain/events/days'
import type { Database } from '~db/schema'

/** A student's family said by its link that they do not come today. Nobody knows the link's secret. */
export async function addDemoAbsence(db: Database, tutor: Tutor, student: Account): Promise<void> {
  const token = await makeFamilyLink(db, tutor, student.id, { label: 'Mother' })
  await sayAbsent(db, token, familyAbsence.parse({ startDate: isoDay(today()), note: 'Back tomorrow.' }))
}
