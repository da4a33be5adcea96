import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '~/auth/sessions.server'
import { openArchive } from '~/backups/archive.server'
import { backupsByHand, startBackups } from '~/backups/daily.server'
import { siteKind } from '~/backups/website-archive.server'
import type { Running } from '~/domain/job.server'
import { loader as file } from '~/routes/dashboard/profile.backup.file/route'
import { ask, freshForEach, type Person, password } from '~/test/riverbank'
import { codeOf, withSecondStep } from '~/test/second-step'
import { action, loader } from './route'

const riverbank = freshForEach()
let backups: Running
beforeEach(() => {
  const { db, settings } = riverbank
  backups = startBackups({ db, settings: { ...settings, backups: { ...settings.backups, at: null } } })
})
afterEach(() => backups.stop())

const press = (task: string, given: Record<string, string> = { currentPassword: password }) =>
  ask(riverbank, action, '/dashboard/profile/backup', { as: 'aoife', fields: { task, ...given } })
const shown = async () => (await ask(riverbank, loader, '/dashboard/profile/backup', { as: 'aoife' })).json()
/** What the address of the file gives to a person's session. */
const taken = (as: Person = 'aoife') => ask(riverbank, file, '/dashboard/profile/backup/file', { as })

/** Writes an answer to a file, and gives its path. */
async function saved(answer: Response) {
  const file = join(riverbank.settings.dataDir, 'saved.zip')
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  return file
}

const log = () =>
  riverbank.db.selectFrom('activity').select(['action', 'noun']).where('noun', 'in', ['backup', 'website']).execute()
const madeOne = () =>
  vi.waitFor(async () => expect(await backupsByHand()!.newest()).not.toBeNull(), { timeout: 20_000 })

test('a tutor makes a backup beside what else goes on, never two at once, sees that it is whole, and takes it away', async () => {
  expect(await shown()).toMatchObject({ newest: null, isUnderWay: false })
  expect((await press('download')).status).toBe(409)
  const [first, second] = [await press('make'), await press('make')]
  expect([first.status, second.status]).toEqual([303, 409])
  expect(await shown()).toMatchObject({ isUnderWay: true })
  await madeOne()
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ newest: { lacks: null }, isUnderWay: false }))

  expect((await press('download')).headers.get('Location')).toBe('/dashboard/profile/backup/file')
  // It is for one session, once.
  expect((await taken('niamh')).headers.get('Location')).toBe('/dashboard/profile/backup')
  const answer = await taken()
  expect((await taken()).headers.get('Location')).toBe('/dashboard/profile/backup')
  expect(answer.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="?riverbank-backup-\d{4}-\d\d-\d\d\.zip/,
  )
  const archive = await openArchive(await saved(answer))
  archive.close()
  expect(archive.manifest).toMatchObject({ product: 'riverbank', incomplete: [] })
  expect(await log()).toEqual([
    { action: 'added', noun: 'backup' },
    { action: 'exported', noun: 'backup' },
  ])
}, 40_000)

test('the website alone comes along without anybody’s data, as the operator’s command writes it', async () => {
  await press('website')
  const archive = await openArchive(await saved(await taken()), siteKind)
  archive.close()
  expect(archive.manifest.parts.map(({ name }) => name)).toEqual(['website.json'])
  expect(await log()).toEqual([{ action: 'exported', noun: 'website' }])
})

test.each(['make', 'download', 'website'])(
  'nobody does it for a tutor who went away from the screen: %s',
  async (task) => {
    for (const given of [{}, { currentPassword: 'a guess' }]) {
      const answer = await press(task, given as Record<string, string>)
      expect([answer.status, Object.keys((await answer.json()).result.error)]).toEqual([400, ['currentPassword']])
      expect((await taken()).status).toBe(303)
    }
    const { key } = await withSecondStep(riverbank, 'aoife')
    riverbank.sessions.aoife = await startSession(riverbank.db, riverbank.people.aoife.id, false)
    const own = { currentPassword: password }
    expect(Object.keys((await (await press(task, own)).json()).result.error)).toEqual(['code'])
    expect((await press(task, { ...own, code: codeOf(key) })).status).toBe(
      { make: 303, download: 409, website: 303 }[task],
    )
    expect(backupsByHand()!.isUnderWay()).toBe(task === 'make')
  },
)

test('a backup that did not work is told, and does not keep another from being made', async () => {
  const { settings } = riverbank
  await writeFile(join(settings.dataDir, 'backups'), 'a file where the folder should be')
  expect((await press('make')).status).toBe(303)
  await vi.waitFor(async () =>
    expect(await shown()).toMatchObject({ isUnderWay: false, failed: expect.stringMatching(/./) }),
  )
  expect((await press('make')).status).toBe(303)
}, 20_000)
