import { beforeEach, expect, test, vi } from 'vitest'
import { makeFamilyLink, removeFamilyLink } from '~/domain/absences/family-links.server'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { withdrawConsent } from '~/domain/consent/consents.server'
import { markPicture } from '~/domain/consent/mark-picture.server'
import { removeFile } from '~/domain/files/files.server'
import { addPhoto } from '~/domain/notices/photos.server'
import { getDublinClock } from '~/domain/week/day'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession } from '~/domain/week/week.server'
import { addSampleFile, recordConsents } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSampleDocument, createUploadedFile } from '~/test/samples'
import { weekdays } from '~db/choices'
import {
  findDayChoice,
  findFileChoice,
  paginateHomeItems,
  removeOldFromHome,
  showAtHome,
  switchHome,
  takeBackFromHome,
} from './at-home.server'
import { openFamilyFile, openFamilyView } from './family-view.server'

const riverbank = setUpFreshRiverbank()
const DAY = 24 * 3_600_000
const jpeg = await createPicture().jpeg().toBuffer()
const YES = { gallery: 'yes', home: 'yes' } as const
let token: string
let otherToken: string

beforeEach(async () => {
  vi.useRealTimers()
  const { db, people } = riverbank
  token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
  otherToken = await makeFamilyLink(db, people.aoife, people.niamh.id, { label: 'Father' })
  for (const { id } of [people.daniel, people.niamh]) await switchHome(db, people.aoife, id, true)
})

/** A gallery photo of these people, who all say yes to the portal and to home. */
async function addPhotoOf(...ids: number[]) {
  const { db, uploads, people } = riverbank
  for (const id of ids) await recordConsents(riverbank, id, YES)
  const inPicture = ids.length > 0 ? { inPicture: ids } : {}
  return (await addPhoto(db, uploads, people.aoife, { file: createUploadedFile(jpeg), ...inPicture })).id
}

const addOwnFile = async (file: File, studentId = riverbank.people.daniel.id) =>
  (await addSampleFile(riverbank, { title: 'Review with Mary Murphy', description: 'With Mary', studentId, file })).id
const letter = createUploadedFile(createSampleDocument(), 'mary-murphy.doc')

const show = (fileId?: number, user = riverbank.people.daniel) =>
  showAtHome(riverbank.db, user, fileId, riverbank.settings.centre)
const view = (of = token) => openFamilyView(riverbank.db, of, 1)
const countSeen = async (of = token) => (await view(of))?.items.found ?? null

async function canOpen(id: number, of = token) {
  const opened = await openFamilyFile(riverbank.db, riverbank.uploads, of, id)
  await opened?.handle.close()
  return opened !== null
}

test('a photo of two people is seen with a yes of both, and hidden when either withdraws', async ({ db, people }) => {
  const photo = await addPhotoOf(people.daniel.id, people.niamh.id)
  const id = await show(photo)
  expect(await show(photo)).toBe(id)
  expect([await countSeen(), await canOpen(id)]).toEqual([1, true])
  await withdrawConsent(db, people.aoife, people.niamh.id, 'home')
  expect([await countSeen(), await canOpen(id)]).toEqual([0, false])
  expect((await paginateHomeItems(db, people.daniel, people.daniel.id, 1)).items).toMatchObject([
    { id, isHidden: true },
  ])
})

test.each(['no', undefined] as const)('a photo of a person whose answer to home is %s is refused', async (home) => {
  const { db, people } = riverbank
  await recordConsents(riverbank, people.niamh.id, { gallery: 'yes', home })
  await recordConsents(riverbank, people.daniel.id, YES)
  const { db: _, uploads } = riverbank
  const inPicture = [people.daniel.id, people.niamh.id]
  const { id } = await addPhoto(db, uploads, people.aoife, { file: createUploadedFile(jpeg), inPicture })
  expect(await findFileChoice(db, people.daniel, id)).toEqual({ id: null, canShow: false })
  await expect(show(id)).rejects.toMatchObject({ kind: 'conflict' })
})

test('an own picture waits until a tutor says who is in it', async ({ db, uploads, people }) => {
  const file = await addOwnFile(createUploadedFile(jpeg))
  expect(await findFileChoice(db, people.daniel, file)).toEqual({ id: null, canShow: false })
  await expect(show(file)).rejects.toMatchObject({ kind: 'conflict' })
  await markPicture(db, uploads, people.aoife, { kind: 'file', id: file }, { inPicture: [], nobodyInPicture: true })
  await show(file)
  expect(await countSeen()).toBe(1)
})

test('a photo without the student, a shared document and another’s file can’t be shown', async ({ db, people }) => {
  const refused = [
    await addPhotoOf(people.niamh.id),
    await addPhotoOf(),
    (await addSampleFile(riverbank, { title: 'Bus times', isShared: true })).id,
    await addOwnFile(letter, people.niamh.id),
    99_999,
  ]
  for (const id of refused) {
    expect(await findFileChoice(db, people.daniel, id), String(id)).toBeNull()
    await expect(show(id), String(id)).rejects.toMatchObject({ kind: expect.any(String) })
  }
  await expect(show(refused[0], people.aoife)).rejects.toMatchObject({ kind: 'forbidden' })
})

