import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { readDocumentPreview } from '~/domain/files/file-views.server'
import { insertFile, removeFile } from '~/domain/files/files.server'
import { storeFile } from '~/domain/files/store.server'
import { QuietTime } from '~/domain/job.server'
import { createAnnotationBomb, createPdf, createPdfStream } from '~/test/pdfs'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { startConversion } from './conversion.server'
import { type DocumentPages, getPagesFolder, openPage, readDocumentView } from './document-view.server'

const riverbank = setUpFreshRiverbank()

/** Stores a document that no job has converted yet, without examining it as an upload does. Returns its id. */
const add = (bytes = createPdf([{ lines: ['Hello'] }])) => {
  const { db, uploads, people } = riverbank
  const document = { title: 'Plan', fileName: 'plan.pdf', fileType: 'application/pdf', isShared: 1 } as const
  return storeFile(db, uploads, { bytes, small: [] }, (storageKey) =>
    insertFile(db, people.aoife, { ...document, size: bytes.length, storageKey }),
  )
}

/** Uploads documents and waits until all are converted. */
async function uploadAll(...files: Buffer[]) {
  const ids: number[] = []
  for (const bytes of files) ids.push(await add(bytes))
  await makeReady()
  return ids
}

async function makeReady() {
  const job = startConversion(riverbank)
  await job.isDone()
  await job.stop()
}

const keyOfFile = async (id: number) => {
  const file = riverbank.db.selectFrom('files').select('storageKey').where('id', '=', id)
  return (await file.executeTakeFirstOrThrow()).storageKey
}
const shownOf = async (id: number) => readDocumentView(riverbank.uploads, await keyOfFile(id))

test('each page of a PDF becomes an image in two widths, with its text; scripts and other programs in it never run', async () => {
  const [id] = await uploadAll(
    createPdf(
      [{ lines: ['Bus times', 'Monday at 9'] }, { lines: ['Se\xe1n'] }, { width: 1190, height: 842, rotate: 90 }],
      {
        catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) /Next << /S /Launch /F (calc.exe) >> >>',
        more: [
          createPdfStream(Buffer.from('6 0 << /S /JavaScript /JS (app.alert(1)) >>'), '/Type /ObjStm /N 1 /First 4'),
        ],
      },
    ),
  )
  const shown = (await shownOf(id!)) as DocumentPages
  expect(shown).toEqual({
    state: 'pages',
    count: 3,
    isTextCut: false,
    remarks: [],
    pages: [
      { width: 1440, height: 2037, text: 'Bus times\nMonday at 9' },
      { width: 1440, height: 2037, text: 'Seán' },
      { width: 1440, height: 2035, text: '' },
    ],
  })
  for (const width of [720, 1440] as const) {
    const handle = await openPage(riverbank.uploads, await keyOfFile(id!), { of: 'page', number: 1, width })
    const { format, width: found } = await sharp(await handle!.readFile()).metadata()
    expect({ format, found }).toEqual({ format: 'webp', found: width })
    await handle!.close()
  }
  expect(await openPage(riverbank.uploads, await keyOfFile(id!), { of: 'page', number: 4, width: 720 })).toBeNull()
})

test('a PDF whose pages only ask for another program is a download, and covered words are told of', async () => {
  const form = '/NeedsRendering true /AcroForm << /Fields [] /XFA [] >>'
  const box = createPdfStream(Buffer.from('BT /F1 24 Tf 40 700 Td (Mary) Tj ET 0 g 30 690 200 40 re f'))
  const [xfa, covered] = await uploadAll(
    createPdf([{ lines: ['Please wait...'] }], { catalog: form }),
    createPdf([{ lines: ['Hello'] }, { content: box }]),
  )
  expect(await shownOf(xfa!)).toEqual({ state: 'failed', reason: 'xfa' })
  expect(await shownOf(covered!)).toMatchObject({
    pages: [{ text: 'Hello' }, { text: '' }],
    remarks: [{ kind: 'covered words', count: 1, pages: [2] }],
  })
})

test('a long document shows its first sixty pages and its page count', async () => {
  const [id] = await uploadAll(createPdf(Array.from({ length: 61 }, () => ({ width: 500, height: 10 }))))
  const { count, pages } = (await shownOf(id!)) as DocumentPages
  expect([count, pages.length]).toEqual([61, 60])
})

test('the text of all pages together is limited, and the page says so', async () => {
  const [id] = await uploadAll(createAnnotationBomb(12, 3, { width: 500, height: 10 }))
  const { pages, isTextCut } = (await shownOf(id!)) as DocumentPages
  expect(pages).toHaveLength(12)
  expect(pages[0]!.text).toHaveLength(20_000)
  expect(pages.reduce((sum, { text }) => sum + text.length, 0)).toBe(200_000)
  expect(isTextCut).toBe(true)
  const stored = join(getPagesFolder(riverbank.uploads), await keyOfFile(id!), 'document-6.json')
  expect(statSync(stored).size).toBeLessThan(300_000)
})

test('the pixels of a page are limited', async () => {
  const [id] = await uploadAll(
    createPdf([
      { width: 14_400, height: 14_400 },
      { width: 20, height: 14_400 },
    ]),
  )
  const { pages } = (await shownOf(id!)) as DocumentPages
  expect(pages).toHaveLength(2)
  for (const { width, height } of pages) expect(width * height).toBeLessThanOrEqual(4_000_000)
})

