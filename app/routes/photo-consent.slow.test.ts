import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeBackup } from '~/backups/make.server'
import { prepareDatabase } from '~/backups/ready-database.server'
import { restoreBackup } from '~/backups/restore.server'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import {
  addConsents,
  findCurrentConsents,
  findUndoableWithdrawal,
  listConsentHistory,
  listConsentsToConfirm,
  saveOwnWord,
  undoWithdrawal,
  withdrawConsent,
} from '~/domain/consent/consents.server'
import { markPicture } from '~/domain/consent/mark-picture.server'
import { findConsentPicture, paginatePictures } from '~/domain/consent/pictures.server'
import { addPrint, paginatePastUses } from '~/domain/consent/prints.server'
import type { OwnWord } from '~/domain/consent/schema'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { writeAtomFeed } from '~/domain/newsletters/atom'
import { addAttachment } from '~/domain/newsletters/attachments.server'
import { addNewsletter, findPublished, paginatePublishedNewsletters } from '~/domain/newsletters/newsletters.server'
import { publishNewsletter } from '~/domain/newsletters/send.server'
import { addPhoto } from '~/domain/notices/photos.server'
import { about } from '~/domain/website/about.server'
import { getPictureSources, parsePictureName } from '~/domain/website/picture'
import { addPicture } from '~/domain/website/pictures.server'
import { importWebsite, readWebsiteExport } from '~/domain/website/transfer.server'
import { findPage, publishSection } from '~/domain/website/website.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { composeNewsletter } from '~/mail/compose.server'
import { sendApiRequest } from '~/test/api'
import { createTemporaryFolder } from '~/test/folder'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { subscribe } from '~/test/subscribers'
import { toFormFields } from '~/test/website'
import { type PhotoUse, photoUses } from '~db/choices'
import type { Database } from '~db/schema'
import * as filesPage from './dashboard/_index/route'
import * as attachmentsPage from './dashboard/newsletter.$id._index/route'
import * as sendPage from './dashboard/newsletter.$id.send/route'
import * as galleryPage from './dashboard/notices.qqi._index/route'
import * as picturePage from './dashboard/profile.people.photos.$kind.$id/route'
import * as sectionPage from './dashboard/profile.website.$page.$section/route'
import * as fileBytes from './files/$id/route'
import * as attachmentBytes from './files/newsletter.$address/route'
import * as websiteBytes from './files/website.$name/route'
import * as aboutPage from './site/about/route'

// Tests every use of photos with every answer and every way to add a picture.

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
/** Small, because each upload is encoded in three formats. */
let jpeg: Buffer
beforeEach(async () => {
  jpeg ??= await createPicture(120, 80).jpeg().toBuffer()
})
const createPhoto = () => createUploadedFile(jpeg)

const getPeriod = (from: number, until: number) => {
  const now = getToday()
  const day = (years: number, plus = 0) =>
    formatIsoDay({ ...now, year: now.year + years, day: 1 + plus, month: 'January' })
  return { from: day(from), until: day(until) }
}

/** Sets up each answer that Daniel can have given. Only a yes lets his picture be shown. */
const answerSetups: Record<string, (use: PhotoUse) => Promise<unknown>> = {
  yes: (use) => recordAnswer(use, 'yes'),
  no: (use) => recordAnswer(use, 'no'),
  'not asked': async () => undefined,
  withdrawn: async (use) => {
    await recordAnswer(use, 'yes')
    await withdrawConsent(riverbank.db, riverbank.people.daniel, riverbank.people.daniel.id, use)
  },
  'over since last year': (use) => recordAnswer(use, 'yes', getPeriod(-2, -1)),
  'yes to the other uses alone': async (use) => {
    for (const other of photoUses) if (other !== use) await recordAnswer(other, 'yes')
  },
}

function recordAnswer(
  use: PhotoUse,
  answer: 'yes' | 'no',
  { from, until } = getPeriod(0, 1),
  of: 'daniel' | 'niamh' = 'daniel',
) {
  const answers = { gallery: null, website: null, newsletter: null, print: null, home: null, [use]: answer }
  const { db, people } = riverbank
  const about = { supportedBy: 'his sister', explained: 'the sheet', from, until }
  return addConsents(db, people.aoife, people[of].id, { ...answers, ...about })
}

