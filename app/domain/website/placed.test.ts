import { expect, test } from 'vitest'
import { freshForEach } from '~/test/riverbank'
import { fileOf, picture } from '~/test/samples'
import { activities } from './activities.server'
import { keepDraft } from './drafts.server'
import { namedPicture } from './picture'
import { addPicture } from './pictures.server'
import { placesOnWebsite } from './placed.server'
import { findPage, publishSection } from './website.server'

const riverbank = freshForEach()

test('a picture has the places that show it, also of drafts, and of activities that are not on the website', async () => {
  const { db, uploads, people } = riverbank
  const bytes = await picture(600, 400).jpeg().toBuffer()
  const add = () => addPicture(db, uploads, people.aoife, fileOf(bytes))
  const names = [await add(), await add(), await add(), await add()]
  const [shown, notShown, drafted] = names.map((name) => namedPicture(name)!.address)
  const { words } = await findPage(db, activities)
  const withPhotos = (photos: (string | undefined)[]) => ({
    ...words.grid,
    items: ['Art', 'Boccia', 'Choir'].map((name, place) => {
      const picture = photos[place]
      const photo = picture ? { drawing: '', picture, alt: '', decoration: true } : { drawing: '' }
      return { ...words.grid.items[place], name, photo, isHidden: name === 'Boccia' }
    }),
  })
  await publishSection(db, people.aoife, activities, 'grid', { version: 0, words: withPhotos(names.slice(0, 2)) })
  await keepDraft(db, people.aoife, activities, 'grid', { version: 1, words: withPhotos(names.slice(0, 3)) })
  expect([...(await placesOnWebsite(db))]).toEqual([
    [shown, [{ address: shown, title: 'Activities: Art', isPublic: true }]],
    [notShown, [{ address: notShown, title: 'Activities: Boccia', isPublic: false }]],
    [drafted, [{ address: drafted, title: 'Activities: Choir', isPublic: false }]],
  ])
})
