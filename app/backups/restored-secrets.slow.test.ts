import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import {
  findFamilyLink,
  listFamilyLinks,
  makeFamilyLink,
  removeFamilyLink,
} from '~/domain/absences/family-links.server'
import type { Account } from '~/domain/accounts/account'
import { addAccount, findByPassword } from '~/domain/accounts/accounts.server'
import { closeAccountById, confirmRestoredAccounts, listRestoredAccounts } from '~/domain/accounts/close-account.server'
import { changePassword, findPerson } from '~/domain/accounts/people.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { findSecondStep, redeemSecondStepCode, turnOffSecondStep } from '~/domain/accounts/second-step.server'
import { findCardHolder, logInWithDayCode, makeCard, makeDayCode, withdrawCard } from '~/domain/cards/cards.server'
import {
  createCalendarToken,
  findCalendarReader,
  makeCalendarAddress,
  removeCalendarAddress,
} from '~/domain/events/address.server'
import { addGuide, changeGuide, findGuideToken, findPublicGuide, removeGuide } from '~/domain/guides/guides.server'
import { addStep } from '~/domain/guides/steps.server'
import { subscribeAgain, unsubscribe } from '~/domain/subscribers/subscription.server'
import { lowerHashCost } from '~/test/hash-cost'
import { PASSWORD_OF_PEOPLE } from '~/test/people'
import { addSampleFile } from '~/test/records'
import { setUpTemporaryFolder } from '~/test/restored'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { enableSecondStep } from '~/test/second-step'
import { subscribe } from '~/test/subscribers'
import type { Database } from '~db/schema'
import { makeBackup } from './make.server'
import { prepareDatabase } from './ready-database.server'
import { restoreBackup } from './restore.server'

lowerHashCost()
const riverbank = setUpFreshRiverbank()
const elsewhere = setUpTemporaryFolder()

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
  const { areKept, toConfirm } = await restoreBackup(dataDir, backup)
  const db = await prepareDatabase({ ...riverbank.settings, dataDir })
  try {
    return { areKept, toConfirm: toConfirm.map(({ username }) => username).sort(), answer: await ask(db) }
  } finally {
    await db.destroy()
  }
}

