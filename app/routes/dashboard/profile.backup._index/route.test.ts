import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '~/auth/sessions.server'
import { openArchive } from '~/backups/archive.server'
import { startBackups } from '~/backups/daily.server'
import { listBackups } from '~/backups/folder.server'
import { restoreBackup } from '~/backups/restore.server'
import { websiteArchiveKind } from '~/backups/website-archive.server'
import type { Running } from '~/domain/job.server'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { loader as file } from '~/routes/dashboard/profile.backup.file/route'
import { loader as progressLoader } from '~/routes/dashboard/profile.backup.progress/route'
import { ask, freshForEach, PASSWORD_OF_PEOPLE, type Person } from '~/test/riverbank'
import { codeOf, withSecondStep } from '~/test/second-step'
import { openDatabase } from '~db/open'
import { action, loader } from './route'

const riverbank = freshForEach()
let backups: Running
const begin = () => {
  const { settings } = riverbank
  backups = startBackups({
    ...riverbank.context,
    settings: { ...settings, backups: { ...settings.backups, at: null, isHourly: false } },
  })
}
beforeEach(begin)
afterEach(() => backups.stop())

const press = (task: string, input: Record<string, string> = { currentPassword: PASSWORD_OF_PEOPLE }) =>
  ask(riverbank, action, '/dashboard/profile/backup', { as: 'aoife', fields: { task, ...input } })
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
  riverbank.db
    .selectFrom('activity')
    .select(['action', 'noun'])
    .where('noun', 'in', ['backup', 'website'])
    .orderBy('id')
    .execute()
/** What the page says that shows how far it is, and after how many seconds the browser loads it again. */
async function progress(how = '') {
  const answer = await ask(riverbank, progressLoader, `/dashboard/profile/backup/progress${how}`, { as: 'aoife' })
  return { ...(await answer.json()), again: answer.headers.get('Refresh') }
}
const madeOne = () =>
  vi.waitFor(async () => expect(await riverbank.context.backupStatus.byHand!.newest()).not.toBeNull(), {
    timeout: 20_000,
  })

test('a tutor makes a backup beside what else goes on, never two at once, sees that it is whole, and takes it away', async () => {
  expect(await shown()).toMatchObject({ newest: null, isUnderWay: false })
  expect((await press('download')).status).toBe(409)
  const [first, second] = [await press('make'), await press('make')]
  expect([first.status, second.status]).toEqual([303, 409])
  expect(first.headers.get('Location')).toBe('/dashboard/profile/backup/progress')
  expect(await progress()).toMatchObject({
    isUnderWay: true,
    words: expect.stringMatching(/ …$/),
    again: '5',
  })
  expect(await progress('?still')).toMatchObject({ isUnderWay: true, again: null })
  expect(await shown()).toMatchObject({ isUnderWay: true })
  await madeOne()
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ newest: { lacks: null }, isUnderWay: false }))
  expect(await progress()).toMatchObject({ isUnderWay: false, failed: null, newest: { lacks: null }, again: null })

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
  const archive = await openArchive(await saved(await taken()), websiteArchiveKind)
  archive.close()
  expect(archive.manifest.parts.map(({ name }) => name)).toEqual(['website.json'])
  expect(await log()).toEqual([{ action: 'exported', noun: 'website' }])
})

test.each(['make', 'download', 'website'])(
  'nobody does it for a tutor who went away from the screen: %s',
  async (task) => {
    for (const input of [{}, { currentPassword: 'a guess' }]) {
      const answer = await press(task, input as Record<string, string>)
      expect([answer.status, Object.keys((await answer.json()).result.error)]).toEqual([400, ['currentPassword']])
      expect((await taken()).status).toBe(303)
    }
    const { key } = await withSecondStep(riverbank, 'aoife')
    riverbank.sessions.aoife = await startSession(riverbank.db, riverbank.people.aoife.id, false)
    const own = { currentPassword: PASSWORD_OF_PEOPLE }
    expect(Object.keys((await (await press(task, own)).json()).result.error)).toEqual(['code'])
    expect((await press(task, { ...own, code: codeOf(key) })).status).toBe(
      { make: 303, download: 409, website: 303 }[task],
    )
    expect(riverbank.context.backupStatus.byHand!.request()?.ended === null).toBe(task === 'make')
  },
)

test('a backup that did not work is told, and does not keep another from being made', async () => {
  const { settings } = riverbank
  await writeFile(join(settings.dataDir, 'backups'), 'a file where the folder should be')
  expect((await press('make')).status).toBe(303)
  const words = expect.stringMatching(/backups.*(a file stands|it already exists)/)
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ isUnderWay: false, failed: words }))
  expect(await progress()).toMatchObject({ isUnderWay: false, failed: words, again: null })
  // Also after a restart, which knows of no failure of its own.
  await backups.stop()
  begin()
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ failed: null, unmet: { failed: words } }))
  expect((await press('make')).status).toBe(303)
}, 20_000)

test('a backup that a stop cuts off is made at the next start, and told as it is', async () => {
  expect((await press('make')).status).toBe(303)
  await backups.stop()
  expect(await listBackups(join(riverbank.settings.dataDir, 'backups'))).toEqual([])
  begin()
  await madeOne()
  await vi.waitFor(async () => expect(await progress()).toMatchObject({ isUnderWay: false, failed: null }))
  // It is over.
  const { at } = (await shown()).newest
  await backups.stop()
  begin()
  await vi.waitFor(async () => expect((await shown()).newest?.at).toBe(at))
  await vi.waitFor(() =>
    expect(riverbank.context.backupStatus.byHand!.request()).toMatchObject({
      tries: expect.any(Number),
      ended: { failed: null },
    }),
  )
}, 20_000)

test('one whose making ended the server three times is not begun again, and that is told', async () => {
  await backups.stop()
  const at = new Date().toISOString()
  await writeSetting(riverbank.db, 'backupRequest', JSON.stringify({ at, tries: 3, ended: null }))
  begin()
  const words = 'The website stopped 3 times before the backup was done.'
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ isUnderWay: false, unmet: { at, failed: words } }))
  expect(await progress()).toMatchObject({ isUnderWay: false, failed: words })
  expect(existsSync(join(riverbank.settings.dataDir, 'backups'))).toBe(false)
})

test('a restore forgets who asked for a backup while that was made', async () => {
  await press('make')
  await madeOne()
  const { path } = (await riverbank.context.backupStatus.byHand!.newest())!
  const there = join(riverbank.settings.dataDir, 'there')
  await restoreBackup(there, path)
  const db = openDatabase(join(there, 'riverbank.sqlite'))
  expect(await readSetting(db, 'backupRequest')).toBeUndefined()
  await db.destroy()
}, 20_000)
