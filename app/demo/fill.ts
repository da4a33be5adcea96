import { addAccount } from '~/domain/accounts/accounts.server'
import { demonstrators } from '~/domain/accounts/demonstration.server'
import type { Database } from '~db/schema'
import { addDemoBoard } from './board'
import { addDemoEnquiries } from './enquiries'
import { addDemoEvents } from './events'
import { addDemoFiles } from './files'
import { addDemoNewsletters } from './newsletters'
import { addDemoPhotos } from './photos'
import { addDemoResources } from './resources'
import { addDemoAbsence, addDemoConsents, addDemoQuestion } from './students'
import { addDemoTimetables } from './timetables'
import { addDemoWeek } from './week'

/** Adds three accounts and sample content to a database without accounts. Leaves others unchanged. */
export async function fillWithDemo(db: Database, uploads: string, password: string): Promise<void> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const add = async <Person extends (typeof demonstrators)[keyof typeof demonstrators]>(person: Person) => {
    const firstDay = person.role === 'student' ? '2025-09-01' : null
    const id = await addAccount(db, { ...person, password, demonstration: 1, firstDay })
    return { id, ...person }
  }
  const tutor = await add(demonstrators.tutor)
  const daniel = await add(demonstrators.daniel)
  const niamh = await add(demonstrators.niamh)
  await addDemoFiles(db, uploads, { tutor, students: [daniel, niamh] })
  await addDemoTimetables(db, uploads, { tutor, students: [daniel, niamh] })
  await addDemoWeek(db, { tutor, students: [daniel, niamh] })
  await addDemoAbsence(db, tutor, niamh)
  await addDemoQuestion(db, tutor, niamh)
  await addDemoPhotos(db, uploads, tutor)
  await addDemoBoard(db)
  await addDemoResources(db, tutor)
  await addDemoEvents(db)
  await addDemoEnquiries(db, tutor)
  await addDemoNewsletters(db, uploads, tutor)
  await addDemoConsents(db, { tutor, students: [daniel, niamh] })
}
