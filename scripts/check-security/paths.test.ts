import { expect, test } from 'vitest'
import { spellingsOf } from './paths'

const paths = ['/dashboard', '/files/1', '/api/files', '/unsubscribe/0a-b_c']

test('no spelling of a path is the path itself', () => {
  for (const path of paths) expect(spellingsOf(path)).not.toContain(path)
})

test('the spellings hold every kind', () => {
  const spellings = spellingsOf('/files/1')
  for (const one of [
    '/%66iles/1',
    '/fi%6Ces/1',
    '/fi%6ces/1',
    '//files/1',
    '/files\\1',
    '/files%2F1',
    '/about/..\\files/1',
  ])
    expect(spellings).toContain(one)
  expect(new Set(spellings).size).toBeGreaterThan(40)
})
