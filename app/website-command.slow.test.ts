import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NEWEST } from '~db/migrate'
import { countCommands } from '../scripts/checks/shared/commands'
import { writeArchive } from './backups/archive.server'
import { changeCentre, findCentre } from './domain/centre/centre.server'
import { readSetUpRecord, writeSetUpRecord } from './domain/centre/live.server'
import { about } from './domain/website/about.server'
import { pageNames } from './domain/website/pages.server'
import { addPicture } from './domain/website/pictures.server'
import { importWebsite, readWebsiteExport } from './domain/website/transfer.server'
import { findPage, listVersions, publishSection } from './domain/website/website.server'
import { buildBeforeTests } from './test/built'
import { createRiverbank, type TestRiverbank } from './test/riverbank'
import { startRiverbank } from './test/running'
import { createPicture, createSamplePdf, createUploadedFile } from './test/samples'
import { websiteCommand } from './website-command.server'

buildBeforeTests()

let here: TestRiverbank
let there: TestRiverbank
let file: string
let name: string
beforeAll(async () => {
  here = await createRiverbank()
  file = join(here.settings.dataDir, 'site.zip')
  const { db, uploads, people } = here
  const bytes = await createPicture(320, 224).jpeg().toBuffer()
  name = await addPicture(db, uploads, people.aoife, createUploadedFile(bytes, 'us.jpg'))
  const { words } = await findPage(db, about)
  const shown = { drawing: 'centre', picture: name, alt: 'All of us' }
  await publishSection(db, people.aoife, about, 'intro', {
    version: 0,
    words: { ...words.intro, heading: 'Hazelwood', picture: shown },
  })
  await publishSection(db, people.aoife, about, 'mission', { version: 1, words: { ...words.mission, picture: shown } })
})
afterAll(() => here?.close())
beforeEach(async () => {
  there = await createRiverbank()
})
afterEach(async () => {
  await rm(file, { force: true })
  await there.close()
})

const run = ({ settings }: TestRiverbank, ...words: string[]) => {
  vi.stubEnv('DATA_DIR', settings.dataDir)
  return websiteCommand(words, () => {})
}

/** Everything that an import may change. */
async function readState({ db, uploads, settings }: TestRiverbank) {
  const tables = ['websiteVersions', 'websitePictures', 'centre', 'activity'] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return { rows, uploadNames: await readdir(uploads).catch(() => []), left: await readdir(settings.dataDir) }
}

async function renameCentre(): Promise<void> {
  const { db, settings, people } = here
  const before = await findCentre(db, settings.centre)
  await changeCentre(db, settings.centre, people.aoife, { patch: { ...before, name: 'Hazelwood Centre' } })
}

/** The text of all pages, without the names of pictures. */
async function readWords({ db }: TestRiverbank) {
  const { site } = await readWebsiteExport(db)
  return JSON.parse(JSON.stringify(site).replaceAll(/[\da-f]{24}(?=-\d+x)/g, 'address'))
}

test('a website is transferred to another machine: text, pictures, and which sections are the centre’s own', async () => {
  expect(await run(here, 'export', file)).toMatch(
    `Exported the website to ${file}: ${pageNames.length} pages and 1 picture`,
  )
  expect(await run(there, 'import', file)).toMatch(/1 page changed, with 1 picture\./)
  expect(await readWords(there)).toEqual(await readWords(here))
  const { words, own, saved } = await findPage(there.db, about)
  expect([words.intro.heading, own, saved?.by]).toEqual(['Hazelwood', ['intro', 'mission'], 'The operator'])
  expect(words.intro.picture.picture).toMatch(/^[\da-f]{24}-320x224\.jpg$/)
  expect(words.mission.picture.picture).toBe(words.intro.picture.picture)
  expect(words.intro.picture.picture).not.toBe(name)
  expect(await readdir(there.uploads)).toHaveLength((await readdir(here.uploads)).length)
  const lines = there.db.selectFrom('activity').select(['actorName', 'title']).where('noun', '=', 'page')
  expect(await lines.execute()).toEqual([{ actorName: 'The operator', title: 'About' }])
})

test('a file from before Easy Read is accepted, with the initial text as an example', async () => {
  const { site } = await readWebsiteExport(here.db)
  const { easyRead: _, ...words } = site.pages.about!.words
  const older = { ...site, pages: { about: { ...site.pages.about!, words } } }
  await importWebsite(there.db, there.uploads, older, () => createPicture(320, 224).jpeg().toBuffer())
  const page = await findPage(there.db, about)
  expect(page.words.intro.heading).toBe('Hazelwood')
  expect(page.words.easyRead.ideas.length).toBeGreaterThan(5)
  expect(page.own).not.toContain('easyRead')
})

test('an import replaces a page, and keeps its earlier version', async () => {
  const { db, people } = there
  const before = await findPage(db, about)
  await publishSection(db, people.aoife, about, 'intro', {
    version: 0,
    words: { ...before.words.intro, heading: 'Former' },
  })
  await run(here, 'export', file)
  await run(there, 'import', file)
  expect((await findPage(db, about)).words.intro.heading).toBe('Hazelwood')
  expect((await listVersions(db, people.aoife, about)).map(({ deed: action }) => action)).toEqual([
    'Imported from a file',
    expect.stringContaining('Changed'),
  ])
})