type Page = { action?: unknown; loader?: unknown }

async function post(page: Page, path: string, params: Record<string, string>, fields: Record<string, string | File>) {
  const action = withFormRecovery(page.action as Parameters<typeof withFormRecovery>[0])
  const answer = await callRoute(riverbank, action, path, { as: 'aoife', fields, params })
  return { status: answer.status, text: await answer.text() }
}

async function addDraft() {
  const { db, people } = riverbank
  await subscribe(db, 'maura')
  return addNewsletter(db, people.aoife, { title: 'June news', content: 'Before.\n\n[picture 1]\n\nAfter.' })
}
async function addDraftWithDaniel() {
  const { db, uploads, people } = riverbank
  const { id } = await addDraft()
  const details = { title: 'The choir', description: null, alt: 'The choir sings' }
  const { id: attachment, url } = await addAttachment(db, uploads, people.aoife, id, {
    file: createPhoto(),
    ...details,
  })
  await mark('newsletter', attachment)
  return { id, attachment, url }
}
const mark = (kind: 'file' | 'website' | 'newsletter', id: number) =>
  markPicture(riverbank.db, riverbank.uploads, aoife, { kind, id }, { inPicture: [riverbank.people.daniel.id] })

async function addGalleryPhoto() {
  const { db, uploads, people } = riverbank
  return (await addPhoto(db, uploads, people.aoife, { file: createPhoto(), inPicture: [people.daniel.id] })).id
}
/** A photo in the gallery that Daniel is marked in only later. */
async function addPhotoMarkedLater() {
  const { id } = await addPhoto(riverbank.db, riverbank.uploads, aoife, { file: createPhoto() })
  await mark('file', id)
  return id
}

/** A page of the website with a picture; `isMarked` marks Daniel in it. */
async function addWebsitePicture(isMarked = true, file = createPhoto()) {
  const { db, uploads, people } = riverbank
  const name = await addPicture(db, uploads, people.aoife, file)
  const { words } = await findPage(db, about)
  const shown = { drawing: 'centre', picture: name, alt: 'All of us' }
  await publishSection(db, people.aoife, about, 'intro', { version: 0, words: { ...words.intro, picture: shown } })
  const { address } = parsePictureName(name)!
  const row = db.selectFrom('websitePictures').select('id').where('address', '=', address)
  const { id } = await row.executeTakeFirstOrThrow()
  if (isMarked) await mark('website', id)
  return { name, id, address }
}

/** Every way to add a picture of Daniel, by the use that he must have said yes to. */
const entryPoints: { [Use in PhotoUse]?: Record<string, () => Promise<{ status: number; text: string }>> } = {
  gallery: {
    'the page of the gallery': () =>
      post(galleryPage, '/dashboard/notices/qqi', {}, { photos: createPhoto(), inPicture: getDanielId() }),
    'the API': () => sendToApi('POST /api/qqi-images', { form: { file: createPhoto(), inPicture: getDanielId() } }),
    'the API, as a shared document': () =>
      sendToApi('POST /api/files/upload', {
        form: { title: 'The choir', isShared: 'true', file: createPhoto(), inPicture: getDanielId() },
      }),
    'the page of documents': () => {
      const about = { intent: 'upload', title: 'The choir', isShared: 'on' }
      return post(filesPage, '/dashboard', {}, { ...about, file: createPhoto(), inPicture: getDanielId() })
    },
  },
  website: {
    'the editor': async () => {
      const { words } = await findPage(riverbank.db, about)
      const picture = { alt: 'Daniel laughs', file: createPhoto(), inPicture: getDanielId() }
      const fields = Object.entries(picture).map(([name, value]) => [`picture.${name}`, value])
      return post(
        sectionPage,
        '/dashboard/profile/website/about/intro',
        { page: 'about', section: 'intro' },
        { ...toFormFields(words.intro), version: '0', ...Object.fromEntries(fields) },
      )
    },
    'an import of the website': async () => {
      const { db, uploads } = riverbank
      const { id } = await addWebsitePicture(false)
      // The export was made before he answered, when everyone was visible.
      const { site } = await readWebsiteExport(db)
      await mark('website', id)
      return importWebsite(db, uploads, site, async () => jpeg).then(
        () => ({ status: 200, text: '' }),
        (error: Error) => ({ status: 400, text: error.message }),
      )
    },
  },
  newsletter: {
    'the page of a draft': async () => {
      const { id } = await addDraft()
      const fields = { intent: 'upload', file: createPhoto(), inPicture: getDanielId() }
      return post(attachmentsPage, `/dashboard/newsletter/${id}`, { id: `${id}` }, fields)
    },
    'the API, attached': async () => {
      const { id } = await addDraft()
      const form = { file: createPhoto(), inPicture: getDanielId() }
      return sendToApi(`POST /api/newsletters/${id}/attachments`, { form })
    },
    'the page that sends': async () => {
      const { id } = await addDraftWithDaniel()
      return post(sendPage, `/dashboard/newsletter/${id}/send`, { id: `${id}` }, { audience: 'all' })
    },
    'the API, sent': async () => {
      const { id } = await addDraftWithDaniel()
      return sendToApi(`PATCH /api/newsletters/${id}/status`, { json: { status: 'sent' } })
    },
  },
  print: {
    'the page of the picture': async () => {
      const id = await addPhotoMarkedLater()
      const path = `/dashboard/profile/people/photos/file/${id}`
      return post(picturePage, path, { kind: 'file', id: `${id}` }, { intent: 'print', what: 'Poster' })
    },
    'the API': async () => {
      const id = await addPhotoMarkedLater()
      return sendToApi('POST /api/pictures/printed', { json: { kind: 'file', id, what: 'Poster' } })
    },
  },
}

