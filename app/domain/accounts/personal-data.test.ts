import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { findSession } from '~/auth/sessions.server'
import { addFile, findFile } from '~/domain/files/files.server'
import { storeInterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'
import { newSubscriber } from '~/domain/subscribers/schema'
import { addSubscriber, findSubscriber } from '~/domain/subscribers/subscribers.server'
import { addTimetable, changeTimetable } from '~/domain/timetables/timetables.server'
import type { WebsitePage } from '~/domain/website/page.server'
import { findWebsitePage } from '~/domain/website/pages.server'
import { findPage, publishSection } from '~/domain/website/website.server'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession } from '~/domain/week/week.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { enableSecondStep } from '~/test/second-step'
import type { Database } from '~db/schema'
import { findPerson } from './people.server'
import { erasePerson, exportPerson } from './personal-data.server'

const riverbank = setUpFreshRiverbank()

function give(title: string, studentId: number | null, alt: string | null = null, bytes = createSamplePdf(title)) {
  const { db, uploads, people } = riverbank
  return addFile(db, uploads, people.aoife, {
    title,
    description: null,
    alt,
    isShared: studentId === null,
    studentId,
    album: null,
    file: createUploadedFile(bytes, title),
  })
}

async function unzip(zip: Buffer): Promise<Record<string, Buffer>> {
  const opened = await fromBufferPromise(zip)
  const found: Record<string, Buffer> = {}
  for await (const entry of opened.eachEntry())
    found[entry.fileName] = await buffer(await opened.openReadStreamPromise(entry))
  return found
}

test('an export has all data and files of a person, and no secrets', async () => {
  const { db, uploads, people } = riverbank
  const form = new FormData()
  form.set('title', 'My painting')
  await storeInterruptedForm(db, people.daniel.id, '/dashboard', form)
  const report = await give('Report', people.daniel.id)
  const photo = await give('Pier', people.daniel.id, 'He waves from the pier.', await createPicture().png().toBuffer())
  await give('Letter', people.niamh.id)
  const { key } = await enableSecondStep(riverbank, 'daniel')
  const art = { weekday: 'Monday', from: '9:30', to: '11:00', activity: 'Art', studentIds: [people.daniel.id] }
  await addWeekSession(db, people.aoife, newWeekSession.parse(art))
  const zip = await exportPerson(db, uploads, people.aoife, people.daniel.id)
  const entries = await unzip(await buffer(zip))
  expect(Object.keys(entries)).toEqual(['person.json', `files/${report.id}-Report.pdf`, `files/${photo.id}-Pier.png`])
  expect(entries[`files/${report.id}-Report.pdf`]).toEqual(createSamplePdf('Report'))
  const data = JSON.parse(String(entries['person.json']))
  expect(data.person).toMatchObject({ username: 'daniel', firstName: 'Daniel' })
  expect(data.files).toMatchObject([
    { title: 'Report', alt: null },
    { title: 'Pier', alt: 'He waves from the pier.' },
  ])
  expect(data.week).toMatchObject([{ activity: 'Art', weekday: 'Monday' }])
  expect(data.interruptedForm).toMatchObject({ path: '/dashboard', fields: { title: 'My painting' } })
  expect(data.activity).toMatchObject([
    { action: 'added', noun: 'account' },
    { actorName: 'Aoife Brennan', action: 'added', title: 'Report' },
    { actorName: 'Aoife Brennan', action: 'added', title: 'Pier' },
    { actorName: 'Daniel Okafor', action: 'turned on the second step', noun: 'account' },
    { actorName: 'Aoife Brennan', action: 'added', title: 'Art, Monday 09:30' },
    { actorName: 'Aoife Brennan', action: 'took out the data', title: 'daniel' },
  ])
  expect(data.secondStep).toEqual({ onSince: expect.any(String), recoveryCodesLeft: 10 })
  expect(String(entries['person.json'])).not.toContain(key)
  expect(String(entries['person.json'])).not.toMatch(/Hash|argon2|Letter|storageKey|lockedKey|Salt/i)
})

/** The same database, with 5 ms of processor time added to each query. */
function slowed(db: Database): Database {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      for (const startedAt = performance.now(); performance.now() - startedAt < 5; );
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

test('an export lets others in between its queries and is still consistent', async () => {
  const { db, uploads, people } = riverbank
  const { id: userId } = people.daniel
  const day = { startDate: '2026-11-25', endDate: '2026-11-25', note: null, linkId: null, saidBy: null }
  const absence = { userId, ...day, createdAt: '2026-11-25T07:40:00.000Z' }
  let written: Promise<unknown> | undefined
  setImmediate(() => {
    written = db.insertInto('absences').values(absence).execute()
  })
  const zip = await exportPerson(slowed(db), uploads, people.aoife, userId)
  expect(written).toBeDefined()
  const data = JSON.parse(String((await unzip(await buffer(zip)))['person.json']))
  expect(data.absences).toEqual([])
  await written
  expect(await db.selectFrom('absences').selectAll().execute()).toMatchObject([absence])
})

test('an interrupted download of an export leaves no file open', async () => {
  const { db, uploads, people } = riverbank
  await give('Report', people.daniel.id, null, Buffer.concat([createSamplePdf('Report'), Buffer.alloc(1_000_000)]))
  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd')).map((name) => readlink(join('/proc/self/fd', name)).catch(() => ''))
    return (await Promise.all(links)).filter((path) => path.startsWith(uploads))
  }
  const zip = await exportPerson(db, uploads, people.aoife, people.daniel.id)
  await expect.poll(openFiles).toHaveLength(1)
  zip.destroy()
  await expect.poll(openFiles).toEqual([])
})

