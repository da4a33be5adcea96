import { beforeEach, expect, test } from 'vitest'
import { presetParts, toPartsShown } from '~/domain/portal-view/portal-view'
import { changePortalView, findShownParts } from '~/domain/portal-view/portal-view.server'
import { callRoute, type Person, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import * as firstScreen from './dashboard/_index/route'
import * as morePage from './dashboard/more._index/route'
import * as choosePage from './dashboard/more.choose/route'
import * as personPage from './dashboard/profile.people.$id.view/route'

// What a student's portal shows. access.test.ts tests who may choose it.

const riverbank = setUpFreshRiverbank()
const ofDaniel = { params: { id: `${riverbank.people.daniel.id}` } }
const chooseAsTutor = (fields: Record<string, string>) =>
  callRoute(riverbank, personPage.action, '/view', { as: 'aoife', fields, ...ofDaniel })

beforeEach(() =>
  changePortalView(riverbank.db, riverbank.people.aoife, riverbank.people.daniel.id, {
    version: 1,
    patch: toPartsShown(['steps']),
  }),
)

test('a student’s first screen, More and choice show what was chosen for this student only', async () => {
  for (const [loader, his, everything] of [
    [firstScreen.loader, '"hasFiles":false', '"hasFiles":true'],
    [morePage.loader, /"hidden":\[.*"files".*\]/, '"hidden":[]'],
    [choosePage.loader, '"steps":true,"files":false', '"files":true'],
  ] as const) {
    const read = async (as: Person) => (await callRoute(riverbank, loader, '/dashboard', { as })).text()
    expect(await read('daniel')).toMatch(his)
    expect(await read('niamh')).toContain(everything)
  }
})

const fieldsOf = { preset: { preset: 'few' }, parts: Object.fromEntries(presetParts.few.map((part) => [part, 'on'])) }

test.each(['preset', 'parts'] as const)(
  'a student chooses by %s for themselves, a tutor for one student',
  async (intent) => {
    const { db, people } = riverbank
    const listShown = () => Promise.all([people.daniel, people.niamh].map((one) => findShownParts(db, one)))
    const choose = (as: Person, version: string) =>
      callRoute(riverbank, choosePage.action, '/dashboard/more/choose', {
        as,
        fields: { intent, version, ...fieldsOf[intent] },
      })
    expect(readFlashMessage(await choose('niamh', '1'))).toMatch(/^Saved \/ /)
    expect(await listShown()).toEqual([['steps'], presetParts.few])
    expect((await choose('aoife', '1')).status).toBe(404)
    expect(readFlashMessage(await chooseAsTutor({ intent, version: '2', ...fieldsOf[intent] }))).toMatch(/^Saved \/ /)
    expect(await listShown()).toEqual([presetParts.few, presetParts.few])
  },
)

test('a page that was opened before another change shows what is chosen now', async () => {
  const { db, people } = riverbank
  const pressed = await chooseAsTutor({ intent: 'preset', preset: 'today', version: '1' })
  expect(readFlashMessage(pressed)).toBe('That did not work / Aoife Brennan has changed this since you opened it.')
  const answer = await chooseAsTutor({ intent: 'parts', say: 'on', version: '1' })
  expect(answer.status).toBe(409)
  expect((await answer.json()).conflict).toMatchObject({
    by: 'Aoife Brennan',
    version: 2,
    differences: [
      { label: 'My say', now: 'Under More', typed: 'Shows' },
      { label: 'Steps', now: 'Shows', typed: 'Under More' },
    ],
  })
  expect(await findShownParts(db, people.daniel)).toEqual(['steps'])
})
