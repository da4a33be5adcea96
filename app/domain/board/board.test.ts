import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { Conflict } from '~/domain/change.server'
import { removeOrphanFiles } from '~/domain/files/store.server'
import { payloads } from '~/test/payloads'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPhotoWithGps, createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { addMember, changeMember, findMember, listMembers, removeMember } from './board.server'
import { memberForm, newMember } from './schema'
import { formatYearsOnBoard } from './years'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const small = await createPhotoWithGps()

const brid = { name: 'Bríd Nolan', position: 'Director' }
const form = (fields: Record<string, unknown> = {}) => memberForm.parse({ ...brid, isCurrent: 'on', ...fields })
const add = (fields?: Record<string, unknown>) => addMember(riverbank.db, riverbank.uploads, aoife, form(fields))
const change = (id: number, version: number, fields?: Record<string, unknown>) => {
  const { photo, removePhoto, ...patch } = form(fields)
  return changeMember(riverbank.db, riverbank.uploads, aoife, id, { version, patch }, { photo, removePhoto })
}
const stored = () => readdir(riverbank.uploads).catch(() => [])

it('members: current before past ones, in the chosen order, then by name as Irish readers sort', async () => {
  for (const name of ['Zoe Hart', 'Áine Byrne', 'bernard Coyle']) await add({ name, displayOrder: 1 })
  await add({ name: 'Past', isCurrent: undefined, displayOrder: 0 })
  await add({ name: 'Tom Quinn', displayOrder: 0.5 })
  const inOrder = (await listMembers(riverbank.db)).map(({ name }) => name)
  expect(inOrder).toEqual(['Tom Quinn', 'Áine Byrne', 'bernard Coyle', 'Zoe Hart', 'Past'])
})

it('a photo is re-encoded and replaced, and its bytes go when it is removed', async () => {
  const { id, profileImage } = await add({ photo: createUploadedFile(await createPhotoWithGps(600, 500)) })
  expect(profileImage).toMatch(/^\/files\/board\/\d+$/)
  expect(await stored()).toHaveLength(2)
  const photo = createUploadedFile(await createPicture(60, 60).png().toBuffer(), 'new.png')
  const replaced = await change(id, 1, { photo })
  expect(replaced?.profileImage).toMatch(/^\/files\/board\/\d+$/)
  expect(replaced?.profileImage).not.toBe(profileImage)
  expect(await stored()).toHaveLength(1)
  await expect(change(id, 1, { photo: createUploadedFile(small) })).rejects.toThrow(Conflict)
  expect((await change(id, 2))?.profileImage).toBe(replaced?.profileImage)
  expect(await stored()).toHaveLength(1)
  expect((await change(id, 3, { removePhoto: 'on' }))?.profileImage).toBeNull()
  expect(await stored()).toEqual([])
})

it('a photo goes with its member, and the sweep at the next start leaves those in use', async () => {
  const { db, uploads } = riverbank
  const { id } = await add({ photo: createUploadedFile(small) })
  const other = await add({ photo: createUploadedFile(small) })
  expect(await removeOrphanFiles(db, uploads)).toBe(0)
  await removeMember(db, uploads, aoife, id)
  expect(await stored()).toHaveLength(1)
  expect((await findMember(db, other.id))?.profileImage).not.toBeNull()
})

it.each([
  ['a document', createSamplePdf()],
  ['a page that says it is one', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
])('a photo is refused when it is %s, and nothing is saved', async (_, bytes) => {
  const refusal = { status: 400, errors: { photo: [expect.stringContaining('Only images')] } }
  await expect(add({ photo: createUploadedFile(bytes) })).rejects.toMatchObject(refusal)
  expect([await listMembers(riverbank.db), await stored()]).toEqual([[], []])
})

it('a photo has at most 5 MB', () => {
  const photoOf = (size: number) => memberForm.safeParse({ ...brid, photo: new File([new Uint8Array(size)], 'a.png') })
  expect(photoOf(5 * 1024 * 1024).success).toBe(true)
  expect(photoOf(5 * 1024 * 1024 + 1).error?.issues[0]?.message).toBe('File size must be less than 5MB.')
})

it('an unticked box makes a past member; no link is accepted from hostile markup', () => {
  expect(memberForm.parse(brid).isCurrent).toBe(false)
  expect(payloads.filter(({ html }) => newMember.safeParse({ ...brid, linkedIn: html }).success)).toEqual([])
})

it.each([
  ['2024-02-29', '2024-02-29'],
  ['2025-05-31T23:00:00.000Z', '2025-06-01'],
  ['', null],
])('the date %j is read as %j', (startDate, day) => {
  expect(newMember.parse({ ...brid, startDate }).startDate).toBe(day)
})

it.each(['2025-02-30', 'soon', 2019, '2025-13-01T00:00:00Z'])('%j is refused as a date', (endDate) => {
  const [issue] = newMember.safeParse({ ...brid, endDate }).error?.issues ?? []
  expect(issue?.message).toBe('Please enter a date, for example 1 September 2026.')
})

it.each([
  ['a current one without an end', true, '2021-03-01', null, '2021 - Present'],
  ['a current one whose term has an end', true, '2021-03-01', '2027-03-01', '2021 - 2027'],
  ['a past one', false, '2012-01-09', '2018-12-31', '2012 - 2018'],
  ['a past one without an end', false, '2012-01-09', null, '2012'],
  ['only an end', false, null, '2018-12-31', '2018'],
  ['no dates', true, null, null, null],
])('the years of a member: %s', (_, isCurrent, startDate, endDate, years) => {
  expect(formatYearsOnBoard({ isCurrent, startDate, endDate })).toBe(years)
})
