import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { makeBackup } from '~/backups/make.server'
import { prepareDatabase } from '~/backups/ready-database.server'
import { restoreBackup } from '~/backups/restore.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { erasePerson, exportPerson } from '~/domain/accounts/personal-data.server'
import { presetParts, toPartsShown } from '~/domain/portal-view/parts'
import { changePortalView, findPortalView, findShownParts } from '~/domain/portal-view/portal-view.server'
import { getRequiredAccess, type HandlerName, type ScreenDefinition } from '~/screen'
import { sendApiRequest } from '~/test/api'
import { createTemporaryFolder } from '~/test/folder'
import { callRoute, type Handlers, type Person, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import * as firstScreen from './dashboard/_index/route'
import * as morePage from './dashboard/more._index/route'
import * as choosePage from './dashboard/more.choose/route'
import * as personPage from './dashboard/profile.people.$id.view/route'
import * as familyPage from './site/away.$token._index/route'

// Tests who sees and changes what a student's portal shows, by every address.

const riverbank = setUpFreshRiverbank()
let token: string

beforeEach(async () => {
  const { db, people } = riverbank
  token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
  await changePortalView(db, people.aoife, people.daniel.id, { version: 1, patch: toPartsShown(['steps']) })
})

type Page = Handlers & { handle: ScreenDefinition }

/** Calls a loader or action if the page's access allows it, as the server does. */
async function call(page: Page, handler: HandlerName, path: string, as?: Person, more: object = {}) {
  const access = getRequiredAccess(page.handle, handler)
  if (access !== 'anyone' && !as) return new Response(null, { status: 401 })
  if (access === 'tutor' && as !== 'aoife') return new Response(null, { status: 403 })
  return callRoute(riverbank, page[handler]!, path, { as, ...more })
}

/** Daniel's parts as a response shows them: 'his' choice, 'everything' of another student, 'none', or a status. */
async function describeAnswer(answer: Response): Promise<string | number> {
  if (!answer.ok) return answer.status
  const text = await answer.text()
  if (/"hidden":\[.*"files".*\]|"steps":true,"files":false|"hasFiles":false/.test(text)) return 'his'
  return /"hidden":\[\]|"files":true|"hasFiles":true/.test(text) ? 'everything' : 'none'
}

const viewers = {
  student: 'daniel',
  'other student': 'niamh',
  tutor: 'aoife',
  stranger: undefined,
  'family link': undefined,
} as const satisfies Record<string, Person | undefined>
type Viewer = keyof typeof viewers

const ofDaniel = () => ({ params: { id: `${riverbank.people.daniel.id}` } })
const addresses: Record<string, (as: Person | undefined) => Promise<Response>> = {
  'the first screen': (as) => call(firstScreen, 'loader', '/dashboard', as),
  'the page More': (as) => call(morePage, 'loader', '/dashboard/more', as),
  'the student’s choice': (as) => call(choosePage, 'loader', '/dashboard/more/choose', as),
  'the person’s page': (as) => call(personPage, 'loader', '/view', as, ofDaniel()),
  'the family’s page': () => call(familyPage, 'loader', '/away', undefined, { params: { token } }),
  'the API’s list for the portal': async (as) => {
    const { status, body } = await sendApiRequest(riverbank, 'GET /api/portal/files', { as })
    return Response.json(body, { status })
  },
}

type Cell = string | number
const seen: Record<string, [Cell, Cell, Cell, Cell, Cell]> = {
  'the first screen': ['his', 'everything', 'none', 401, 401],
  'the page More': ['his', 'everything', 'everything', 401, 401],
  'the student’s choice': ['his', 'everything', 'everything', 401, 401],
  'the person’s page': [403, 403, 'his', 401, 401],
  'the family’s page': ['none', 'none', 'none', 'none', 'none'],
  // The API has no call for it.
  'the API’s list for the portal': ['none', 'none', 'none', 401, 401],
}
const listCells = (table: Record<string, Cell[]>) =>
  Object.entries(table).flatMap(([address, cells]) =>
    (Object.keys(viewers) as Viewer[]).map((viewer, place) => ({ address, viewer, answer: cells[place]! })),
  )

test('who sees it, by every address', async () => {
  const found: Record<string, Cell[]> = {}
  for (const [address, openAddress] of Object.entries(addresses)) {
    found[address] = []
    for (const viewer of Object.values(viewers)) found[address].push(await describeAnswer(await openAddress(viewer)))
  }
  expect(found).toEqual(seen)
})

/** Whose view a form of each page changes, or the status. */
const forms: Record<string, (as: Person | undefined, fields: Record<string, string>) => Promise<Response>> = {
  'the student’s choice': (as, fields) => call(choosePage, 'action', '/dashboard/more/choose', as, { fields }),
  'the person’s page': (as, fields) => call(personPage, 'action', '/view', as, { fields, ...ofDaniel() }),
}
const changed: typeof seen = {
  'the student’s choice': ['daniel', 'niamh', 404, 401, 401],
  'the person’s page': [403, 403, 'daniel', 401, 401],
}
describe('who changes it', () => {
  const fieldsOf = { preset: { preset: 'few' }, parts: Object.fromEntries(presetParts.few.map((part) => [part, 'on'])) }
  const table = (['preset', 'parts'] as const).flatMap((intent) =>
    listCells(changed).map((cell) => ({ intent, ...cell })),
  )
  test.each(table)('$viewer, by $intent, at $address: $answer', async ({ intent, viewer, address, answer }) => {
    const { db, people } = riverbank
    const as = viewers[viewer]
    const version = as === 'niamh' ? '1' : '2'
    const answered = await forms[address]!(as, { intent, version, ...fieldsOf[intent] })
    const now: Record<string, unknown> = {}
    for (const name of ['daniel', 'niamh'] as const) now[name] = await findShownParts(db, people[name].id)
    expect(now).toEqual({
      daniel: ['steps'],
      niamh: null,
      ...(typeof answer === 'string' && { [answer]: presetParts.few }),
    })
    if (typeof answer === 'number') return expect(answered.status).toBe(answer)
    expect(answered.status).toBe(303)
    expect(readFlashMessage(answered)).toMatch(/^Saved \/ /)
  })
})

test('a page that was opened before another change shows what is chosen now', async () => {
  const { db, people } = riverbank
  const choose = (fields: Record<string, string>) => forms['the person’s page']!('aoife', { version: '1', ...fields })
  const pressed = await choose({ intent: 'preset', preset: 'today' })
  expect(readFlashMessage(pressed)).toBe('That did not work / Aoife Brennan has changed this since you opened it.')
  const answer = await choose({ intent: 'parts', say: 'on' })
  expect(answer.status).toBe(409)
  expect((await answer.json()).conflict).toMatchObject({
    by: 'Aoife Brennan',
    version: 2,
    differences: [
      { label: 'My say', now: 'Under More', typed: 'Shows' },
      { label: 'Steps', now: 'Shows', typed: 'Under More' },
    ],
  })
  expect(await findShownParts(db, people.daniel.id)).toEqual(['steps'])
})

test('the student’s export has the choice, and erasing removes it', async () => {
  const { db, uploads, people } = riverbank
  const zip = await fromBufferPromise(await buffer(await exportPerson(db, uploads, people.aoife, people.daniel.id)))
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'person.json') continue
    const json = JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString())
    expect(json.shownParts).toEqual(['steps'])
  }
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  expect(await db.selectFrom('shownParts').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('activity').selectAll().where('noun', '=', 'portal view').execute()).toEqual([])
})

test('a restore brings back the choice of the backup', async () => {
  const { db, people, settings } = riverbank
  using elsewhere = createTemporaryFolder()
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  await changePortalView(db, people.aoife, people.daniel.id, { patch: toPartsShown([]) })
  await db.destroy()
  await restoreBackup(settings.dataDir, path)
  const again = await prepareDatabase(settings)
  const view = await findPortalView(again, people.daniel.id).finally(() => again.destroy())
  expect(view).toMatchObject({ version: 2, ...toPartsShown(['steps']) })
})
