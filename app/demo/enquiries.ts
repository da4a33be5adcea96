import type { NewEnquiry } from '~/domain/enquiries/schema'
import type { Bit, Database } from '~db/schema'

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
