import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { toChange } from '~/domain/change.server'
import { countDeliveries, sendAgain } from '~/domain/deliveries/deliveries.server'
import { getDocumentFolder } from '~/domain/documents/document-view.server'
import { setUpFreshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { createSampleDocument, createSamplePdf, createUploadedFile } from '~/test/samples'
import { subscribe } from '~/test/subscribers'
import type { Audience } from '~db/choices'
import { addAttachment, listPublicDocumentViews, openAttachment, removeAttachment } from './attachments.server'
import {
  addNewsletter,
  changeNewsletter,
  findNewsletter,
  findPublished,
  paginatePublishedNewsletters,
  removeNewsletter,
} from './newsletters.server'
import { newAttachment } from './schema'
import { countReaders, publishNewsletter, sendNewsletter, sendTest, stopNewsletter } from './send.server'

const june = { title: 'June', content: 'It was a busy month.' }
const toAll = { audience: 'all', holdSeconds: 60 } as const
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
let db: TestRiverbank['db']
beforeEach(() => {
  db = riverbank.db
})

const beingSent = { kind: 'conflict', message: 'This newsletter is already being sent.' }
const draft = () => addNewsletter(db, aoife, june)
const send = (id: number, audience: Audience = 'all') => sendNewsletter(db, aoife, id, { audience, holdSeconds: 60 })
function attach(id: number, bytes: Buffer, name: string, words: object = {}) {
  const attachment = newAttachment.parse({ ...words, file: createUploadedFile(bytes, name) })
  return addAttachment(db, riverbank.uploads, aoife, id, attachment)
}

it('each action on a newsletter is logged with its own verb, unless it changed nothing', async () => {
  await subscribe(db, 'maura')
  const { id } = await draft()
  await sendTest(db, aoife, id, 'office@example.ie')
  await send(id)
  await stopNewsletter(db, aoife, id)
  await send(id)
  for (const isPublished of [true, true, false, false]) await publishNewsletter(db, aoife, id, isPublished)
  await sendAgain(db, aoife, { id, title: 'June' }, { state: 'failed' })
  await db.updateTable('deliveries').set({ state: 'failed' }).where('kind', '=', 'newsletter').execute()
  await sendAgain(db, aoife, { id, title: 'June' }, { state: 'failed' })
  const verbs = (await listActivity(db, aoife)).filter(({ noun }) => noun === 'newsletter').map(({ action }) => action)
  const published = ['published', 'took off the website', 'sent again']
  expect(verbs.reverse()).toEqual(['added', 'sent a test', 'sent', 'stopped', 'sent', ...published])
})

it('a draft that two tutors edit names the first one to the second, even after a third one’s action', async () => {
  const orla = { ...aoife, firstName: 'Orla', lastName: 'Kelly' }
  const { id, version } = await draft()
  await changeNewsletter(db, orla, id, toChange({ ...june, title: 'Hers', version }))
  await attach(id, createSampleDocument(), 'menu.doc')
  const conor = { ...aoife, firstName: 'Conor', lastName: 'Ryan' }
  await subscribe(db, 'maura')
  await sendTest(db, conor, id, 'office@example.ie')
  await sendNewsletter(db, conor, id, toAll)
  await stopNewsletter(db, conor, id)
  await expect(changeNewsletter(db, aoife, id, toChange({ ...june, version }))).rejects.toMatchObject({
    by: 'Orla Kelly',
    now: { title: 'Hers', version: 2 },
  })
})

describe('Send', () => {
  beforeEach(async () => {
    await subscribe(db, 'grace', { isGuardian: 1 })
    await subscribe(db, 'brendan')
    await subscribe(db, 'kevin', { active: 0, isGuardian: 1 })
  })

  it('fixes the list of readers and holds the mails back', async () => {
    expect(await countReaders(db, aoife)).toEqual({ all: 2, guardians: 1 })
    const { id } = await draft()
    const sent = await send(id, 'guardians')
    expect(sent).toMatchObject({ status: 'sent', audience: 'guardians' })
    expect(Date.parse(sent.goesOutAt ?? '') - Date.parse(sent.sentAt ?? '')).toBe(60_000)
    expect(await db.selectFrom('deliveries').select(['email', 'dueAt', 'state']).execute()).toEqual([
      { email: 'grace@example.ie', dueAt: sent.goesOutAt, state: 'pending' },
    ])
  })

  it('ten times at once sends once; the others get a message that it was sent', async () => {
    const { id } = await draft()
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => send(id)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason)
    expect(refusals).toHaveLength(9)
    for (const refusal of refusals) expect(refusal).toMatchObject(beingSent)
    expect((await countDeliveries(db, aoife, [id])).get(id)).toMatchObject({
      pending: 2,
      sent: 0,
      failed: 0,
      uncertain: 0,
    })
  })

  it('without readers is refused, and the draft stays a draft', async () => {
    await db.updateTable('subscribers').set({ active: 0 }).where('isGuardian', '=', 1).execute()
    const { id } = await draft()
    await expect(send(id, 'guardians')).rejects.toThrow('no active subscriber is a guardian')
    expect(await findNewsletter(db, aoife, id)).toMatchObject({ status: 'draft', sentAt: null })
    await db.deleteFrom('subscribers').execute()
    await expect(send(id)).rejects.toThrow('there are no active subscribers, or their addresses do not work')
  })

  it('is final: a sent newsletter never changes', async () => {
    const { id, version } = await draft()
    const attachment = await attach(id, createSampleDocument(), 'menu.doc')
    await send(id)
    for (const refused of [
      () => changeNewsletter(db, aoife, id, toChange({ ...june, version })),
      () => removeNewsletter(db, riverbank.uploads, aoife, id),
      () => attach(id, createSampleDocument(), 'late.doc'),
      () => removeAttachment(db, riverbank.uploads, aoife, id, attachment.id),
    ])
      await expect(refused()).rejects.toMatchObject(beingSent)
    expect(await readdir(riverbank.uploads)).toHaveLength(1)
  })

  it('can be stopped until the first mail goes out; then it can be sent again', async () => {
    const { id } = await draft()
    await send(id)
    await publishNewsletter(db, aoife, id, true)
    expect(await stopNewsletter(db, aoife, id)).toMatchObject({ status: 'draft', audience: null, publishedAt: null })
    expect(await db.selectFrom('deliveries').selectAll().execute()).toEqual([])
    await send(id)
    await db.updateTable('deliveries').set({ state: 'sending' }).where('email', '=', 'grace@example.ie').execute()
    await expect(stopNewsletter(db, aoife, id)).rejects.toThrow('It is too late to stop this newsletter')
    expect((await countDeliveries(db, aoife, [id])).get(id)).toMatchObject({ pending: 2 })
    expect(await findNewsletter(db, aoife, id)).toMatchObject({ status: 'sent' })
  })
})

