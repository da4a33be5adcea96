import { expect, it } from 'vitest'
import { findDifferences } from '~/domain/change.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { addResource, findPublicResource, listPublicResources, listResources } from './resources.server'

const fields = { title: 'Respite', description: null, content: '<p>Ring us.</p>', category: 'support' } as const
const respite = { ...fields, isPublic: true }
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

it('resources are listed newest first; families see the public ones only, always as safe HTML', async ({ db }) => {
  const hidden = await addResource(db, aoife, { ...respite, title: 'Draft', isPublic: false })
  const shown = await addResource(db, aoife, respite)
  expect((await listResources(db, aoife)).items.map(({ title }) => title)).toEqual(['Respite', 'Draft'])
  expect((await listPublicResources(db)).items).toEqual([shown])
  expect(await findPublicResource(db, hidden.id)).toBeNull()
  await db.updateTable('resources').set({ content: '<img src=x onerror=alert(1)><p>a</p>' }).execute()
  expect(await findPublicResource(db, shown.id)).toEqual({ ...shown, content: '<p>a</p>' })
})

const as = (count: number) => 'a'.repeat(count)
it.each([
  ['ignore the browser’s line breaks', 'a\nb', 'a\r\nb', []],
  [
    'of long texts are shown with a few words around them',
    `${as(500)}HERS${'b'.repeat(500)}`,
    `${as(500)}MINE!${'b'.repeat(500)}`,
    [`… ${as(60)}HERS${'b'.repeat(60)} …`, `… ${as(60)}MINE!${'b'.repeat(60)} …`],
  ],
  ['of a long text and one that begins it', as(400), `${as(400)}b`, [`… ${as(60)}`, `… ${as(60)}b`]],
])('differences %s', (_, now, typed, shown) => {
  const differences = findDifferences(now, typed, [{ label: 'Text', getText: (text: string) => text }])
  expect(differences.flatMap((one) => [one.now, one.typed])).toEqual(shown)
})
