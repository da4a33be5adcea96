import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeBackup } from '~/backups/make.server'
import { prepareDatabase } from '~/backups/ready-database.server'
import { restoreBackup } from '~/backups/restore.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { showAtHome, switchHome, takeBackFromHome } from '~/domain/at-home/at-home.server'
import { openFamilyView } from '~/domain/at-home/family-view.server'
import { addFile } from '~/domain/files/files.server'
import { createTemporaryFolder } from '~/test/folder'
import { callRoute, type Person, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { createSampleDocument } from '~/test/samples'
import * as listPage from './dashboard/at-home/route'
import * as familyLinksPage from './dashboard/profile.people.$id.family/route'
import * as familyPage from './site/away.$token.home._index/route'
import * as familyBytes from './site/away.$token.home.$id/route'

// What a student shows at home. access.test.ts tests who may open it.

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
  const letter = new File([new Uint8Array(createSampleDocument())], 'mary.doc')
  file = (await addFile(db, uploads, people.aoife, { ...details, studentId: people.daniel.id, file: letter })).id
  item = await showAtHome(db, people.daniel, file, settings.centre)
})

test('the family’s page and file name no one else, and are stored nowhere', async () => {
  const page = await (await callRoute(riverbank, familyPage.loader, '/away', { params: { token } })).text()
  expect(page).toContain(`"id":${item},"day"`)
  expect(page).not.toMatch(/mary|murphy/i)
  const answer = await callRoute(riverbank, familyBytes.loader, '/away', { params: { token, id: `${item}` } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store, no-transform',
    'x-robots-tag': 'noindex',
    'content-disposition': expect.stringMatching(/^attachment; filename="Daniel \d{4}-\d\d-\d\d\.doc"$/),
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
  expect((await press({ intent: 'constructor' })).status).toBe(400)
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
