import { sayAbsent } from '~/domain/absences/absences.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { familyAbsence } from '~/domain/absences/schema'
import type { Account, Tutor } from '~/domain/accounts/account'
import { addConsents } from '~/domain/consent/consents.server'
import { writeMarks } from '~/domain/consent/marks.server'
import { daysLater, isoDay, today } from '~/domain/events/days'
import { addQuestion, answerQuestion } from '~/domain/questions/questions.server'
import { newQuestion } from '~/domain/questions/schema'
import type { Database } from '~db/schema'

/** A first change is never refused with the centre's telephone. */
const WITHIN_LIMIT = { phone: '' }

/** A student's family said by its link that they do not come today. Nobody knows the link's secret. */
export async function addDemoAbsence(db: Database, tutor: Tutor, student: Account): Promise<void> {
  const token = await makeFamilyLink(db, tutor, student.id, { label: 'Mother' })
  await sayAbsent(db, token, familyAbsence.parse({ startDate: isoDay(today()), note: 'Back tomorrow.' }), WITHIN_LIMIT)
}

export async function addDemoQuestion(db: Database, tutor: Tutor, student: Account): Promise<void> {
  const { id } = await addQuestion(
    db,
    tutor,
    newQuestion.parse({
      question: 'What will we do on our day out?',
      answers: [
        { words: 'Bowling', symbol: 'bowling' },
        { words: 'A walk', symbol: 'walk' },
        { words: 'Swimming', symbol: 'swimming' },
      ],
      until: daysLater(isoDay(today()), 14),
    }),
  )
  await answerQuestion(db, student, id, 1, WITHIN_LIMIT)
}

/** What the students said to photos today, for a year less a day, and who is in each picture. */
export async function addDemoConsents(
  db: Database,
  { tutor, students: [daniel, niamh] }: { tutor: Tutor; students: [Account, Account] },
): Promise<void> {
  const now = today()
  const days = {
    explained: 'With the Easy Read sheet',
    from: isoDay(now),
    until: daysLater(isoDay({ ...now, year: now.year + 1 }), -1),
  }
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