const getDanielId = () => String(riverbank.people.daniel.id)

async function sendToApi(what: string, sent: Parameters<typeof sendApiRequest>[2]) {
  const { status, body } = await sendApiRequest(riverbank, what, { as: 'aoife', ...sent })
  return { status, text: JSON.stringify(body) }
}

const placesOfUses = {
  gallery: 'in the portal',
  website: 'on the website',
  newsletter: 'in the newsletter',
  print: 'in print',
  home: 'at home',
} as const

describe('a picture of Daniel', () => {
  // Each use has its rule once; every other way to add a picture must ask about its own use.
  const table = photoUses.flatMap((use) =>
    Object.entries(entryPoints[use] ?? {}).flatMap(([entryPoint, open], index) =>
      Object.keys(answerSetups)
        .filter((state) => index === 0 || state.startsWith('yes'))
        .map((state) => ({ use, entryPoint, open, state })),
    ),
  )
  test.each(table)('$use, $state, by $entryPoint', async ({ use, state, open }) => {
    await answerSetups[state]!(use)
    const { status, text } = await open()
    if (state === 'yes') expect(status, text).toBeLessThan(400)
    else {
      expect(text).toContain(`Daniel has not said yes to photos ${placesOfUses[use]}.`)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  // Forms don't offer people with a closed account, but older pictures may show them.
  test('is refused once his account is closed', async () => {
    for (const use of photoUses) await recordAnswer(use, 'yes')
    const { db, people } = riverbank
    const { id: draft } = await addDraftWithDaniel()
    const id = await addGalleryPhoto()
    const { address } = await addWebsitePicture()
    await closeAccountById(db, people.aoife, people.daniel.id)
    const sent = await sendToApi(`PATCH /api/newsletters/${draft}/status`, { json: { status: 'sent' } })
    expect(sent).toMatchObject({ status: 409, text: expect.stringContaining('Daniel has not said yes') })
    const printed = await sendToApi('POST /api/pictures/printed', { json: { kind: 'file', id, what: 'Poster' } })
    expect(printed).toMatchObject({ status: 400, text: expect.stringContaining('Daniel has not said yes') })
    expect((await sendApiRequest(riverbank, 'GET /api/qqi-images', { as: 'niamh' })).body).toEqual([])
    expect(JSON.stringify((await readWebsiteExport(db)).site)).not.toContain(address)
    const chosen = await sendToApi('POST /api/qqi-images', { form: { file: createPhoto(), inPicture: getDanielId() } })
    expect(chosen).toMatchObject({
      status: 400,
      text: expect.stringContaining('Please choose students from the list.'),
    })
  })
})

type Address = [path: string, params: Record<string, string>]
const listSizes = (url: string, params: Record<string, string>) =>
  ['', '?inline', '?inline&width=480'].map((query): Address => [`${url}${query}`, params])

async function getStatuses(page: Page, as: 'daniel' | 'aoife' | undefined, addresses: Address[]) {
  const loader = page.loader as (args: unknown) => unknown
  const statuses = new Set<number>()
  for (const [path, params] of addresses)
    statuses.add((await callRoute(riverbank, loader, path, { as, params })).status)
  return [...statuses]
}

test.each(['file', 'website', 'newsletter'] as const)(
  'when two tutors mark a %s picture at once, the second must confirm and the first mark stays',
  async (kind) => {
    const { db, uploads, people } = riverbank
    const addPictureByKind = {
      file: async () => (await addPhoto(db, uploads, people.aoife, { file: createPhoto() })).id,
      website: async () => (await addWebsitePicture(false)).id,
      newsletter: async () => {
        const about = { file: createPhoto(), title: 'The choir', description: null, alt: 'The choir sings' }
        return (await addAttachment(db, uploads, people.aoife, (await addDraft()).id, about)).id
      },
    }
    const id = await addPictureByKind[kind]()
    const opened = (await findConsentPicture(db, aoife, kind, id))!.version
    await mark(kind, id)
    const path = `/dashboard/profile/people/photos/${kind}/${id}`
    const nobody = { intent: 'who', nobodyInPicture: 'on' }
    const send = (version: number) =>
      post(picturePage, path, { kind, id: `${id}` }, { ...nobody, version: `${version}` })
    const second = await send(opened)
    expect(second.status).toBe(409)
    expect(JSON.parse(second.text).conflict).toMatchObject({
      by: 'Aoife Brennan',
      differences: [{ label: 'Students in the picture', now: 'Daniel Okafor', typed: '' }],
    })
    const now = (await findConsentPicture(db, aoife, kind, id))!
    expect(now).toMatchObject({ studentIds: [people.daniel.id], hiddenBecause: expect.any(String) })
    expect((await send(now.version)).status).toBe(303)
    expect(await findConsentPicture(db, aoife, kind, id)).toMatchObject({ studentIds: [], isMarked: true })
  },
)

test('a student who left is still offered on the page of a picture that shows them', async () => {
  const { db, people } = riverbank
  const id = await addPhotoMarkedLater()
  await closeAccountById(db, people.aoife, people.daniel.id)
  const path = `/dashboard/profile/people/photos/file/${id}`
  const page = await callRoute(riverbank, picturePage.loader, path, {
    as: 'aoife',
    params: { kind: 'file', id: `${id}` },
  })
  expect((await page.json()).students).toContainEqual(expect.objectContaining({ id: people.daniel.id }))
})

const withdraw = (use: PhotoUse) =>
  withdrawConsent(riverbank.db, riverbank.people.daniel, riverbank.people.daniel.id, use)

describe('once Daniel withdraws his permission', () => {
  test('a photo in the gallery is hidden from students in every size, and tutors see it with the reason', async () => {
    const { db } = riverbank
    await recordAnswer('gallery', 'yes')
    const id = await addGalleryPhoto()
    const addresses = listSizes(`/files/${id}`, { id: `${id}` })
    expect(await getStatuses(fileBytes, 'daniel', addresses)).toEqual([200])
    await withdraw('gallery')
    expect(await getStatuses(fileBytes, 'daniel', addresses)).toEqual([404])
    expect(await getStatuses(fileBytes, 'aoife', addresses)).toEqual([200])
    expect((await sendApiRequest(riverbank, 'GET /api/qqi-images', { as: 'daniel' })).body).toEqual([])
    expect(await findConsentPicture(db, aoife, 'file', id)).toMatchObject({
      hiddenBecause: 'Daniel has not said yes to photos in the portal.',
    })
    expect((await paginatePictures(db, aoife, 'hidden', 1)).items).toMatchObject([{ kind: 'file', id }])
  })

  test('a picture on the website is gone from its page, its addresses and the export', async () => {
    const { db } = riverbank
    await recordAnswer('website', 'yes')
    const { name, address } = await addWebsitePicture(
      true,
      createUploadedFile(await createPicture(410, 40).jpeg().toBuffer()),
    )
    const addresses = getPictureSources(parsePictureName(name)!).flatMap(({ srcSet }) =>
      [...srcSet.matchAll(/\/files\/website\/(\S+) /g)].map(
        ([, part = '']): Address => [`/files/website/${part}`, { name: part }],
      ),
    )
    expect(addresses.length).toBeGreaterThan(5)
    const readAboutPage = async () => (await callRoute(riverbank, aboutPage.loader as () => unknown, '/about')).text()
    expect(await getStatuses(websiteBytes, undefined, addresses)).toEqual([200])
    expect(await readAboutPage()).toContain(name)
    await withdraw('website')
    for (const as of [undefined, 'daniel'] as const)
      expect(await getStatuses(websiteBytes, as, addresses)).toEqual([404])
    expect(await readAboutPage()).not.toContain(address)
    expect(await getStatuses(websiteBytes, 'aoife', addresses)).toEqual([200])
    expect(JSON.stringify((await readWebsiteExport(db)).site)).not.toContain(name)
  })

  test('a newsletter’s page, feed, emails and files no longer have the picture', async () => {
    const { db, people } = riverbank
    await recordAnswer('newsletter', 'yes')
    const { id, url } = await addDraftWithDaniel()
    await sendToApi(`PATCH /api/newsletters/${id}/status`, { json: { status: 'sent' } })
    await publishNewsletter(db, people.aoife, id, true)
    const addresses = listSizes(url, { address: url.split('/').at(-1)! })
    const renderFeed = async () =>
      writeAtomFeed((await paginatePublishedNewsletters(db, 1)).items, { origin: 'https://a.ie', name: 'A' })
    const site = { origin: 'https://a.ie', centre: riverbank.settings.centre }
    const renderMail = async () => JSON.stringify(await composeNewsletter(db, id, 'https://a.ie/unsubscribe/x', site))
    expect(await getStatuses(attachmentBytes, undefined, addresses)).toEqual([200])
    expect(await renderFeed()).toContain(url)
    expect(await renderMail()).toContain(url)
    await db.updateTable('deliveries').set({ state: 'sent' }).execute()
    await withdraw('newsletter')
    expect(await getStatuses(attachmentBytes, undefined, addresses)).toEqual([404])
    for (const text of [await renderFeed(), await renderMail()]) {
      expect(text).not.toContain(url)
      expect(text).not.toContain('[picture 1]')
      expect(text).toContain('After.')
    }
    expect(await findPublished(db, id)).toMatchObject({ attachments: [], hidden: [1] })
    expect((await paginatePastUses(db, aoife, 1)).items).toMatchObject([
      { name: 'Daniel Okafor', what: 'June news', picture: 'The choir', mails: 1 },
    ])
  })

  test('prints are listed even after the picture is deleted', async () => {
    const { db, people } = riverbank
    await recordAnswer('print', 'yes')
    await recordAnswer('gallery', 'yes')
    const id = await addGalleryPhoto()
    await addPrint(db, people.aoife, { kind: 'file', id }, { what: 'Poster in the hall' })
    expect((await paginatePastUses(db, aoife, 1)).items).toEqual([])
    await db.deleteFrom('files').where('id', '=', id).execute()
    await withdraw('print')
    expect((await paginatePastUses(db, aoife, 1)).items).toMatchObject([{ what: 'Poster in the hall', mails: null }])
  })
})

test('a yes ends after its last day in Dublin time', async () => {
  const { db, people } = riverbank
  await recordAnswer('website', 'yes')
  const until = (await findCurrentConsents(db, people.daniel, people.daniel.id)).find(({ use }) => use === 'website')
    ?.last?.until
  for (const [at, state] of [
    [`${until}T22:00:00Z`, 'yes'],
    [`${Number(until!.slice(0, 4))}-01-02T00:00:00Z`, 'again'],
  ] as const) {
    vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })
    expect(
      (await findCurrentConsents(db, people.daniel, people.daniel.id)).find(({ use }) => use === 'website')?.state,
    ).toBe(state)
  }
})

describe('the undo of a withdrawal', () => {
  const readAnswers = async () => {
    const { db, people } = riverbank
    return (await findCurrentConsents(db, people.daniel, people.daniel.id)).map(({ use, state, last }) => ({
      use,
      state,
      last: last && { ...last, id: 0, recordedAt: '' },
    }))
  }
  const findLastWithdrawal = async () =>
    (await findUndoableWithdrawal(riverbank.db, riverbank.people.daniel)) ?? expect.fail('nothing to undo')
  const undo = (id: number, as: 'daniel' | 'niamh' = 'daniel') => undoWithdrawal(riverbank.db, riverbank.people[as], id)

  test('restores the answers as they were, once, and is logged', async () => {
    const { db, people } = riverbank
    await recordAnswer('gallery', 'yes', getPeriod(0, 1))
    await recordAnswer('website', 'yes')
    const before = await readAnswers()
    await withdraw('website')
    expect(await readAnswers()).not.toEqual(before)
    const { id, use } = await findLastWithdrawal()
    expect(use).toBe('website')
    for (const _ of ['first', 'second']) expect(await undo(id)).toBe('website')
    expect(await readAnswers()).toEqual(before)
    expect(await listConsentHistory(db, aoife, people.daniel.id)).toHaveLength(4)
    expect(await findUndoableWithdrawal(db, people.daniel)).toBeNull()
    const log = db.selectFrom('activity').select(['actorName', 'title']).where('action', '=', 'put back')
    expect(await log.where('noun', '=', 'photo consent').execute()).toEqual([
      { actorName: 'Daniel Okafor', title: 'Daniel Okafor' },
    ])
  })

  test('works only for that student, for the last withdrawal, within ten minutes, and not after a tutor’s withdrawal', async () => {
    const { db, people } = riverbank
    await recordAnswer('website', 'yes')
    await withdraw('website')
    const { id } = await findLastWithdrawal()
    await expect(undo(id, 'niamh')).rejects.toMatchObject({ kind: 'conflict' })
    await undo(id)
    await withdraw('website')
    await expect(undo(id)).rejects.toMatchObject({ kind: 'conflict' })
    const { id: second } = await findLastWithdrawal()
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000).toISOString()
    await db.updateTable('photoConsents').set({ recordedAt: elevenMinutesAgo }).execute()
    expect(await findUndoableWithdrawal(db, people.daniel)).toBeNull()
    await expect(undo(second)).rejects.toMatchObject({ kind: 'conflict' })
    await recordAnswer('gallery', 'yes')
    await withdrawConsent(db, people.aoife, people.daniel.id, 'gallery')
    expect(await findUndoableWithdrawal(db, people.daniel)).toBeNull()
  })
})