test('a restore brings back no card, code, link or address that was removed since the backup, and ends all sessions', async () => {
  const { db, people, sessions, settings } = riverbank
  const [ofDaniel, ofNiamh] = [await createSecrets(people.daniel), await createSecrets(people.niamh)]
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
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

test('a restore lets nobody open a guide that tutors made private or deleted since the backup', async () => {
  const { db, people, settings, uploads } = riverbank
  const tutor = people.aoife
  const addPublic = async (title: string) => {
    const { id } = await addGuide(db, tutor, { title, studentIds: [], isPublic: true })
    await addStep(db, uploads, tutor, { guideId: id, sentence: 'Fill the kettle.', symbol: null, position: null })
    return { id, token: (await findGuideToken(db, tutor, id))! }
  }
  const guides = [await addPublic('Tea'), await addPublic('Toast'), await addPublic('Soup')] as const
  const [withdrawn, deleted] = guides
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  await changeGuide(db, tutor, withdrawn.id, { patch: { isPublic: false } })
  await removeGuide(db, uploads, tutor, deleted.id)
  const findOpen = async (now: Database) => {
    const found = guides.map(async ({ token }) => (await findPublicGuide(now, token))?.title)
    return (await Promise.all(found)).filter(Boolean)
  }
  const elsewhereOpen = await restoreAndQuery(path, join(elsewhere.path, 'new'), findOpen)
  expect(elsewhereOpen.answer).toEqual([])
  await db.destroy()
  const { answer } = await restoreAndQuery(path, settings.dataDir, async (now) => {
    const open = await findOpen(now)
    // The codes on the wall work again once a tutor says so.
    await changeGuide(now, tutor, withdrawn.id, { patch: { isPublic: true } })
    return [open, await findOpen(now)]
  })
  expect(answer).toEqual([['Soup'], ['Tea', 'Soup']])
})

test('on a new machine or over a damaged database, no card, code, link or address works', async () => {
  const { people, settings } = riverbank
  const input = await createSecrets(people.daniel)
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  const damaged = join(elsewhere.path, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'riverbank.sqlite'), 'no database'.repeat(1000))
  for (const dataDir of [join(elsewhere.path, 'new'), damaged])
    expect(await restoreAndQuery(path, dataDir, input)).toMatchObject({ areKept: false, answer: none })
})

test('who left the newsletter since the backup gets none after a restore, unless they agreed again later', async () => {
  const { db, settings } = riverbank
  const agreedAt = '2026-01-01T10:00:00.000Z'
  for (const name of ['ann', 'bob', 'cara']) await subscribe(db, name, { agreedAt })
  const { path: early } = await makeBackup(settings.dataDir, join(elsewhere.path, 'early.zip'))
  await unsubscribe(db, 'ann')
  await unsubscribe(db, 'bob')
  await db.updateTable('subscribers').set({ email: 'CARA@example.ie' }).where('token', '=', 'cara').execute()
  await unsubscribe(db, 'cara')
  await db.destroy()
  const findActive = async (now: Database) => {
    const active = await now.selectFrom('subscribers').select('name').where('active', '=', 1).orderBy('name').execute()
    return active.map(({ name }) => name)
  }
  const restored = await restoreAndQuery(early, settings.dataDir, async (now) => {
    const active = await findActive(now)
    await subscribeAgain(now, 'bob', 'Yes')
    return active
  })
  expect(restored.answer).toEqual([])
  const { path: late } = await makeBackup(settings.dataDir, join(elsewhere.path, 'late.zip'))
  expect((await restoreAndQuery(early, settings.dataDir, findActive)).answer).toEqual(['bob'])
  expect((await restoreAndQuery(late, settings.dataDir, findActive)).answer).toEqual(['bob'])
})

const NEW_PASSWORD = 'a heron by the weir 1904'
const addTutor = (username: string) =>
  addAccount(riverbank.db, { username, password: NEW_PASSWORD, role: 'tutor', firstName: 'Bríd', lastName: 'Daly' })
const canLogIn = async (db: Database, username: string, password: string) =>
  (await findByPassword(db, username, password)) !== null

test('who was closed or erased since the backup stays so, and new passwords and second steps stay', async () => {
  const { db, people, uploads, settings, context } = riverbank
  const { aoife, daniel, niamh } = people
  const bridId = await addTutor('brid')
  const usedUp = await enableSecondStep(riverbank, 'aoife')
  await addSampleFile(riverbank, { title: 'Plan', studentId: daniel.id })
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  await closeAccountById(db, aoife, bridId)
  await erasePerson(db, uploads, aoife, daniel.id)
  await changePassword(db, aoife, niamh.id, NEW_PASSWORD, settings.centre)
  await enableSecondStep(riverbank, 'niamh')
  expect(await redeemSecondStepCode(db, context.sign, aoife.id, usedUp.recoveryCodes[0]!)).toBe('recovery')
  await db.destroy()
  const { toConfirm, answer } = await restoreAndQuery(path, settings.dataDir, async (now) => ({
    closed: await canLogIn(now, 'brid', NEW_PASSWORD),
    erased: [await findPerson(now, aoife, daniel.id), await canLogIn(now, daniel.username, PASSWORD_OF_PEOPLE)],
    files: await now.selectFrom('files').select('title').where('studentId', '=', daniel.id).execute(),
    passwords: [
      await canLogIn(now, niamh.username, PASSWORD_OF_PEOPLE),
      await canLogIn(now, niamh.username, NEW_PASSWORD),
    ],
    step: (await findSecondStep(now, aoife, niamh.id))?.recoveryCodesLeft,
    codesLeft: (await findSecondStep(now, aoife, aoife.id))?.recoveryCodesLeft,
    usedAgain: await redeemSecondStepCode(now, context.sign, aoife.id, usedUp.recoveryCodes[0]!),
    waiting: await listRestoredAccounts(now, aoife),
  }))
  expect(answer).toEqual({
    ...{ closed: false, erased: [null, false], files: [], passwords: [false, true] },
    ...{ step: 10, codesLeft: 9, usedAgain: null, waiting: [] },
  })
  expect(toConfirm).toEqual([])
  expect(await readdir(uploads)).toEqual([])
})

test('an older copy of the database does not undo what the backup knows', async () => {
  const { db, people, settings, context } = riverbank
  const { aoife, niamh } = people
  const { recoveryCodes } = await enableSecondStep(riverbank, 'aoife')
  await enableSecondStep(riverbank, 'niamh')
  const older = (await makeBackup(settings.dataDir, join(elsewhere.path, 'older.zip'))).path
  await changePassword(db, aoife, niamh.id, NEW_PASSWORD, settings.centre)
  await turnOffSecondStep(db, aoife, niamh.id, { endSessions: true })
  await redeemSecondStepCode(db, context.sign, aoife.id, recoveryCodes[0]!)
  const newer = (await makeBackup(settings.dataDir, join(elsewhere.path, 'newer.zip'))).path
  const dataDir = join(elsewhere.path, 'other')
  await restoreBackup(dataDir, older)
  const { answer } = await restoreAndQuery(newer, dataDir, async (now) => [
    await canLogIn(now, niamh.username, NEW_PASSWORD),
    await findSecondStep(now, aoife, niamh.id),
    (await findSecondStep(now, aoife, aoife.id))?.recoveryCodesLeft,
  ])
  expect(answer).toEqual([true, null, 9])
})

test('without a database to compare with, each account waits until a tutor confirms it', async () => {
  const { db, people, settings } = riverbank
  const { aoife, daniel, niamh } = people
  await closeAccountById(db, aoife, niamh.id)
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  const open = [aoife.username, daniel.username].sort()
  const dataDir = join(elsewhere.path, 'new')
  const first = await restoreAndQuery(path, dataDir, async (now) => {
    const waiting = await listRestoredAccounts(now, aoife)
    expect(await confirmRestoredAccounts(now, aoife, [aoife.id])).toBe(1)
    return waiting
  })
  expect(first.toConfirm).toEqual(open)
  expect(first.answer.map(({ username }) => username).sort()).toEqual(open)
  expect(first.answer.every(({ lastSeenAt }) => lastSeenAt !== null)).toBe(true)
  // Nothing is known about the unconfirmed account after another restore either.
  const second = await restoreAndQuery(path, dataDir, (now) => closeAccountById(now, aoife, daniel.id))
  expect(second.toConfirm).toEqual([daniel.username])
  const third = await restoreAndQuery(path, dataDir, (now) => listRestoredAccounts(now, aoife))
  expect(third).toMatchObject({ toConfirm: [], answer: [] })
})