it('the website has the newsletters that a tutor published, last sent first', async () => {
  await subscribe(db, 'grace')
  const [first, second, hidden] = [await draft(), await draft(), await draft()]
  for (const { id } of [first, second, hidden]) await sendNewsletter(db, aoife, id, toAll)
  await db.updateTable('newsletters').set({ sentAt: '2026-01-01T00:00:00.000Z' }).where('id', '=', first.id).execute()
  await publishNewsletter(db, aoife, second.id, true)
  const shown = await publishNewsletter(db, aoife, first.id, true)
  expect((await paginatePublishedNewsletters(db, 1)).items.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(await findPublished(db, hidden.id)).toBeNull()
  expect(await publishNewsletter(db, aoife, first.id, true)).toMatchObject({ publishedAt: shown.publishedAt })
  await publishNewsletter(db, aoife, first.id, false)
  expect(await findPublished(db, first.id)).toBeNull()
})

it('an attachment may be a plain text, stored as UTF-8 without its byte order mark', async () => {
  const { id } = await draft()
  const windows = Buffer.from([...Buffer.from('Caf'), 0xe9, 0x20, 0x93, ...Buffer.from('Quay'), 0x94, 0x0d, 0x0a])
  for (const [bytes, text] of [
    [windows, 'Café “Quay”\r\n'],
    [Buffer.from('\ufeffFáilte\n'), 'Fáilte\n'],
    [Buffer.from('\ufeffŁukasz\n', 'utf16le').swap16(), 'Łukasz\n'],
    [Buffer.from('<script>alert(1)</script>'), '<script>alert(1)</script>'],
  ] as const) {
    const attached = await attach(id, bytes, 'poem.html')
    expect(attached).toMatchObject({ fileType: 'text/plain', fileName: 'poem.html.txt' })
    const address = attached.filePath.split('/').at(-1) ?? ''
    const opened = await openAttachment(db, riverbank.uploads, address, { tutor: riverbank.people.aoife })
    expect(await opened?.handle.readFile('utf8')).toBe(text)
    await opened?.handle.close()
  }
})

it.each([
  ['a text with an escape character', Buffer.from('red \u001b[31m')],
  ['a spoiled picture', Buffer.from('89504e470d0a1a0a', 'hex')],
])('an attachment is refused when it is %s, and no bytes are stored', async (_what, bytes) => {
  const { id } = await draft()
  await expect(attach(id, bytes, 'a.txt')).rejects.toThrow(
    'Only images, PDF, Word documents and text files are accepted.',
  )
  expect(await readdir(riverbank.uploads).catch(() => [])).toEqual([])
})

it('an attachment is deleted with its bytes, alone or with its draft', async () => {
  const { id } = await draft()
  const first = await attach(id, Buffer.from('Tea at ten.'), 'a.txt')
  await attach(id, Buffer.from('Lunch at one.'), 'b.txt')
  const { id: other } = await draft()
  const removing = removeAttachment(db, riverbank.uploads, aoife, other, first.id)
  await expect(removing).rejects.toMatchObject({ kind: 'notFound' })
  expect(await removeAttachment(db, riverbank.uploads, aoife, id, first.id)).toEqual(first)
  expect(await readdir(riverbank.uploads)).toHaveLength(1)
  await removeNewsletter(db, riverbank.uploads, aoife, id)
  expect(await readdir(riverbank.uploads)).toEqual([])
})

it('a page shows at most 400,000 characters of its documents', async () => {
  const { uploads } = riverbank
  const { id } = await draft()
  const added = []
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) added.push(await attach(id, createSamplePdf(name), name))
  const pages = [{ width: 1, height: 1, text: 'a'.repeat(200_000) }]
  for (const { storageKey } of await db.selectFrom('newsletterAttachments').select('storageKey').execute()) {
    const folder = getDocumentFolder(uploads, storageKey)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'document-6.json'), JSON.stringify({ state: 'pages', count: 1, pages }))
  }
  expect(await listPublicDocumentViews(db, uploads, id)).toEqual({})
  await db.updateTable('newsletters').set({ publishedAt: new Date().toISOString() }).where('id', '=', id).execute()
  const shown = await listPublicDocumentViews(db, uploads, id)
  expect(Object.keys(shown).map(Number)).toEqual(added.slice(0, 2).map((one) => one.id))
})
