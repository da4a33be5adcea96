import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '~/auth/sessions.server'
import { openArchive } from '~/backups/archive.server'
import { websiteArchiveKind } from '~/backups/carry-website.server'
import { startBackups } from '~/backups/daily.server'
import { listBackups } from '~/backups/folder.server'
import type { Running } from '~/domain/job.server'
import { writeSetting } from '~/domain/portal-settings.server'
import { loader as file } from '~/routes/dashboard/profile.backup.file/route'
import { loader as progressLoader } from '~/routes/dashboard/profile.backup.progress/route'
import { callRoute, PASSWORD_OF_PEOPLE, setUpFreshRiverbank } from '~/test/riverbank'
import { createTotpCode, enableSecondStep } from '~/test/second-step'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()
let backups: Running
const startBackup = () => {
  const { settings } = riverbank
  backups = startBackups({
    ...riverbank.context,
    settings: { ...settings, backups: { ...settings.backups, at: null, isHourly: false } },
  })
}
beforeEach(startBackup)
afterEach(() => backups.stop())

const submitTask = (task: string, input: Record<string, string> = { currentPassword: PASSWORD_OF_PEOPLE }) =>
  callRoute(riverbank, action, '/dashboard/profile/backup', { as: 'aoife', fields: { task, ...input } })
const load = async () => (await callRoute(riverbank, loader, '/dashboard/profile/backup', { as: 'aoife' })).json()
const downloadFile = () => callRoute(riverbank, file, '/dashboard/profile/backup/file', { as: 'aoife' })

async function saveToFile(answer: Response) {
  const file = join(riverbank.settings.dataDir, 'saved.zip')
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  return file
}

const readActivity = () =>
  riverbank.db
    .selectFrom('activity')
    .select(['action', 'noun'])
    .where('noun', 'in', ['backup', 'website'])
    .orderBy('id')
    .execute()
async function readProgress(query = '') {
  const answer = await callRoute(riverbank, progressLoader, `/dashboard/profile/backup/progress${query}`, {
    as: 'aoife',
  })
  return { ...(await answer.json()), again: answer.headers.get('Refresh') }
}
const makeBackup = () =>
  vi.waitFor(async () => expect(await riverbank.context.backupStatus.byHand!.newest()).not.toBeNull(), {
    timeout: 20_000,
  })

test('a tutor makes one backup at a time while the site is in use, sees that it is complete, and downloads it', async () => {
  expect(await load()).toMatchObject({ newest: null, isUnderWay: false })
  expect((await submitTask('download')).status).toBe(409)
  const [first, second] = [await submitTask('make'), await submitTask('make')]
  expect([first.status, second.status]).toEqual([303, 409])
  expect(first.headers.get('Location')).toBe('/dashboard/profile/backup/progress')
  expect(await readProgress()).toMatchObject({
    isUnderWay: true,
    words: expect.stringMatching(/ …$/),
    again: '5',
  })
  expect(await readProgress('?still')).toMatchObject({ isUnderWay: true, again: null })
  expect(await load()).toMatchObject({ isUnderWay: true })
  await makeBackup()
  await vi.waitFor(async () => expect(await load()).toMatchObject({ newest: { lacks: null }, isUnderWay: false }))
  expect(await readProgress()).toMatchObject({ isUnderWay: false, failed: null, newest: { lacks: null }, again: null })

  expect((await submitTask('download')).headers.get('Location')).toBe('/dashboard/profile/backup/file')
  // The grant is for one session and one download.
  const { db, people, sessions } = riverbank
  const { aoife } = sessions
  sessions.aoife = await startSession(db, people.aoife.id, false)
  expect((await downloadFile()).headers.get('Location')).toBe('/dashboard/profile/backup')
  sessions.aoife = aoife
  const answer = await downloadFile()
  expect((await downloadFile()).headers.get('Location')).toBe('/dashboard/profile/backup')
  expect(answer.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="?riverbank-backup-\d{4}-\d\d-\d\d\.zip/,
  )
  const archive = await openArchive(await saveToFile(answer))
  archive.close()
  expect(archive.manifest).toMatchObject({ product: 'riverbank', incomplete: [] })
  expect(await readActivity()).toEqual([
    { action: 'added', noun: 'backup' },
    { action: 'exported', noun: 'backup' },
  ])
}, 40_000)