test('a document is shown without its title, its file name and its description', async () => {
  const id = await show(await addOwnFile(letter))
  const seen = await view()
  expect(seen).toMatchObject({ firstName: 'Daniel', items: { items: [{ id, sessions: null }] } })
  expect(JSON.stringify(seen)).not.toMatch(/mary|murphy|review/i)
  const opened = await openFamilyFile(riverbank.db, riverbank.uploads, token, id)
  await opened?.handle.close()
  expect(opened?.fileName).toMatch(/^Daniel \d{4}-\d\d-\d\d\.doc$/)
})

test('a day shows times and activities, but no places or names', async ({ db, people }) => {
  const { day } = getDublinClock(new Date())
  const weekday = weekdays[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7]!
  const session = { weekday, place: 'Niamh’s room', withWhom: 'Aoife', studentIds: [people.daniel.id] }
  const add = (more: object) => addWeekSession(db, people.aoife, newWeekSession.parse({ ...session, ...more }))
  await expect(show()).rejects.toMatchObject({ kind: 'conflict', message: 'Nothing is on today.' })
  await add({ from: '09:30', to: '10:30', activity: 'Art' })
  await add({ from: '11:00', to: '12:00', activity: 'Walk with Niamh' })
  await show()
  const seen = await view()
  const walk = { from: '11:00', to: '12:00', activity: 'An activity' }
  const sessions = [{ from: '09:30', to: '10:30', activity: 'Art' }, walk]
  expect(seen?.items.items).toMatchObject([{ day, file: null, sessions }])
  expect(JSON.stringify(seen)).not.toMatch(/niamh|aoife|room/i)
  expect(await findDayChoice(db, people.daniel, { day, sessions: [] })).toEqual({ id: seen?.items.items[0]?.id })
})

/** Each ends what the family sees. */
const endings: Record<string, (it: { id: number; file: number } & typeof riverbank) => Promise<unknown>> = {
  'taken back by the student': ({ id, db, people }) => takeBackFromHome(db, people.daniel, people.daniel.id, id),
  'taken back by a tutor': ({ id, db, people }) => takeBackFromHome(db, people.aoife, people.daniel.id, id),
  'turned off': ({ db, people }) => switchHome(db, people.aoife, people.daniel.id, false),
  'link removed': ({ db, people }) => removeFamilyLink(db, people.aoife, people.daniel.id, 1),
  'file deleted': ({ file, db, uploads, people }) => removeFile(db, uploads, people.aoife, file),
  'yes withdrawn': ({ db, people }) => withdrawConsent(db, people.daniel, people.daniel.id, 'home'),
  'portal withdrawn': ({ db, people }) => withdrawConsent(db, people.daniel, people.daniel.id, 'gallery'),
  'account closed': ({ db, people }) => closeAccountById(db, people.aoife, people.daniel.id),
  erased: ({ db, uploads, people }) => erasePerson(db, uploads, people.aoife, people.daniel.id),
  'another person in it erased': ({ db, uploads, people }) => erasePerson(db, uploads, people.aoife, people.niamh.id),
  'after 30 days': ({ db }) => {
    const shownAt = new Date(Date.now() - 30 * DAY - 1000).toISOString()
    return db.updateTable('shownAtHome').set({ shownAt }).execute()
  },
}
test.each(Object.entries(endings))('%s: the family sees nothing, and the address answers nothing', async (_, end) => {
  const { people } = riverbank
  const file = await addPhotoOf(people.daniel.id, people.niamh.id)
  const id = await show(file)
  expect([await countSeen(), await canOpen(id)]).toEqual([1, true])
  await end({ id, file, ...riverbank })
  expect([(await countSeen()) ?? 0, await canOpen(id)]).toEqual([0, false])
})

test('another family’s link, an unknown link and another student see and take back nothing', async ({ db, people }) => {
  const id = await show(await addPhotoOf(people.daniel.id, people.niamh.id))
  expect([await countSeen(otherToken), await canOpen(id, otherToken)]).toEqual([0, false])
  expect([await countSeen('unknown'), await canOpen(id, 'unknown')]).toEqual([null, false])
  await expect(takeBackFromHome(db, people.niamh, people.daniel.id, id)).rejects.toMatchObject({ kind: 'forbidden' })
  expect(await takeBackFromHome(db, people.niamh, people.niamh.id, id)).toBe(false)
  expect((await paginateHomeItems(db, people.niamh, people.niamh.id, 1)).found).toBe(0)
  expect(await countSeen()).toBe(1)
})

test('showing and taking back can be repeated, and each is one line of the log', async ({ db, people }) => {
  const file = await addOwnFile(letter)
  const id = await show(file)
  expect([await show(file), await takeBackFromHome(db, people.aoife, people.daniel.id, id)]).toEqual([id, true])
  expect(await takeBackFromHome(db, people.aoife, people.daniel.id, id)).toBe(false)
  const lines = db.selectFrom('activity').select(['action', 'actorId']).where('noun', '=', 'item at home')
  expect(await lines.orderBy('id').execute()).toEqual([
    { action: 'added', actorId: people.daniel.id },
    { action: 'took back', actorId: people.aoife.id },
  ])
})

test('rows are removed after 30 days, and no earlier', async ({ db }) => {
  await show(await addOwnFile(letter))
  expect(await removeOldFromHome(db, Date.now() + 29 * DAY)).toBe(0)
  expect(await removeOldFromHome(db, Date.now() + 31 * DAY)).toBe(1)
})