test('a document that can’t be read can only be downloaded, and the next one is converted', async () => {
  const [broken, whole] = await uploadAll(
    Buffer.from('%PDF-1.4\n1 0 obj\nnothing of it\n'),
    createPdf([{ lines: ['Whole'] }]),
  )
  expect(await shownOf(broken!)).toEqual({ state: 'failed', reason: 'damaged' })
  expect(await shownOf(whole!)).toMatchObject({ state: 'pages' })
})

test('a document whose bytes are lost does not block the others', async ({ uploads }) => {
  const [older, lost] = [await add(), await add()]
  rmSync(join(uploads, await keyOfFile(lost)))
  const job = startConversion(riverbank)
  while (!(await shownOf(older))) await job.runAgain()
  await job.stop()
  expect(await shownOf(older)).toMatchObject({ state: 'pages' })
  expect(await shownOf(lost)).toBeNull()
})

const addDocument = async () => keyOfFile(await add())

test('older documents wait until nobody has used the server for 30 s, or 5 minutes; uploaded ones do not', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const quietTime = new QuietTime()
  const [first, second] = [await add(), await add()]
  const end = quietTime.begin()
  const job = startConversion({ ...riverbank, quietTime })
  const uploaded = await add()
  const listStates = async () => {
    await job.runAgain()
    return Promise.all([uploaded, second, first].map(async (id) => (await shownOf(id))?.state))
  }
  expect(await listStates()).toEqual(['pages', undefined, undefined])
  vi.advanceTimersByTime(300_000)
  expect(await listStates()).toEqual(['pages', 'pages', undefined])
  end()
  vi.advanceTimersByTime(29_000)
  expect(await listStates()).toEqual(['pages', 'pages', undefined])
  vi.advanceTimersByTime(1_000)
  expect(await listStates()).toEqual(['pages', 'pages', 'pages'])
  await job.stop()
})

test('a document that ended the server twice is not opened again', async ({ uploads }) => {
  const once = await addDocument()
  const twice = await addDocument()
  const pages = getPagesFolder(uploads)
  mkdirSync(pages, { recursive: true })
  writeFileSync(join(pages, `${once}.strikes`), '.')
  writeFileSync(join(pages, `${twice}.strikes`), '..')
  await makeReady()
  expect(await readDocumentView(uploads, once)).toMatchObject({ state: 'pages' })
  expect(await readDocumentView(uploads, twice)).toEqual({ state: 'failed', reason: 'ended' })
  expect(readFileSync(join(pages, `${once}.strikes`), 'utf8')).toBe('.')
})

test('while a document is open, that is written down', async ({ uploads }) => {
  const key = await addDocument()
  const job = startConversion(riverbank)
  const strikes = join(getPagesFolder(uploads), `${key}.strikes`)
  await vi.waitFor(() => expect(readFileSync(strikes, 'utf8')).toBe('.'), { timeout: 15_000, interval: 1 })
  await job.isDone()
  await job.stop()
  expect(existsSync(strikes)).toBe(false)
})

test('a document for which the machine was too busy is not called too large, and shown later', async ({ uploads }) => {
  const key = await addDocument()
  const busy = startConversion({ ...riverbank, patience: 1 })
  await busy.runAgain()
  await busy.stop()
  expect(await readDocumentView(uploads, key)).toBeNull()
  await makeReady()
  expect(await readDocumentView(uploads, key)).toMatchObject({ state: 'pages', pages: [{ text: 'Hello' }] })
})

test('a stored result above 2 MB is never read, and made again', async ({ uploads }) => {
  const key = await addDocument()
  const folder = join(getPagesFolder(uploads), key)
  mkdirSync(folder, { recursive: true })
  const pages = [{ width: 1, height: 1, text: 'a'.repeat(2 * 1024 * 1024) }]
  writeFileSync(join(folder, 'document-6.json'), JSON.stringify({ state: 'pages', count: 1, pages }))
  expect(await readDocumentView(uploads, key)).toBeNull()
  const job = startConversion(riverbank)
  await job.runAgain()
  await job.isDone()
  await job.stop()
  expect(await readDocumentView(uploads, key)).toMatchObject({ state: 'pages', pages: [{ text: 'Hello' }] })
})

test('a preview has a line for each block and item, and raised figures apart', async ({ uploads }) => {
  const key = await addDocument()
  const folder = join(getPagesFolder(uploads), key)
  mkdirSync(folder, { recursive: true })
  const html = '<ol><li>Eggs<ol><li>small</li></ol></li></ol><p>Page two<sup>2</sup> on the 2<sup>nd</sup></p>'
  const stored = { state: 'text', html, isCut: false, pictures: [] }
  writeFileSync(join(folder, 'document-6.json'), JSON.stringify(stored))
  expect(await readDocumentPreview(uploads, key, { url: '/files/1', patience: 0 })).toEqual({
    state: 'words',
    words: 'Eggs\nsmall\nPage two 2 on the 2nd',
  })
})

test('a document’s pages are deleted with it, and pages without a document are removed', async () => {
  const [gone, stored] = [await add(), await add()]
  const { db, uploads, people } = riverbank
  const folders = [gone, stored].map(async (id) => join(getPagesFolder(uploads), await keyOfFile(id)))
  for (const folder of await Promise.all(folders)) mkdirSync(folder, { recursive: true })
  await removeFile(db, uploads, people.aoife, gone)
  expect(existsSync(await folders[0]!)).toBe(false)
  await db.deleteFrom('files').where('id', '=', stored).execute()
  await makeReady()
  expect(readdirSync(getPagesFolder(uploads))).toEqual([])
})
