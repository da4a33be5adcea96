import { beforeEach, describe, expect, test } from 'vitest'
import { withdrawConsent } from '~/domain/consent/consents.server'
import { addAttachment } from '~/domain/newsletters/attachments.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { addPhoto } from '~/domain/notices/photos.server'
import { about } from '~/domain/website/about.server'
import { home } from '~/domain/website/home.server'
import { parsePictureName } from '~/domain/website/picture'
import { addPicture } from '~/domain/website/pictures.server'
import { importWebsite, readWebsiteExport } from '~/domain/website/transfer.server'
import { findPage, publishSection } from '~/domain/website/website.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { recordConsents } from '~/test/records'
import { callRoute, type Person, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { subscribe } from '~/test/subscribers'
import { toFormFields } from '~/test/website'
import type { PhotoUse } from '~db/choices'
import * as sendPage from './dashboard/newsletter.$id.send/route'
import * as photosOfYou from './dashboard/photos-of-you/route'
import * as profilePage from './dashboard/profile._index/route'
import * as consentPage from './dashboard/profile.people.$id.consent._index/route'
import * as listPage from './dashboard/profile.people.photos._index/route'
import * as picturePage from './dashboard/profile.people.photos.$kind.$id/route'
import * as sectionPage from './dashboard/profile.website.$page.$section/route'
import * as websiteBytes from './files/website.$name/route'
import * as homePage from './site/_index/route'

// Messages about hidden pictures and pictures without names.

const riverbank = setUpFreshRiverbank()
let jpeg: Buffer
beforeEach(async () => {
  // Small, because each upload is encoded in three formats.
  jpeg ??= await createPicture(120, 80).jpeg().toBuffer()
})
const createPhoto = () => createUploadedFile(jpeg)
const getDanielId = () => String(riverbank.people.daniel.id)

type Page = { action?: unknown; loader?: unknown }
type Params = Record<string, string>

async function post(
  page: Page,
  path: string,
  params: Params,
  fields: Record<string, string | File>,
  as: Person = 'aoife',
) {
  const action = withFormRecovery(page.action as Parameters<typeof withFormRecovery>[0])
  const answer = await callRoute(riverbank, action, path, { as, fields, params })
  const [, message = await answer.text()] = readFlashMessage(answer).split(' / ')
  return { status: answer.status, message }
}

async function read(page: Page, path: string, params: Params = {}, as: 'aoife' | undefined = 'aoife') {
  const answer = await callRoute(riverbank, page.loader as () => unknown, path, { as, params })
  return answer.json()
}

const recordYes = (use: PhotoUse) => recordConsents(riverbank, riverbank.people.daniel.id, { [use]: 'yes' })

/** Submits About's first section with a picture and the fields in `change`. */
async function edit(change: Record<string, string> = {}) {
  const { words, version } = await findPage(riverbank.db, about)
  const fields = {
    ...toFormFields(words.intro),
    version: `${version}`,
    'picture.alt': 'All of us',
    'picture.file': createPhoto(),
  }
  const path = '/dashboard/profile/website/about/intro'
  return post(sectionPage, path, { page: 'about', section: 'intro' }, { ...fields, ...change })
}

const getNamePage = (kind: string, id: number) =>
  [picturePage, `/dashboard/profile/people/photos/${kind}/${id}`, { kind, id: `${id}` }] as const
const nameDaniel = (kind: string, id: number) =>
  post(...getNamePage(kind, id), { intent: 'who', version: '1', inPicture: getDanielId() })

async function listUnnamedTitles() {
  const { pictures } = await read(listPage, '/dashboard/profile/people/photos?of=unmarked')
  return pictures.items.map(({ title }: { title: string }) => title)
}

async function addAttachedPicture(content = 'Text.') {
  const { db, uploads, people } = riverbank
  await subscribe(db, 'maura')
  const { id } = await addNewsletter(db, people.aoife, { title: 'June news', content })
  const details = { title: 'The choir', description: null, alt: 'The choir sings' }
  return { letter: id, ...(await addAttachment(db, uploads, people.aoife, id, { file: createPhoto(), ...details })) }
}

describe('a refused upload in the editor of the website', () => {
  test('is in no list of pictures, while the published copy says where it is', async () => {
    expect((await edit({ heading: '' })).status).toBe(400)
    expect(await listUnnamedTitles()).toEqual([])
    expect((await edit()).status).toBe(303)
    expect(await listUnnamedTitles()).toEqual(['About: The top of the page'])
  })

  test('shares its names with the published copy, which is hidden too', async () => {
    await edit({ heading: '' })
    await edit()
    const rows = riverbank.db.selectFrom('websitePictures').selectAll().orderBy('id')
    const [unused, published] = await rows.execute()
    const getPictureStatus = async () => {
      const name = `${published!.address}-400.jpg`
      return (
        await callRoute(riverbank, websiteBytes.loader as () => unknown, `/files/website/${name}`, { params: { name } })
      ).status
    }
    expect(await getPictureStatus()).toBe(200)
    const { message } = await nameDaniel('website', unused!.id)
    expect(message).toBe('Now hidden: ‘About: The top of the page’. Daniel has not said yes to photos on the website.')
    expect(await getPictureStatus()).toBe(404)
  })
})

test('an upload with the same bytes gets the names of the first one, in the portal and in newsletters', async () => {
  const { db, uploads, people } = riverbank
  await recordYes('gallery')
  const { id } = await addPhoto(db, uploads, people.aoife, { file: createPhoto(), inPicture: [people.daniel.id] })
  await expect(addAttachedPicture()).rejects.toThrow('Daniel has not said yes to photos in the newsletter.')
  await addPhoto(db, uploads, people.aoife, { file: createPhoto(), nobodyInPicture: true })
  expect((await read(...getNamePage('file', id + 1))).picture).toMatchObject({ studentIds: [people.daniel.id] })
})

describe('once Daniel withdraws his permission while pictures have no names', () => {
  const withdraw = (use: PhotoUse) => {
    const { id } = riverbank.people.daniel
    const path = `/dashboard/profile/people/${id}/consent`
    return post(consentPage, path, { id: `${id}` }, { intent: 'withdraw', use })
  }

  test('tutors read how many pictures are hidden and how many have no names', async () => {
    await recordYes('website')
    await edit()
    expect((await withdraw('website')).message).toBe(
      'No picture on the website names Daniel. 1 picture on the website has no names yet.',
    )
    const { id } = riverbank.people.daniel
    const page = await read(consentPage, `/dashboard/profile/people/${id}/consent`, { id: `${id}` })
    expect(page.unnamed).toEqual([{ use: 'website', number: 1 }])
  })

  test('a picture that names him is counted as hidden', async () => {
    await recordYes('website')
    await edit({ 'picture.inPicture': getDanielId() })
    expect((await withdraw('website')).message).toBe(
      '1 picture of Daniel is now hidden on the website. A browser that has shown it before may still do so for up to an hour.',
    )
  })

  test('he reads that some photos have no names, and that tutors will check them', async () => {
    await recordYes('website')
    await edit()
    const { message } = await post(photosOfYou, '/dashboard/photos-of-you', {}, { use: 'website' }, 'daniel')
    expect(message).toBe(
      'No photo there has your name. Some photos have no names yet. We ask the tutors to check them.',
    )
    expect((await read(profilePage, '/dashboard/profile')).unnamed).toEqual([
      'Daniel Okafor no longer says yes to photos on the website. 1 picture on the website has no names yet.',
    ])
  })
})

test('the page before sending a newsletter lists pictures without names', async () => {
  const { id, letter } = await addAttachedPicture()
  const path = `/dashboard/newsletter/${letter}/send`
  const open = async () => (await read(sendPage, path, { id: `${letter}` })).unnamed
  expect(await open()).toEqual([{ id, title: 'The choir' }])
  await post(...getNamePage('newsletter', id), { intent: 'who', version: '1', nobodyInPicture: 'on' })
  expect(await open()).toEqual([])
})

test('a newsletter with a picture without names can be sent', async () => {
  const { letter } = await addAttachedPicture()
  const path = `/dashboard/newsletter/${letter}/send`
  expect((await post(sendPage, path, { id: `${letter}` }, { audience: 'all', when: 'now' })).status).toBe(303)
})

test('a person whose photo is hidden gets no drawing of another person', async () => {
  const { db, uploads, people } = riverbank
  await recordYes('website')
  const name = await addPicture(db, uploads, people.aoife, createPhoto())
  const { words } = await findPage(db, home)
  const { drawing } = words.student.picture
  const shown = { drawing, picture: name, alt: 'Daniel sings' }
  const student = { ...words.student, author: 'Daniel', picture: shown }
  await publishSection(db, people.aoife, home, 'student', { version: 0, words: student })
  const readStudentPicture = async () => (await read(homePage, '/', {}, undefined)).words.student.picture
  expect(await readStudentPicture()).toEqual(shown)
  const row = db.selectFrom('websitePictures').select('id').where('address', '=', parsePictureName(name)!.address)
  await nameDaniel('website', (await row.executeTakeFirstOrThrow()).id)
  await withdrawConsent(db, people.daniel, people.daniel.id, 'website')
  expect(await readStudentPicture()).toEqual({ drawing: '', alt: '' })
  const { site } = await readWebsiteExport(db)
  await importWebsite(db, uploads, site, async () => jpeg)
  expect((await findPage(db, home)).words.student.picture).toEqual({ drawing: '', alt: '' })
})
