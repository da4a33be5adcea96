import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { activitiesPage } from './activities.server'
import { saveSectionDraft } from './drafts.server'
import { parsePictureName } from './picture'
import { findPicturePlaces } from './picture-places.server'
import { addPicture } from './pictures.server'
import { findPage, publishSection } from './website.server'

const riverbank = setUpFreshRiverbank()

test('a picture has the places that show it, including drafts and hidden activities', async () => {
  const { db, uploads, people } = riverbank
  const bytes = await createPicture().jpeg().toBuffer()
  const add = () => addPicture(db, uploads, people.aoife, createUploadedFile(bytes))
  const names = [await add(), await add(), await add(), await add()]
  const [shown, notShown, drafted] = names.map((name) => parsePictureName(name)!.address)
  const { words } = await findPage(db, activitiesPage)
  const withPhotos = (photos: (string | undefined)[]) => ({
    ...words.grid,
    items: ['Art', 'Boccia', 'Choir'].map((name, place) => {
      const picture = photos[place]
      const photo = picture ? { drawing: '', picture, alt: '', decoration: true } : { drawing: '' }
      return { ...words.grid.items[place], name, photo, isHidden: name === 'Boccia' }
    }),
  })
  await publishSection(db, people.aoife, activitiesPage, 'grid', { version: 0, words: withPhotos(names.slice(0, 2)) })
  await saveSectionDraft(db, people.aoife, activitiesPage, 'grid', { version: 1, words: withPhotos(names.slice(0, 3)) })
  expect([...(await findPicturePlaces(db))]).toEqual([
    [shown, [{ address: shown, title: 'Activities: Art', isPublic: true }]],
    [notShown, [{ address: notShown, title: 'Activities: Boccia', isPublic: false }]],
    [drafted, [{ address: drafted, title: 'Activities: Choir', isPublic: false }]],
  ])
})
