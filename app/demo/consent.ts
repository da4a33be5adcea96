import type { Account, Tutor } from '~/domain/accounts/account'
import { addConsents } from '~/domain/consent/consents.server'
import { writeMarks } from '~/domain/consent/pictures.server'
import { dayAt, isoDay, midnight, today } from '~/domain/events/days'
import type { Database } from '~db/schema'

const DAY = 24 * 3_600_000

/** What the students said to photos today, for a year less a day, and who is in each picture. */
export async function addDemoConsents(
  db: Database,
  { tutor, students: [daniel, niamh] }: { tutor: Tutor; students: [Account, Account] },
): Promise<void> {
  const now = today()
  const nextYear = dayAt(midnight({ ...now, year: now.year + 1 }) - DAY)
  const days = { explained: 'With the Easy Read sheet', from: isoDay(now), until: isoDay(nextYear) }
  await addConsents(db, tutor, daniel.id, {
    ...days,
    supportedBy: 'His sister Ngozi',
    ...{ gallery: 'yes', website: 'yes', newsletter: 'yes', print: 'yes' },
  })
  await addConsents(db, tutor, niamh.id, {
    ...days,
    supportedBy: 'Aoife',
    ...{ gallery: 'yes', website: 'no', newsletter: 'yes', print: null },
  })
  const both = { inPicture: [daniel.id, niamh.id] }
  const pictures = [
    ...(await marksOf(db, 'files')).map((picture) => ({ kind: 'file' as const, ...picture })),
    ...(await marksOf(db, 'newsletterAttachments')).map((picture) => ({ kind: 'newsletter' as const, ...picture })),
  ]
  for (const { kind, id, title } of pictures)
    await writeMarks(db, kind, id, title === 'QQI Certificate Photo 1' ? both : { nobodyInPicture: true })
}

function marksOf(db: Database, table: 'files' | 'newsletterAttachments') {
  // Both have these columns, which Kysely can't tell of a table that is one of two.
  const rows = db.selectFrom(table as 'files').select(['id', 'title'])
  return rows.where('width', 'is not', null).execute()
}
