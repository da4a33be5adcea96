import { expect, test } from 'vitest'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { listActivity } from '~/domain/activity/activity.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { findPreset, portalParts, portalPresets, presetParts, toPartsShown } from './portal-view'
import { changePortalView, findPortalView, findShownParts } from './portal-view.server'

setUpFreshRiverbank()

const few = toPartsShown(presetParts.few)
const nothing = toPartsShown([])

test('a student sees everything until someone chooses, and again after ‘Everything’', async ({ db, people }) => {
  const { daniel } = people
  expect(await findShownParts(db, daniel)).toBeNull()
  expect(await findPortalView(db, daniel, daniel.id)).toEqual({
    id: daniel.id,
    version: 1,
    ...toPartsShown(portalParts),
  })
  expect(await changePortalView(db, daniel, daniel.id, { version: 1, patch: few })).toMatchObject({
    version: 2,
    ...few,
  })
  expect(await findShownParts(db, daniel)).toEqual(presetParts.few)
  await changePortalView(db, daniel, daniel.id, { version: 2, patch: toPartsShown(portalParts) })
  expect(await db.selectFrom('shownParts').selectAll().execute()).toEqual([
    { userId: daniel.id, parts: null, version: 3 },
  ])
})

test('‘Today only’ shows no parts, and parts that no longer exist are ignored', async ({ db, people }) => {
  await changePortalView(db, people.aoife, people.daniel.id, { version: 1, patch: nothing })
  expect(await findShownParts(db, people.daniel)).toEqual([])
  await db.updateTable('shownParts').set({ parts: '["files","weather"]' }).execute()
  expect(await findShownParts(db, people.daniel)).toEqual(['files'])
})

test('each preset is recognised, and other choices have none', () => {
  for (const preset of portalPresets) expect(findPreset(toPartsShown(presetParts[preset]))).toBe(preset)
  expect(findPreset(toPartsShown(['say']))).toBeUndefined()
})

test('the log says who chose what for whom, once a day for the same choice', async ({ db, people }) => {
  const choose = (actor: typeof people.daniel, patch: Partial<typeof few>) =>
    changePortalView(db, actor, people.daniel.id, { patch })
  await choose(people.aoife, nothing)
  await choose(people.daniel, few)
  await choose(people.daniel, nothing)
  await choose(people.daniel, few)
  await choose(people.daniel, few)
  await choose(people.aoife, { say: true })
  const lines = (await listActivity(db, people.aoife)).filter(({ noun }) => noun === 'portal view')
  expect(lines.map((line) => `${line.actorName} ${Object.values(splitActivitySentence(line)).join('')}`)).toEqual([
    'Aoife Brennan chose what the portal shows to Daniel Okafor: Timetable, The whole day, New notices, My say, My files',
    'Daniel Okafor chose what the portal shows to Daniel Okafor: A few things (2 times that day)',
    'Daniel Okafor chose what the portal shows to Daniel Okafor: Today only',
    'Aoife Brennan chose what the portal shows to Daniel Okafor: Today only',
  ])
})

test('nobody chooses for a tutor, a person who does not exist or one who left', async ({ db, people }) => {
  const chooseFor = (id: number) => changePortalView(db, people.aoife, id, { patch: nothing })
  await expect(chooseFor(people.aoife.id)).rejects.toMatchObject({ kind: 'notFound' })
  await expect(chooseFor(9999)).rejects.toMatchObject({ kind: 'notFound' })
  await closeAccountById(db, people.aoife, people.niamh.id)
  await expect(chooseFor(people.niamh.id)).rejects.toMatchObject({ kind: 'conflict' })
})