describe('a student’s own word on what a tutor recorded', () => {
  const listQuestions = async () =>
    (await listConsentsToConfirm(riverbank.db, riverbank.people.daniel)).map(({ use, answer }) => [use, answer])
  const findConsent = async (use: PhotoUse) =>
    (await findCurrentConsents(riverbank.db, riverbank.people.daniel, riverbank.people.daniel.id)).find(
      (one) => one.use === use,
    )!
  const say = async (use: PhotoUse, word: OwnWord, as: 'daniel' | 'niamh' = 'daniel') =>
    saveOwnWord(riverbank.db, riverbank.people[as], (await findConsent(use)).last!.id, word)

  test('each recorded answer is a question until the student confirms it', async () => {
    await recordAnswer('website', 'yes')
    await recordAnswer('print', 'no')
    expect(await listQuestions()).toEqual([
      ['website', 'yes'],
      ['print', 'no'],
    ])
    expect(await findConsent('website')).toMatchObject({ state: 'yes', last: { isConfirmed: false } })
    for (const _ of ['first', 'second']) await say('website', 'yes')
    expect(await findConsent('website')).toMatchObject({ state: 'yes', last: { isConfirmed: true } })
    expect(await listQuestions()).toEqual([['print', 'no']])
  })

  test('a no to a yes withdraws it at once, and can be undone; the question comes back', async () => {
    const { db, people } = riverbank
    await recordAnswer('gallery', 'yes')
    const id = await addGalleryPhoto()
    const isHidden = async () => (await findConsentPicture(db, aoife, 'file', id))?.hiddenBecause !== null
    expect(await isHidden()).toBe(false)
    const recorded = (await findConsent('gallery')).last!.id
    for (const _ of ['first', 'second']) await saveOwnWord(db, people.daniel, recorded, 'no')
    expect(await isHidden()).toBe(true)
    expect((await findConsent('gallery')).state).toBe('withdrawn')
    expect(await listConsentHistory(db, aoife, people.daniel.id)).toHaveLength(2)
    expect(await listQuestions()).toEqual([])
    await undoWithdrawal(db, people.daniel, (await findUndoableWithdrawal(db, people.daniel))!.id)
    expect(await isHidden()).toBe(false)
    expect(await listQuestions()).toEqual([['gallery', 'yes']])
  })

  test('a no to a no never becomes a yes, and is marked for tutors', async () => {
    await recordAnswer('website', 'no')
    await say('website', 'no')
    expect(await findConsent('website')).toMatchObject({ state: 'no', last: { ownWord: 'no', isConfirmed: false } })
    expect(await listQuestions()).toEqual([])
  })

  test('‘later’ waits until another day in Dublin', async () => {
    await recordAnswer('website', 'yes')
    await say('website', 'later')
    expect(await listQuestions()).toEqual([])
    vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ['Date'] })
    expect(await listQuestions()).toEqual([['website', 'yes']])
  })

  test('only the student answers, about the newest record', async () => {
    const { db, people } = riverbank
    await recordAnswer('website', 'yes')
    await expect(say('website', 'no', 'niamh')).rejects.toMatchObject({ kind: 'notFound' })
    const { id } = (await findConsent('website')).last!
    await recordAnswer('website', 'no')
    await expect(saveOwnWord(db, people.daniel, id, 'yes')).rejects.toMatchObject({ kind: 'conflict' })
    const json = { consent: id, word: 'yes' }
    const call = 'POST /api/portal/consents/own-word'
    expect((await sendApiRequest(riverbank, call, { as: 'aoife', json })).status).toBe(404)
    expect((await sendApiRequest(riverbank, call, { as: 'daniel', json })).status).toBe(409)
    const withdrawnByTutor = await withdrawConsent(db, people.aoife, people.daniel.id, 'website')
    expect(withdrawnByTutor.find(({ use }) => use === 'website')?.state).toBe('no')
  })
})

