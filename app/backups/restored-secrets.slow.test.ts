import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import {
  findFamilyLink,
  listFamilyLinks,
  makeFamilyLink,
  removeFamilyLink,
} from '~/domain/absences/family-links.server'
import type { Account } from '~/domain/accounts/account'
import { findCardHolder, logInWithDayCode, makeCard, makeDayCode, withdrawCard } from '~/domain/cards/cards.server'
import {
  createCalendarToken,
  findCalendarReader,
  makeCalendarAddress,
  removeCalendarAddress,
} from '~/domain/events/address.server'
import { createTemporaryFolder } from '~/test/folder'
import { setUpFreshRiverbank } from '~/test/riverbank'
import type { Database } from '~db/schema'
import { makeBackup } from './make.server'
import { prepareDatabase } from './ready-database.server'
import { restoreBackup } from './restore.server'

const riverbank = setUpFreshRiverbank()
let elsewhere: string
beforeEach(() => {
  const temporary = createTemporaryFolder()
  elsewhere = temporary.path
  return temporary[Symbol.dispose]
})

/** Gives a student a card, a code, a link and a calendar address. Returns a function that says which of them a database accepts. */
async function createSecrets(student: Account) {
  const { db, people } = riverbank
  const { id } = student
  const { sign } = riverbank.context
  const card = await makeCard(db, sign, people.aoife, id, { until: '2099-06-30', digits: null })
  const code = await makeDayCode(db, sign, people.aoife, id)
  const link = await makeFamilyLink(db, people.aoife, id, { label: 'Mam' })
  await makeCalendarAddress(db, student)
  const address = await createCalendarToken(db, sign, student)
  return async (requested: Database) => ({
    card: (await findCardHolder(requested, card)) !== null,
    code: (await logInWithDayCode(requested, sign, code, async () => true)) === true,
    link: (await findFamilyLink(requested, link)) !== null,
    address: (await findCalendarReader(requested, sign, address ?? '')) !== null,
  })
}
const all = { card: true, code: true, link: true, address: true }
const none = { card: false, code: false, link: false, address: false }

/** Restores `backup` to `dataDir`, and calls `ask` with the restored database. */
async function restoreAndQuery<Answer>(backup: string, dataDir: string, ask: (db: Database) => Promise<Answer>) {
  const { areKept } = await restoreBackup(dataDir, backup)
  const db = await prepareDatabase({ ...riverbank.settings, dataDir })
  try {
    return { areKept, answer: await ask(db) }
  } finally {
    await db.destroy()
  }
}

test('a restore brings back no card, code, link or address that was removed since the backup, and ends all sessions', async () => {
  const { db, people, sessions, settings } = riverbank
  const [ofDaniel, ofNiamh] = [await createSecrets(people.daniel), await createSecrets(people.niamh)]
  const { path } = await makeBackup(settings.dataDir, join(elsewhere, 'backup.zip'))
  await withdrawCard(db, people.aoife, people.daniel.id)
  for (const { id } of await listFamilyLinks(db, riverbank.people.aoife, people.daniel.id))
    await removeFamilyLink(db, people.aoife, people.daniel.id, id)
  await removeCalendarAddress(db, people.daniel)
  const since = await createSecrets(people.daniel)
  expect(await findSession(db, 'cookie', sessions.aoife.cookie)).not.toBeNull()
  await db.destroy()
  const { areKept, answer } = await restoreAndQuery(path, settings.dataDir, async (now) => [
    await ofDaniel(now),
    await since(now),
    await ofNiamh(now),
    await findSession(now, 'cookie', sessions.aoife.cookie),
  ])
  expect(answer).toEqual([none, none, all, null])
  expect(areKept).toBe(true)
})

test('on a new machine or over a damaged database, no card, code, link or address works', async () => {
  const { people, settings } = riverbank
  const input = await createSecrets(people.daniel)
  const { path } = await makeBackup(settings.dataDir, join(elsewhere, 'backup.zip'))
  const damaged = join(elsewhere, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'riverbank.sqlite'), 'no database'.repeat(1000))
  for (const dataDir of [join(elsewhere, 'new'), damaged])
    expect(await restoreAndQuery(path, dataDir, input)).toEqual({ areKept: false, answer: none })
})
