import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeBackup } from '~/backups/make.server'
import { prepareDatabase } from '~/backups/ready-database.server'
import { restoreBackup } from '~/backups/restore.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { addFile } from '~/domain/files/files.server'
import { openFamilyView } from '~/domain/home/family-view.server'
import { showAtHome, switchHome, takeBackFromHome } from '~/domain/home/home.server'
import { getRequiredAccess, type ScreenDefinition } from '~/screen'
import { sendApiRequest } from '~/test/api'
import { createTemporaryFolder } from '~/test/folder'
import { callRoute, type Handlers, type Person, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { createSamplePdf } from '~/test/samples'
import * as listPage from './dashboard/at-home/route'
import * as filePage from './dashboard/files.$id._index/route'
import * as familyLinksPage from './dashboard/profile.people.$id.family/route'
import * as portalBytes from './files/$id/route'
import * as familyPage from './site/away.$token.home._index/route'
import * as familyBytes from './site/away.$token.home.$id/route'

// Tests who sees what a student shows at home, by every address.

const riverbank = setUpFreshRiverbank()
let token: string
let otherToken: string
let file: number
let item: number

beforeEach(async () => {
  const { db, uploads, people, settings } = riverbank
  token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
  otherToken = await makeFamilyLink(db, people.aoife, people.niamh.id, { label: 'Father' })
  for (const { id } of [people.daniel, people.niamh]) await switchHome(db, people.aoife, id, true)
  const details = { title: 'Plan with Mary', description: null, alt: null, album: null, isShared: false }
  const pdf = new File([new Uint8Array(createSamplePdf())], 'mary.pdf')
  file = (await addFile(db, uploads, people.aoife, { ...details, studentId: people.daniel.id, file: pdf })).id
  item = await showAtHome(db, people.daniel, file, settings.centre)
})

type Page = Handlers & { handle: ScreenDefinition }

/** Calls a loader if the page's access allows it, as the server does. */
async function open(page: Page, path: string, as?: Person, params: Record<string, string> = {}) {
  const access = getRequiredAccess(page.handle, 'loader')
  if (access !== 'anyone' && !as) return new Response(null, { status: 401 })
  if (access === 'tutor' && as !== 'aoife') return new Response(null, { status: 403 })
  return callRoute(riverbank, page.loader!, path, { as, params })
}

/** What each address answers, in the order of `viewers`: 'shown', or a status. */
const addresses: Record<string, (as: Person | undefined, ofLink: string) => Promise<Response>> = {
  'the student’s list': (as) => open(listPage, '/dashboard/at-home', as),
  'the file’s page': (as) => open(filePage, `/dashboard/files/${file}`, as, { id: `${file}` }),
  'the file’s address in the portal': (as) => open(portalBytes, `/files/${file}`, as, { id: `${file}` }),
  'the person’s page': (as) => open(familyLinksPage, '/family', as, { id: `${riverbank.people.daniel.id}` }),
  'the family’s page': (_, ofLink) => open(familyPage, '/away', undefined, { token: ofLink }),
  'the family’s address of the file': (_, ofLink) =>
    open(familyBytes, '/away', undefined, { token: ofLink, id: `${item}` }),
  'the API’s list of files': (as) => sendToApi('GET /api/files', as),
  'the API’s list for the portal': (as) => sendToApi('GET /api/portal/files', as),
  'the API’s list of consents': (as) => sendToApi('GET /api/consents', as),
}

async function sendToApi(call: string, as?: Person) {
  const { status, body } = await sendApiRequest(riverbank, call as 'GET /api/files', { as })
  return Response.json(body, { status })
}

async function describeAnswer(answer: Response): Promise<number | 'shown' | 'nothing'> {
  if (!answer.ok) return answer.status
  if (answer.headers.get('Content-Type') === 'application/pdf') return 'shown'
  const text = await answer.text()
  return text.includes('Plan with Mary') || text.includes(`"id":${item},"day"`) ? 'shown' : 'nothing'
}

const viewers = {
  student: ['daniel', ''],
  'other student': ['niamh', ''],
  tutor: ['aoife', ''],
  stranger: [undefined, 'a-guess'],
  'family link': [undefined, 'own'],
  'link of another family': [undefined, 'other'],
} as const satisfies Record<string, readonly [Person | undefined, string]>

type Cell = number | 'shown' | 'nothing'
const expected: Record<string, [Cell, Cell, Cell, Cell, Cell, Cell]> = {
  'the student’s list': ['shown', 'nothing', 'nothing', 401, 401, 401],
  'the file’s page': ['shown', 404, 'shown', 401, 401, 401],
  'the file’s address in the portal': ['shown', 404, 'shown', 401, 401, 401],
  'the person’s page': [403, 403, 'shown', 401, 401, 401],
  'the family’s page': [404, 404, 404, 404, 'shown', 'nothing'],
  'the family’s address of the file': [404, 404, 404, 404, 'shown', 404],
  'the API’s list of files': [403, 403, 'shown', 401, 401, 401],
  'the API’s list for the portal': ['shown', 'nothing', 'shown', 401, 401, 401],
  'the API’s list of consents': [403, 403, 'nothing', 401, 401, 401],
}

test('who sees it, by every address', async () => {
  const seen: Record<string, Cell[]> = {}
  for (const [address, openAddress] of Object.entries(addresses)) {
    seen[address] = []
    for (const [as, of] of Object.values(viewers)) {
      const ofLink = of === 'own' ? token : of === 'other' ? otherToken : of
      seen[address].push(await describeAnswer(await openAddress(as, ofLink)))
    }
  }
  expect(seen).toEqual(expected)
})

test('the family’s page and file name no one else, and are stored nowhere', async () => {
  const page = await (await open(familyPage, '/away', undefined, { token })).text()
  expect(page).not.toMatch(/mary|murphy/i)
  const answer = await open(familyBytes, '/away', undefined, { token, id: `${item}` })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store, no-transform',
    'x-robots-tag': 'noindex',
    'content-disposition': expect.stringMatching(/^attachment; filename="Daniel \d{4}-\d\d-\d\d\.pdf"$/),
  })
  await answer.body?.cancel()
})

