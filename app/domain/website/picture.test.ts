import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawings } from '~/content/drawings'
import { findPicturePlaces } from '~/domain/consent/pictures.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { activitiesPage } from './activities.server'
import { saveSectionDraft } from './drafts.server'
import { NO_PICTURE_DESCRIPTION, pictureRule } from './fields.server'
import { websitePages } from './pages.server'
import { createPictureName, findPlacedPictures } from './picture'
import { insertPictures } from './pictures.server'
import { findPage, publishSection } from './website.server'

setUpFreshRiverbank()

const name = '0123456789abcdef01234567-800x600.jpg'

const aChoir = expect.stringContaining('A choir')
const meanings: [string, object, object][] = [
  ['our drawing, described', { alt: ' The\ngarden ' }, { alt: 'The garden' }],
  ['an upload', { picture: name, alt: 'Us', part: '' }, { picture: name, alt: 'Us' }],
  ['decoration', { picture: name, alt: 'Us', decoration: 'on' }, { picture: name, alt: '', decoration: true }],
  ['a part that stays in sight', { picture: name, alt: 'Us', part: 'top' }, { picture: name, alt: 'Us', part: 'top' }],
  [
    'the drawing put back',
    { drawing: 'choir', picture: name, alt: 'Us', back: 'on' },
    { drawing: 'choir', alt: aChoir },
  ],
]
test('what the fields of a picture mean', () => {
  for (const [what, fields, value] of meanings) {
    const { data } = pictureRule().safeParse({ drawing: 'garden', ...fields })
    expect(data, what).toEqual({ drawing: 'garden', ...value })
    expect(pictureRule().parse(data), what).toEqual(data)
  }
})

const refusals: [string, object, string][] = [
  ['an upload without a description', { picture: name, alt: ' ' }, NO_PICTURE_DESCRIPTION],
  ['too many words', { alt: 'a'.repeat(301) }, 'at most 300'],
  ['a drawing that is none', { drawing: 'constructor' }, 'choose it again'],
  ['a name and more', { picture: `${name} 1w, //evil.example/x` }, 'choose it again'],
  ['a list', { picture: [name] }, 'choose it again'],
  ['a part that is none', { picture: name, alt: 'Us', part: 'object-top' }, 'which part'],
]
test('what the fields of a picture refuse', () => {
  for (const [what, fields, message] of refusals)
    expect(pictureRule().safeParse({ drawing: 'garden', ...fields }).error?.issues[0]?.message, what).toContain(message)
})

test('every drawing in the first text is one that a page can show, and every such drawing exists', () => {
  const files = readdirSync('public/pictures')
  const known = Object.keys(drawings)
  expect(known.filter((drawing) => !files.includes(`${drawing}.svg`))).toEqual([])
  const used = Object.values(websitePages).flatMap(({ first }) => findPlacedPictures(first))
  expect(used.length).toBeGreaterThan(8)
  expect(used.filter(({ picture: { drawing } }) => drawing && !known.includes(drawing))).toEqual([])
})

test('the pictures in a page’s text are found everywhere', () => {
  const one = { drawing: 'garden', alt: '' }
  expect(
    findPlacedPictures({ hero: { picture: one, heading: 'x' }, items: [{ text: 'y' }, { picture: one }], none: null }),
  ).toEqual(['hero.picture', 'items[1].picture'].map((field) => ({ field, picture: one })))
})

test('a picture has the places that show it, including drafts and hidden activities', async ({ db, people }) => {
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
    items: ['Art', 'Boccia', 'Choir'].map((name, index) => {
      const picture = photos[index]
      const photo = picture ? { drawing: '', picture, alt: '', decoration: true } : { drawing: '' }
      return { ...words.grid.items[index], name, photo, isHidden: name === 'Boccia' }
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
