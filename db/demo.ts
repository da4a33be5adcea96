import { addAccount } from '~/domain/accounts/accounts.server'
import { addDemoBoard } from './demo-board'
import type { Database } from './schema'

/** Fills an empty database (one without accounts) with three accounts and believable content; any other is left as it is. */
export async function fillWithDemo(db: Database, _uploads: string, password: string): Promise<void> {
  if (await db.selectFrom('users').select('id').executeTakeFirst()) return
  await addAccount(db, { username: 'demo.tutor', password, role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' })
  await addAccount(db, { username: 'demo.student', password, role: 'student', firstName: 'Daniel', lastName: 'Okafor' })
  await addAccount(db, { username: 'demo.student2', password, role: 'student', firstName: 'Niamh', lastName: 'Walsh' })
  await addDemoBoard(db)
}