test('a student shows a file and takes it back with one press each, on the page where the button is', async () => {
  const press = (fields: Record<string, string>, as: Person = 'daniel') =>
    callRoute(riverbank, listPage.action, '/dashboard/at-home', { as, fields })
  const undone = await press({ intent: 'take-back', item: `${item}`, from: `${file}` })
  expect([undone.headers.get('Location'), readFlashMessage(undone)]).toEqual([
    `/dashboard/files/${file}#at-home`,
    'Taken back / Your family does not see it any more.',
  ])
  expect((await openFamilyView(riverbank.db, token, 1))?.items.found).toBe(0)
  const shown = await press({ intent: 'show', file: `${file}` })
  expect([shown.headers.get('Location'), readFlashMessage(shown)]).toEqual([
    `/dashboard/files/${file}#at-home`,
    'Shown at home / Your family can see it for 30 days.',
  ])
  expect(readFlashMessage(await press({ intent: 'show' }))).toBe('That did not work / Nothing is on today.')
  expect(readFlashMessage(await press({ intent: 'show', file: `${file}` }, 'niamh'))).toContain('That did not work')
  expect((await press({ intent: 'constructor' })).status).toBe(404)
})

test('a tutor turns it on and off and takes things back', async () => {
  const { db, people } = riverbank
  const press = (fields: Record<string, string>) =>
    callRoute(riverbank, familyLinksPage.action, '/family', {
      as: 'aoife',
      fields,
      params: { id: `${people.daniel.id}` },
    })
  expect(readFlashMessage(await press({ intent: 'take-back-item', item: `${item}` }))).toContain('Taken back')
  expect((await openFamilyView(db, token, 1))?.items.found).toBe(0)
  expect(readFlashMessage(await press({ intent: 'home-off' }))).toContain('Turned off')
  expect(await openFamilyView(db, token, 1)).toBeNull()
  expect(readFlashMessage(await press({ intent: 'home-on' }))).toContain('Turned on')
  expect(familyLinksPage.handle.access).toBe('tutor')
})

test('a restore of an older backup brings back nothing that was taken back or turned off since', async () => {
  const { people, settings } = riverbank
  using elsewhere = createTemporaryFolder()
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  const restore = async () => {
    await riverbank.db.destroy()
    await restoreBackup(settings.dataDir, path)
    riverbank.db = await prepareDatabase(settings)
    const views = [await openFamilyView(riverbank.db, token, 1), await openFamilyView(riverbank.db, otherToken, 1)]
    return views.map((view) => view?.items.found)
  }
  expect(await restore()).toEqual([1, 0])
  await takeBackFromHome(riverbank.db, people.daniel, people.daniel.id, item)
  await switchHome(riverbank.db, people.aoife, people.niamh.id, false)
  expect(await restore()).toEqual([0, undefined])
})