test('whether a website is ready, and what it hides, are transferred from a website that was set up', async () => {
  const record = { readyAt: '2026-01-01T09:00:00.000Z', hidden: { '/about': ['story'] } }
  await writeSetUpRecord(there.db, record)
  await run(here, 'export', file)
  await run(there, 'import', file)
  expect(await readSetUpRecord(there.db)).toEqual(record)
  await rm(file)
  await run(there, 'export', file)
  const next = await createRiverbank()
  onTestFinished(() => next.close())
  await run(next, 'import', file)
  expect(await readSetUpRecord(next.db)).toEqual(record)
})

test('the centre’s details are transferred too', async () => {
  await renameCentre()
  await run(here, 'export', file)
  expect(await run(there, 'import', file)).toContain('the centre’s details')
  expect((await findCentre(there.db, there.settings.centre)).name).toBe('Hazelwood Centre')
  expect(await run(there, 'import', file)).not.toContain('the centre’s details')
})

test('an existing file is not overwritten', async () => {
  await writeFile(file, 'mine')
  await expect(run(here, 'export', file)).rejects.toThrow('already exists')
  expect(await readFile(file, 'utf8')).toBe('mine')
})

interface Alterations {
  site?: (site: Awaited<ReturnType<typeof readWebsiteExport>>['site']) => unknown
  pictures?: Record<string, Buffer>
  product?: string
}

/** Writes an archive with altered contents and correct hashes. */
async function writeAlteredArchive({
  site = (same) => same,
  pictures,
  product = 'riverbank-website',
}: Alterations): Promise<void> {
  const folder = join(here.settings.dataDir, 'altered')
  await mkdir(join(folder, 'pictures'), { recursive: true })
  const carried = await readWebsiteExport(here.db)
  const value = site(carried.site)
  await writeFile(join(folder, 'website.json'), typeof value === 'string' ? value : JSON.stringify(value))
  for (const [own, key] of carried.pictures) await copyFile(join(here.uploads, key), join(folder, 'pictures', own))
  const names = pictures ? Object.keys(pictures) : [...carried.pictures.keys()]
  for (const [own, bytes] of Object.entries(pictures ?? {})) await writeFile(join(folder, 'pictures', own), bytes)
  await writeArchive(file, {
    kind: { product, isPart: () => true, needs: { names: ['website.json'], words: '' }, word: '', max: 100 },
    folder,
    names: ['website.json', ...names.map((own) => `pictures/${own}`)],
    madeAt: new Date().toISOString(),
    schema: NEWEST,
    incomplete: [],
    program: { commit: null, node: process.version },
  })
  await rm(folder, { recursive: true })
}

const withIntro = (intro: object) => (site: Awaited<ReturnType<typeof readWebsiteExport>>['site']) => ({
  ...site,
  pages: { ...site.pages, about: { ...site.pages.about!, words: { ...site.pages.about!.words, intro } } },
})

test.each<[string, () => Alterations, string]>([
  ['a newer format', () => ({ site: (site) => ({ ...site, format: 2 }) }), 'newer version'],
  [
    'a newer shape',
    () => ({ site: (site) => ({ ...site, pages: { ...site.pages, about: { ...site.pages.about!, shape: 99 } } }) }),
    'newer version',
  ],
  [
    'a page that we have not',
    () => ({ site: (site) => ({ ...site, pages: { constructor: site.pages.about } }) }),
    'newer version',
  ],
  ['a section cut short', () => ({ site: withIntro({ heading: '' }) }), 'Its page ‘About’ can’t be imported: intro.'],
  ['a wrong centre', () => ({ site: (site) => ({ ...site, centre: { name: '' } }) }), 'can’t be read'],
  ['no JSON', () => ({ site: () => '{"format": 1' }), 'can’t be read'],
  ['another product', () => ({ product: 'other' }), 'another program'],
  ['a lost picture', () => ({ pictures: {} }), 'is missing from the file'],
  ['a picture that is none', () => ({ pictures: { [name]: createSamplePdf() } }), 'Only images are accepted'],
  ['a picture that is too large', () => ({ pictures: { [name]: Buffer.alloc(33 * 1024 * 1024) } }), 'too large'],
  [
    'another name',
    () => ({ pictures: { [name]: createSamplePdf(), 'x.jpg': createSamplePdf() } }),
    'is not part of a Riverbank website',
  ],
])('a file with %s changes nothing', async (_, alter, message) => {
  const before = await readState(there)
  await writeAlteredArchive(alter())
  const refusal = await run(there, 'import', file).catch((error: Error) => error.message)
  expect(refusal).toContain(message)
  expect(refusal).toContain('Nothing was imported or changed.')
  expect(await readState(there)).toEqual(before)
})

test('a running server does an import itself, and shows it at once', async () => {
  await renameCentre()
  await run(here, 'export', file)
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