test('erasing a student removes their files, bytes, sessions and every trace of their name', async () => {
  const { db, uploads, people, sessions } = riverbank
  await give('Report', people.daniel.id)
  const shared = await give('Menu', null)
  await enableSecondStep(riverbank, 'daniel')
  await erasePerson(db, uploads, people.aoife, people.daniel.id)

  expect(await findSession(db, 'cookie', sessions.daniel.cookie)).toBeNull()
  expect(await readdir(uploads)).toHaveLength(1)
  expect(await findFile(db, people.niamh, shared.id)).not.toBeNull()
  const everything = JSON.stringify(
    await Promise.all(
      (['users', 'files', 'activity', 'sessions'] as const).map((table) => db.selectFrom(table).selectAll().execute()),
    ),
  )
  for (const table of ['secondSteps', 'recoveryCodes'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(everything).not.toMatch(/daniel|Okafor|Report/i)
})

test('erasing a student removes log lines about their timetable from when it was everyone’s', async () => {
  const { db, uploads, people } = riverbank
  const week = { title: 'Mondays with Daniel', description: null, alt: null, startDate: null, endDate: null }
  const { id } = await addTimetable(db, uploads, people.aoife, {
    ...week,
    studentId: null,
    file: createUploadedFile(createSamplePdf('week'), 'week.pdf'),
  })
  await changeTimetable(db, uploads, people.aoife, id, { patch: { studentId: people.daniel.id } })
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  expect(await db.selectFrom('timetables').selectAll().execute()).toEqual([])
  expect(JSON.stringify(await db.selectFrom('activity').selectAll().execute())).not.toMatch(/Daniel|Mondays/)
})

test('erasing a student removes their name from subscribers, unless another person here has it', async () => {
  const { db, uploads, people } = riverbank
  const guardian = { name: null, isGuardian: true, vouchedFor: null }
  const add = (email: string, studentName: string) =>
    addSubscriber(db, people.aoife, newSubscriber.parse({ ...guardian, email, studentName }))
  const his = await add('one@dunne.example', 'daniel OKAFOR')
  const second = await add('two@dunne.example', 'Dániel\u00a0Okafor')
  const hers = await add('walsh@dunne.example', 'Niamh Walsh')
  const namesake = { ...people.niamh, id: undefined, username: 'another', passwordHash: '', createdAt: '' }
  await db.insertInto('users').values(namesake).execute()
  for (const { id } of [people.daniel, people.niamh]) await erasePerson(db, uploads, people.aoife, id)
  expect(await findSubscriber(db, his.id)).toMatchObject({ isGuardian: true, studentName: null, version: 2 })
  expect(await findSubscriber(db, second.id)).toMatchObject({ isGuardian: true, studentName: null, version: 2 })
  expect(await findSubscriber(db, hers.id)).toMatchObject({ studentName: 'Niamh Walsh', version: 1 })
})

test('erasing a tutor leaves what they published, without their name', async () => {
  const { db, uploads, people } = riverbank
  const shared = await give('Menu', null)
  await db.updateTable('users').set({ role: 'tutor' }).where('id', '=', people.niamh.id).execute()
  const about = findWebsitePage('about') as WebsitePage
  const { intro } = (await findPage(db, about)).words
  await publishSection(db, people.aoife, about, 'intro', { version: 0, words: intro as Record<string, unknown> })
  expect((await findPage(db, about)).saved?.by).toBe('Aoife Brennan')
  await erasePerson(db, uploads, people.niamh, people.aoife.id)
  expect((await findPage(db, about)).saved?.by).toBe('Erased person')
  expect((await findFile(db, people.daniel, shared.id))?.uploadedBy).toBe('Erased person')
  expect(await findPerson(db, people.aoife.id)).toBeNull()
  const activity = await db.selectFrom('activity').select(['actorName', 'title']).execute()
  expect(activity.length).toBeGreaterThan(1)
  expect(JSON.stringify(activity)).not.toMatch(/Aoife|Brennan/i)
})

test('the last tutor, an unknown person and an erased one are refused', async () => {
  const { db, uploads, people } = riverbank
  await expect(erasePerson(db, uploads, people.aoife, people.aoife.id)).rejects.toMatchObject({ status: 409 })
  await expect(erasePerson(db, uploads, people.aoife, 999)).rejects.toMatchObject({ status: 404 })
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  await expect(erasePerson(db, uploads, people.aoife, people.daniel.id)).rejects.toMatchObject({ status: 404 })
  await expect(exportPerson(db, uploads, people.aoife, 999)).rejects.toMatchObject({ status: 404 })
})
