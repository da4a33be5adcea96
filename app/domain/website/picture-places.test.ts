import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { activitiesPage } from './activities.server'
import { saveSectionDraft } from './drafts.server'
import { createPictureName } from './picture'
import { findPicturePlaces } from './picture-places.server'
import { insertPictures } from './pictures.server'
import { findPage, publishSection } from './website.server'

const riverbank = setUpFreshRiverbank()

test('a picture has the places that show it, including drafts and hidden activities', async () => {
  const { db, people } = riverbank
  const pictures = ['a', 'b', 'c', 'd'].map((letter) => {
    const key = { address: letter.repeat(24), storageKey: letter.repeat(32) }
    return { ...key, width: 60, height: 40, fallback: 'jpg' as const, size: 100 }
  })
  await insertPictures(db, pictures, people.aoife.id)
  const names = pictures.map(createPictureName)
  const [shown, notShown, drafted] = pictures.map(({ address }) => address)
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
