import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { Conflict } from '~/domain/change.server'
import { sweep } from '~/domain/files/store.server'
import { freshForEach } from '~/test/riverbank'
import { pdf, photoWithGps, picture } from '~/test/samples'
import { addMember, changeMember, findMember, listMembers, removeMember } from './board.server'
import { memberForm } from './schema'

const riverbank = freshForEach()

const fileOf = (bytes: Buffer, name = 'photo.jpg') => new File([new Uint8Array(bytes)], name)
const form = (fields: Record<string, unknown> = {}) =>
  memberForm.parse({ name: 'Bríd Nolan', position: 'Director', isCurrent: 'on', ...fields })
const add = (fields?: Record<string, unknown>) =>
  addMember(riverbank.db, riverbank.uploads, riverbank.people.aoife, form(fields))
const change = (id: number, version: number, fields?: Record<string, unknown>) => {
  const { db, uploads, people } = riverbank
  const { photo, removePhoto, ...patch } = form(fields)
  return changeMember(db, uploads, people.aoife, id, { version, patch }, { photo, removePhoto })
}
const remove = (id: number) => removeMember(riverbank.db, riverbank.uploads, riverbank.people.aoife, id)
const logged = async () => (await listActivity(riverbank.db)).filter(({ noun }) => noun === 'board member')
const kept = () => readdir(riverbank.uploads).catch(() => [])

describe('a member', () => {
  it('is added, changed and removed, and the activity log says so', async () => {
    const { id } = await add()
    expect(await change(id, 1, { name: 'Bríd Daly', isCurrent: undefined })).toMatchObject({
      name: 'Bríd Daly',
      isCurrent: false,
      version: 2,
    })
    expect(await remove(id)).toMatchObject({ id, name: 'Bríd Daly' })
    expect(await findMember(riverbank.db, id)).toBeNull()
    expect((await logged()).map(({ action, title }) => `${action} ${title}`)).toEqual([
      'deleted Bríd Daly',
      'changed Bríd Daly',
      'added Bríd Nolan',
    ])
  })

  it('who is not there is neither changed nor removed, and leaves no bytes', async () => {
    await expect(change(7, 1, { photo: fileOf(await photoWithGps()) })).rejects.toMatchObject({ status: 404 })
    await expect(remove(7)).rejects.toMatchObject({ status: 404 })
    expect(await kept()).toEqual([])
    expect(await logged()).toEqual([])
  })

  it('is not overwritten by a form opened before another’s save', async () => {
    const { id } = await add()
    await change(id, 1, { position: 'Chairperson' })
    await expect(change(id, 1, { position: 'Secretary' })).rejects.toMatchObject({
      by: 'Aoife Brennan',
      now: { position: 'Chairperson', version: 2 },
    })
    await expect(change(id, 1, { photo: fileOf(await photoWithGps()) })).rejects.toThrow(Conflict)
    expect(await kept()).toEqual([])
    expect(await findMember(riverbank.db, id)).toMatchObject({ position: 'Chairperson', profileImage: null })
  })

  it('of today comes before one of the past, for tutors', async () => {
    await add({ name: 'Past', isCurrent: undefined, displayOrder: 0 })
    await add({ name: 'Second', displayOrder: 2 })
    await add({ name: 'First', displayOrder: 1 })
    expect((await listMembers(riverbank.db)).map(({ name }) => name)).toEqual(['First', 'Second', 'Past'])
  })
})

describe('a photo', () => {
  it('is drawn anew, replaced, and gone with its bytes when it is removed', async () => {
    const { id, profileImage } = await add({ photo: fileOf(await photoWithGps(600, 500)) })
    expect(profileImage).toMatch(/^\/files\/board\/\d+$/)
    expect(await kept()).toHaveLength(2)
    const replaced = await change(id, 1, { photo: fileOf(await picture(60, 60).png().toBuffer(), 'new.png') })
    expect(replaced?.profileImage).toMatch(/^\/files\/board\/\d+$/)
    expect(replaced?.profileImage).not.toBe(profileImage)
    expect(await kept()).toHaveLength(1)
    expect((await change(id, 2))?.profileImage).toBe(replaced?.profileImage)
    expect((await change(id, 3, { removePhoto: 'on' }))?.profileImage).toBeNull()
    expect(await kept()).toEqual([])
  })

  it('goes with its member, and the sweep of the next start spares those in use', async () => {
    const { id } = await add({ photo: fileOf(await photoWithGps()) })
    const other = await add({ photo: fileOf(await photoWithGps()) })
    expect(await sweep(riverbank.db, riverbank.uploads)).toBe(0)
    await remove(id)
    expect(await kept()).toHaveLength(1)
    expect((await findMember(riverbank.db, other.id))?.profileImage).not.toBeNull()
  })

  it.each([
    ['a document', pdf()],
    [
      'a page that says it is a picture',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
  ])('is refused when it is %s, and nothing is saved', async (_, bytes) => {
    const refusal = add({ photo: fileOf(bytes) })
    await expect(refusal).rejects.toMatchObject({ status: 400 })
    await expect(refusal).rejects.toMatchObject({ errors: { photo: [expect.stringContaining('Only images')] } })
    expect(await listMembers(riverbank.db)).toEqual([])
    expect(await kept()).toEqual([])
  })
})