test('the website-only download has no personal data, like the operator’s command', async () => {
  await submitTask('website')
  const archive = await openArchive(await saveToFile(await downloadFile()), websiteArchiveKind)
  archive.close()
  expect(archive.manifest.parts.map(({ name }) => name)).toEqual(['website.json'])
  expect(await readActivity()).toEqual([{ action: 'exported', noun: 'website' }])
})

test.each(['make', 'download', 'website'])('needs the tutor’s own password: %s', async (task) => {
  for (const input of [{}, { currentPassword: 'a guess' }]) {
    const answer = await submitTask(task, input as Record<string, string>)
    expect([answer.status, Object.keys((await answer.json()).result.error)]).toEqual([400, ['currentPassword']])
    expect((await downloadFile()).status).toBe(303)
  }
  const { key } = await enableSecondStep(riverbank, 'aoife')
  riverbank.sessions.aoife = await startSession(riverbank.db, riverbank.people.aoife.id, false)
  const own = { currentPassword: PASSWORD_OF_PEOPLE }
  expect(Object.keys((await (await submitTask(task, own)).json()).result.error)).toEqual(['code'])
  expect((await submitTask(task, { ...own, code: createTotpCode(key) })).status).toBe(
    { make: 303, download: 409, website: 303 }[task],
  )
  expect(riverbank.context.backupStatus.byHand!.request()?.ended === null).toBe(task === 'make')
})

test('a failed backup is reported and does not block the next one', async () => {
  const { settings } = riverbank
  await writeFile(join(settings.dataDir, 'backups'), 'a file where the folder should be')
  expect((await submitTask('make')).status).toBe(303)
  const words = expect.stringMatching(/backups.*(a file stands|it already exists)/)
  await vi.waitFor(async () => expect(await load()).toMatchObject({ isUnderWay: false, failed: words }))
  expect(await readProgress()).toMatchObject({ isUnderWay: false, failed: words, again: null })
  // Also after a restart, which has no failure in memory.
  await backups.stop()
  startBackup()
  await vi.waitFor(async () => expect(await load()).toMatchObject({ failed: null, unmet: { failed: words } }))
  expect((await submitTask('make')).status).toBe(303)
}, 20_000)

test('a backup interrupted by a stop is made at the next start, and its state is shown', async () => {
  expect((await submitTask('make')).status).toBe(303)
  await backups.stop()
  expect(await listBackups(join(riverbank.settings.dataDir, 'backups'))).toEqual([])
  startBackup()
  await makeBackup()
  await vi.waitFor(async () => expect(await readProgress()).toMatchObject({ isUnderWay: false, failed: null }))
  // A finished backup is not made again at the next start.
  const { at } = (await load()).newest
  await backups.stop()
  startBackup()
  await vi.waitFor(async () => expect((await load()).newest?.at).toBe(at))
  await vi.waitFor(() =>
    expect(riverbank.context.backupStatus.byHand!.request()).toMatchObject({
      tries: expect.any(Number),
      ended: { failed: null },
    }),
  )
}, 20_000)

test('a backup that ended the server three times is not started again, and the failure is shown', async () => {
  await backups.stop()
  const at = new Date().toISOString()
  await writeSetting(riverbank.db, 'backupRequest', JSON.stringify({ at, tries: 3, ended: null }))
  startBackup()
  const words = 'The website stopped 3 times before the backup was done.'
  await vi.waitFor(async () => expect(await load()).toMatchObject({ isUnderWay: false, unmet: { at, failed: words } }))
  expect(await readProgress()).toMatchObject({ isUnderWay: false, failed: words })
  expect(existsSync(join(riverbank.settings.dataDir, 'backups'))).toBe(false)
})
