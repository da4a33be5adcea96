import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { Conflict } from '~/domain/change.server'
import { removeOrphanFiles } from '~/domain/files/store.server'
import { payloads } from '~/test/payloads'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPhotoWithGps, createPicture, createUploadedFile } from '~/test/samples'
import { formatYearsOnBoard } from './board'
import { addMember, changeMember, findMember, listPublicMembers, removeMember } from './board.server'
import { memberForm, newMember } from './schema'

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
  const inOrder = (await listPublicMembers(riverbank.db)).map(({ name }) => name)
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

it('a photo goes with its member, and the sweep at the next start leaves those in use', async ({ db, uploads }) => {
  const { id } = await add({ photo: createUploadedFile(small) })
  const other = await add({ photo: createUploadedFile(small) })
  expect(await removeOrphanFiles(db, uploads)).toBe(0)
  await removeMember(db, uploads, aoife, id)
  expect(await stored()).toHaveLength(1)
  expect((await findMember(db, aoife, other.id))?.profileImage).not.toBeNull()
})

it('a photo that is no picture is refused, and nothing is saved', async () => {
  const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
  const refusal = { kind: 'invalid', errors: { photo: [expect.stringContaining('Only images')] } }
  await expect(add({ photo: createUploadedFile(page) })).rejects.toMatchObject(refusal)
  expect([await listPublicMembers(riverbank.db), await stored()]).toEqual([[], []])
})

it('an unticked box makes a past member; no link is accepted from hostile markup', () => {
  expect(memberForm.parse({ ...brid, displayOrder: '' })).toMatchObject({ isCurrent: false, displayOrder: 0 })
  expect(payloads.filter(({ html }) => newMember.safeParse({ ...brid, linkedIn: html }).success)).toEqual([])
})

it('a date is read as its day in Dublin, or refused', () => {
  const read = (startDate: unknown) => newMember.safeParse({ ...brid, startDate })
  expect(read('2025-05-31T23:00:00.000Z').data?.startDate).toBe('2025-06-01')
  expect(read('').data?.startDate).toBeNull()
  for (const wrong of ['2025-02-30', 'soon', 2019, '2025-13-01T00:00:00Z'])
    expect(read(wrong).error?.issues).toMatchObject([{ message: 'Please enter a date, for example 1 September 2026.' }])
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
