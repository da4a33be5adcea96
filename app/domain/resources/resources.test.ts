import { beforeEach, describe, expect, it } from 'vitest'
import { addDemoResources } from '~/demo/resources'
import { Conflict, findDifferences } from '~/domain/change.server'
import { setUpFreshRiverbank, type TestRiverbank } from '~/test/riverbank'
import {
  addResource,
  changeResource,
  describeResource,
  findPublicResource,
  findResource,
  listPublicResources,
  listResources,
  type Resource,
} from './resources.server'
import { type NewResource, newResource, resourceForm } from './schema'

const respite: NewResource = {
  title: 'Respite',
  description: null,
  content: '<p>Ring us.</p>',
  category: 'support',
  isPublic: true,
}
const riverbank = setUpFreshRiverbank()
let aoife: TestRiverbank['people']['aoife']
beforeEach(async () => {
  aoife = riverbank.people.aoife
})

const messages = (fields: unknown, schema = newResource as typeof newResource | typeof resourceForm) =>
  schema.safeParse(fields).error?.flatten().fieldErrors

describe('the rules of a resource', () => {
  it('give the messages that the form shows', () => {
    expect(messages({ title: ' ', content: '', category: 'other' })).toEqual({
      title: ['Title is required'],
      content: ['Content is required'],
      category: ['Category is required'],
    })
    expect(messages({})).toEqual(messages({ title: null, content: null, category: null }))
  })

  it('make it public unless an API call or an unticked box says otherwise', () => {
    const { isPublic: _, ...rest } = respite
    expect(newResource.parse(rest).isPublic).toBe(true)
    expect(resourceForm.parse(rest).isPublic).toBe(false)
    expect(resourceForm.parse({ ...rest, isPublic: 'on' }).isPublic).toBe(true)
  })

  it('refuse content that the sanitiser would cut', () => {
    expect(messages({ ...respite, content: 'a'.repeat(30_001) })).toHaveProperty('content')
  })
})

describe('resources', () => {
  it('are listed newest first; families see the public ones only', async () => {
    const { db } = riverbank
    const hidden = await addResource(db, aoife, { ...respite, title: 'Draft', isPublic: false })
    const shown = await addResource(db, aoife, respite)
    expect((await listResources(db)).items.map(({ title }) => title)).toEqual(['Respite', 'Draft'])
    expect((await listPublicResources(db)).items).toEqual([shown])
    expect(await findPublicResource(db, hidden.id)).toBeNull()
    expect(await findPublicResource(db, shown.id)).toEqual(shown)
    expect(await findResource(db, 99)).toBeNull()
  })

  it('store the typed text, and always show safe HTML', async () => {
    const { db } = riverbank
    const { id } = await addResource(db, aoife, {
      ...respite,
      content: '<h1 onclick="alert(1)">Hours</h1><script>alert(1)</script>',
    })
    expect(await findResource(db, id)).toMatchObject({ content: '<h2>Hours</h2>' })
    await db.updateTable('resources').set({ content: '<img src=x onerror=alert(1)><p>a</p>' }).execute()
    expect(await findResource(db, id)).toMatchObject({ content: '<p>a</p>' })
  })

  it('of the demonstration have one that is hidden', async () => {
    await addDemoResources(riverbank.db, aoife)
    expect((await listResources(riverbank.db)).items).toHaveLength(4)
    expect((await listPublicResources(riverbank.db)).items).toHaveLength(3)
  })
})

describe('two tutors who edit the same resource', () => {
  it('the second one learns who changed it, and sees the current text', async () => {
    const { db } = riverbank
    const orla = { ...aoife, firstName: 'Orla', lastName: 'Kelly' }
    const { id, version } = await addResource(db, aoife, respite)
    await changeResource(db, orla, id, { version, patch: { title: 'Hers' } })
    const mine = { ...respite, title: 'Mine', isPublic: false }
    const conflict = await changeResource(db, aoife, id, { version, patch: mine }).catch((error: unknown) => error)
    expect(conflict).toBeInstanceOf(Conflict)
    const { by, now } = conflict as Conflict<Resource>
    expect([by, now.version]).toEqual(['Orla Kelly', 2])
    expect(findDifferences(now, mine, describeResource)).toEqual([
      { label: 'Title', now: 'Hers', typed: 'Mine' },
      { label: 'Public', now: 'Families can see this', typed: 'Hidden from families' },
    ])
    expect(await findResource(db, id)).toMatchObject({ title: 'Hers', version: 2 })
  })
})

describe('differences', () => {
  const words = [{ label: 'Text', getText: (text: string) => text }]
  it('ignore the browser’s line breaks', () => {
    expect(findDifferences('a\nb', 'a\r\nb', words)).toEqual([])
  })

  it('of long texts are shown with a few words around them', () => {
    const [now, typed] = [`${'a'.repeat(500)}HERS${'b'.repeat(500)}`, `${'a'.repeat(500)}MINE!${'b'.repeat(500)}`]
    expect(findDifferences(now, typed, words)).toEqual([
      {
        label: 'Text',
        now: `… ${'a'.repeat(60)}HERS${'b'.repeat(60)} …`,
        typed: `… ${'a'.repeat(60)}MINE!${'b'.repeat(60)} …`,
      },
    ])
  })

  it('of a long text and one that begins it', () => {
    const [difference] = findDifferences('a'.repeat(400), `${'a'.repeat(400)}b`, words)
    expect(difference).toEqual({ label: 'Text', now: `… ${'a'.repeat(60)}`, typed: `… ${'a'.repeat(60)}b` })
  })
})
