import { randomInt } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type { Database } from '~db/schema'
import { hashPassword } from './password.server'
import { endSessionsOf } from './people.server'
import { removeSecondStep } from './second-step.server'

/** The demonstration's people. Their password is shown to everyone who tries it. */
export const demonstrators = {
  tutor: { username: 'demo.tutor', role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' },
  daniel: { username: 'demo.student', role: 'student', firstName: 'Daniel', lastName: 'Okafor' },
  niamh: { username: 'demo.student2', role: 'student', firstName: 'Niamh', lastName: 'Walsh' },
} as const
const usernames = Object.values(demonstrators).map(({ username }) => username)

/** Letters and digits that are not confused when people copy them from a screen. */
const UNAMBIGUOUS_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for a demonstration open to other machines: 12 characters, about 59 bits. */
export function randomPassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => UNAMBIGUOUS_CHARACTERS[randomInt(UNAMBIGUOUS_CHARACTERS.length)]).join('')
  return `${group()}-${group()}-${group()}`
}

/** Opens the demonstration's accounts with `password` and no second step. Returns their usernames, if any. */
export async function openDemonstration(db: Database, password: string): Promise<string[]> {
  await db.updateTable('users').set({ closedAt: null }).where('demonstration', '=', 1).execute()
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'username', 'passwordHash'])
    .where('demonstration', '=', 1)
    .where('username', 'in', usernames)
    .orderBy('id')
    .execute()
  for (const { id, passwordHash } of accounts) {
    await removeSecondStep(db, id)
    if (await verify(passwordHash, password)) continue
    const set = { passwordHash: await hashPassword(password) }
    await db.updateTable('users').set(set).where('id', '=', id).execute()
    await endSessionsOf(db, id)
  }
  return accounts.map(({ username }) => username)
}

/** Closes the demonstration's accounts and those that its tutor added, and ends their sessions. Returns how many. */
export async function closeDemonstration(db: Database): Promise<number> {
  return db.transaction().execute(async (change) => {
    const accounts = await change.selectFrom('users').select('id').where('demonstration', '=', 1).execute()
    const open = change.updateTable('users').where('demonstration', '=', 1).where('closedAt', 'is', null)
    await open.set({ closedAt: new Date().toISOString() }).execute()
    for (const { id } of accounts) await endSessionsOf(change, id)
    return accounts.length
  })
}
