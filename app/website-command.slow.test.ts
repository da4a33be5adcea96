import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countCommands } from '../scripts/shared/commands'
import { changeCentre, findCentre } from './domain/centre/centre.server'
import { about } from './domain/website/about.server'
import { addPicture } from './domain/website/pictures.server'
import { findPage, publishSection } from './domain/website/website.server'
import { buildBeforeTests } from './test/built'
import { createRiverbank } from './test/riverbank'
import { startRiverbank } from './test/running'
import { createPicture, createUploadedFile } from './test/samples'
import { websiteCommand } from './website-command.server'

buildBeforeTests()

test('a running server does an import itself, and shows it at once', async () => {
  const here = await createRiverbank()
  onTestFinished(here.close)
  const { db, uploads, people, settings } = here
  const bytes = await createPicture(1000, 700).jpeg().toBuffer()
  const picture = await addPicture(db, uploads, people.aoife, createUploadedFile(bytes, 'us.jpg'))
  const { words } = await findPage(db, about)
  const shown = { drawing: 'centre', picture, alt: 'All of us' }
  await publishSection(db, people.aoife, about, 'intro', { version: 0, words: { ...words.intro, picture: shown } })
  const before = await findCentre(db, settings.centre)
  await changeCentre(db, settings.centre, people.aoife, { patch: { ...before, name: 'Hazelwood Centre' } })
  const file = join(settings.dataDir, 'site.zip')
  vi.stubEnv('DATA_DIR', settings.dataDir)
  onTestFinished(() => void vi.unstubAllEnvs())
  await websiteCommand(['export', file], () => {})
  const there = await createRiverbank()
  onTestFinished(there.close)
  const { dataDir } = there.settings
  await using running = await startRiverbank({ DATA_DIR: dataDir, DEMO: '' })
  // The server renders pages for visitors with a cookie, and caches those for others.
  const titles = async (headers: Record<string, string>) => {
    const [contact, about] = await Promise.all(
      ['/contact', '/about'].map(async (path) => {
        const answer = await fetch(running.url + path, { headers })
        return answer.text()
      }),
    )
    return [contact!.includes('Hazelwood Centre'), about!.includes('Hazelwood Centre'), about!.includes('All of us')]
  }
  const visitors: Record<string, string>[] = [{ Cookie: 'riverbank_session=nobody' }, {}, {}]
  for (const headers of visitors) expect(await titles(headers)).toEqual([false, false, false])
  const env = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, ['scripts/website.mjs', 'import', file], { env })
  expect(countCommands(running)).toBe(1)
  for (const headers of visitors) expect(await titles(headers)).toEqual([true, true, true])
  const html = await (await fetch(`${running.url}/about`)).text()
  const [address] = /\/files\/website\/[\w.-]+/.exec(html) ?? []
  expect((await fetch(running.url + address)).status).toBe(200)
}, 60_000)
