import { reportAbsence } from '~/domain/absences/absences.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { familyAbsence } from '~/domain/absences/schema'
import type { Account, Tutor } from '~/domain/accounts/account'
import { addConsents } from '~/domain/consent/consents.server'
import { writeMarks } from '~/domain/consent/marks.server'
import type { NewEnquiry } from '~/domain/enquiries/schema'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { addQuestion, answerQuestion } from '~/domain/questions/questions.server'
import { newQuestion } from '~/domain/questions/schema'
import type { Bit, Database } from '~db/schema'

/** Passed instead of the centre, whose phone number only a rate-limited change would need. */
const WITHIN_LIMIT = { phone: '' }

/** Adds an absence today, reported through a family link whose secret is thrown away. */
export async function addDemoAbsence(db: Database, tutor: Tutor, student: Account): Promise<void> {
  const token = await makeFamilyLink(db, tutor, student.id, { label: 'Mother' })
  await reportAbsence(
    db,
    token,
    familyAbsence.parse({ startDate: formatIsoDay(getToday()), note: 'Back tomorrow.' }),
    WITHIN_LIMIT,
  )
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
      until: addDays(formatIsoDay(getToday()), 14),
    }),
  )
  await answerQuestion(db, student, id, 1, WITHIN_LIMIT)
}

/** Adds the students' photo permissions, for a year from today, and who is in each picture. */
export async function addDemoConsents(
  db: Database,
  { tutor, students: [daniel, niamh] }: { tutor: Tutor; students: [Account, Account] },
): Promise<void> {
  const now = getToday()
  const days = {
    explained: 'With the Easy Read sheet',
    from: formatIsoDay(now),
    until: addDays(formatIsoDay({ ...now, year: now.year + 1 }), -1),
  }
  await addConsents(db, tutor, daniel.id, {
    ...days,
    supportedBy: 'His sister Ngozi',
    ...{ gallery: 'yes', website: 'yes', newsletter: 'yes', print: 'yes', home: null },
  })
  await addConsents(db, tutor, niamh.id, {
    ...days,
    supportedBy: 'Aoife',
    ...{ gallery: 'yes', website: 'no', newsletter: 'yes', print: null, home: null },
  })
  // Niamh has one answer left to confirm.
  const confirmed = db.updateTable('photoConsents').set({ ownWord: 'yes', ownWordAt: new Date().toISOString() })
  await confirmed.where((consent) => consent.not(consent.and({ userId: niamh.id, use: 'newsletter' }))).execute()
  const both = { inPicture: [daniel.id, niamh.id] }
  const pictures = [
    ...(await listPictures(db, 'files')).map((picture) => ({ kind: 'file' as const, ...picture })),
    ...(await listPictures(db, 'newsletterAttachments')).map((picture) => ({
      kind: 'newsletter' as const,
      ...picture,
    })),
  ]
  for (const { kind, id, title } of pictures)
    await writeMarks(db, kind, id, title === 'QQI Certificate Photo 1' ? both : { nobodyInPicture: true })
}

function listPictures(db: Database, table: 'files' | 'newsletterAttachments') {
  // Both tables have these columns, but Kysely can't type a union of tables.
  const rows = db.selectFrom(table as 'files').select(['id', 'title'])
  return rows.where('width', 'is not', null).execute()
}

const HOUR = 3_600_000

const enquiries: { hours: number; answered?: boolean; suspected?: Bit; enquiry: NewEnquiry }[] = [
  {
    hours: 5,
    enquiry: {
      name: 'Maeve Gallagher',
      email: 'maeve.gallagher@example.com',
      phone: '087 555 0142',
      subject: 'visit',
      message:
        'Hello,\n\nMy brother Conor is 24 and is leaving school in June. He loves music and cooking. ' +
        'Could the two of us come and see a day at the centre?\n\nMaeve',
    },
  },
  {
    hours: 50,
    answered: true,
    enquiry: {
      name: 'Tomasz Kowalski',
      email: 'tomasz.kowalski@example.com',
      phone: null,
      subject: 'programmes',
      message: 'Do you have a computer class for beginners, and does it start again in January?',
    },
  },
  {
    hours: 30,
    suspected: 1,
    enquiry: {
      name: 'Best Website Offers',
      email: 'offers@cheap-websites.example.com',
      phone: null,
      subject: 'other',
      message: 'Your website can be number one! Write to us today for a special price.',
    },
  },
]

/** Adds three enquiries: one open, one answered by `tutor`, and one that looks like spam. */
export async function addDemoEnquiries(db: Database, tutor: { id: number }): Promise<void> {
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
  for (const { hours, answered, suspected = 0, enquiry } of enquiries)
    await db
      .insertInto('enquiries')
      .values({
        ...enquiry,
        suspected,
        createdAt: ago(hours),
        ...(answered ? { answeredAt: ago(hours - 20), answeredBy: tutor.id } : {}),
      })
      .execute()
}
