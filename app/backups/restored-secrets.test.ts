import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import {
  findFamilyLink,
  listFamilyLinks,
  makeFamilyLink,
  takeBackFamilyLink,
} from '~/domain/absences/family-links.server'
import { holderOf, makeCard, makeDayCode, takeBackCard, takeDayCode } from '~/domain/cards/cards.server'
import {
  calendarToken,
  makeCalendarAddress,
  opensCalendar,
  removeCalendarAddress,
} from '~/domain/events/address.server'
import { temporaryFolder } from '~/test/folder'
import { freshForEach } from '~/test/riverbank'
import type { Database } from '~db/schema'
import { makeBackup } from './make.server'
import { readyDatabase } from './ready-database.server'
import { restoreBackup } from './restore.server'

const riverbank = freshForEach()
let elsewhere: string
beforeEach(() => {
  const temporary = temporaryFolder()
  elsewhere = temporary.path
  return temporary[Symbol.dispose]
})

/** Gives a student a card, a code, a link and a calendar address. Returns what tells which of them a database takes. */
async function give(id: number) {
  const { db, people } = riverbank
  const { seal } = riverbank.context
  const card = await makeCard(db, seal, people.aoife, id, { until: '2099-06-30', digits: null })
  const code = await makeDayCode(db, seal, people.aoife, id)
  const link = await makeFamilyLink(db, people.aoife, id, { label: 'Mam' })
  await makeCalendarAddress(db, id)
  const address = await calendarToken(db, seal, id)
  return async (asked: Database) => ({
    card: (await holderOf(asked, card)) !== null,
    code: (await takeDayCode(asked, seal, code, async () => true)) === true,
    link: (await findFamilyLink(asked, link)) !== null,
    address: await opensCalendar(asked, seal, address ?? ''),
  })
}
const all = { card: true, code: true, link: true, address: true }
const none = { card: false, code: false, link: false, address: false }

/** Restores `backup` to `dataDir`, and asks what is there then. */
async function restored<Answer>(backup: string, dataDir: string, ask: (db: Database) => Promise<Answer>) {
  const { areKept } = await restoreBackup(dataDir, backup)
  const db = await readyDatabase({ ...riverbank.settings, dataDir })
  try {
    return { areKept, answer: await ask(db) }
  } finally {
    await db.destroy()
  }
}

test('a restore brings back no card, code, link or address that was taken back since, and nobody is logged in', async () => {
  const { db, people, sessions, settings } = riverbank
  const [ofDaniel, ofNiamh] = [await give(people.daniel.id), await give(people.niamh.id)]
  const { path } = await makeBackup(settings.dataDir, join(elsewhere, 'backup.zip'))
  await takeBackCard(db, people.aoife, people.daniel.id)
  for (const { id } of await listFamilyLinks(db, people.daniel.id))
    await takeBackFamilyLink(db, people.aoife, people.daniel.id, id)
  await removeCalendarAddress(db, people.daniel.id)
  const since = await give(people.daniel.id)
  expect(await findSession(db, 'cookie', sessions.aoife.cookie)).not.toBeNull()
  await db.destroy()
  const { areKept, answer } = await restored(path, settings.dataDir, async (now) => [
    await ofDaniel(now),
    await since(now),
    await ofNiamh(now),
    await findSession(now, 'cookie', sessions.aoife.cookie),
  ])
  expect(answer).toEqual([none, none, all, null])
  expect(areKept).toBe(true)
})

test('where what was taken back since can’t be known, on a new machine or over a damaged database, none works', async () => {
  const { people, settings } = riverbank
  const given = await give(people.daniel.id)
  const { path } = await makeBackup(settings.dataDir, join(elsewhere, 'backup.zip'))
  const damaged = join(elsewhere, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'riverbank.sqlite'), 'no database'.repeat(1000))
  for (const dataDir of [join(elsewhere, 'new'), damaged])
    expect(await restored(path, dataDir, given)).toEqual({ areKept: false, answer: none })
})