test('a restore of an older backup keeps what was withdrawn, confirmed and named since', async () => {
  const { db, uploads, people, settings } = riverbank
  for (const use of photoUses) await recordAnswer(use, 'yes')
  await recordAnswer('website', 'yes', getPeriod(0, 1), 'niamh')
  const { id } = await addPhoto(db, uploads, people.aoife, { file: createPhoto() })
  using elsewhere = createTemporaryFolder()
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  for (const use of photoUses) await withdraw(use)
  const findNiamhs = async (of: Database) =>
    (await findCurrentConsents(of, people.niamh, people.niamh.id)).find(({ use }) => use === 'website')?.last
  await saveOwnWord(db, people.niamh, (await findNiamhs(db))!.id, 'yes')
  await mark('file', id)
  await db.destroy()
  await restoreBackup(settings.dataDir, path)
  riverbank.db = await prepareDatabase(settings)
  const consents = await findCurrentConsents(riverbank.db, people.daniel, people.daniel.id)
  expect(consents.map(({ use, state }) => `${use} ${state}`).sort()).toEqual(
    ['gallery', 'home', 'newsletter', 'print', 'website'].map((use) => `${use} withdrawn`),
  )
  expect(await findNiamhs(riverbank.db)).toMatchObject({ isConfirmed: true })
  expect(await findConsentPicture(riverbank.db, aoife, 'file', id)).toMatchObject({
    studentIds: [people.daniel.id],
    hiddenBecause: 'Daniel has not said yes to photos in the portal.',
  })
  const setting = riverbank.db.selectFrom('portalSettings').selectAll().where('name', '=', 'carriedByRestore')
  expect(await setting.execute()).toEqual([])
})

test('a picture of an erased person is no longer shown, and nothing about them is stored', async () => {
  const { db, uploads, people } = riverbank
  for (const use of photoUses) await recordAnswer(use, 'yes')
  const id = await addGalleryPhoto()
  await addPrint(db, people.aoife, { kind: 'file', id }, { what: 'Poster' })
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  for (const table of ['photoConsents', 'peopleInPictures', 'printedPictures'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await sendApiRequest(riverbank, 'GET /api/qqi-images', { as: 'niamh' })).body).toEqual([])
  // The picture stays hidden even after a tutor marks that no student is in it.
  await markPicture(db, uploads, people.aoife, { kind: 'file', id }, { nobodyInPicture: true })
  expect((await sendApiRequest(riverbank, 'GET /api/qqi-images', { as: 'niamh' })).body).toEqual([])
})
