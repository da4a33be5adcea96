import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Account } from '~/domain/accounts/account'
import { addAccount } from '~/domain/accounts/accounts.server'
import { HASH_COST } from '~/domain/accounts/password.server'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import { PASSWORD_OF_PEOPLE, type Person, people } from './people'

export interface Template {
  path: string
  accounts: Record<Person, Account>
}
declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** Creates the template once per run, since migrations and argon2 would take most of each test. Returns its clean-up. */
export default async function makeTemplate({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-template-'))
  const path = join(folder, 'riverbank.sqlite')
  const db = openDatabase(path, undefined, undefined, 'OFF')
  await migrate(db)
  // Each check of a password costs as much as its hash.
  Object.assign(HASH_COST, { memoryCost: 8, timeCost: 1 })
  const accounts = {} as Record<Person, Account>
  for (const [name, person] of Object.entries(people) as [Person, Omit<Account, 'id'>][])
    accounts[name] = { id: await addAccount(db, { ...person, password: PASSWORD_OF_PEOPLE }), ...person }
  // Earlier than any date that a test uses as today.
  const longAgo = '2026-01-01T00:00:00.000Z'
  await db.updateTable('users').set({ createdAt: longAgo }).execute()
  await db.updateTable('activity').set({ at: longAgo }).execute()
  await db.destroy()
  provide('template', { path, accounts })
  return () => rmSync(folder, { recursive: true })
}
