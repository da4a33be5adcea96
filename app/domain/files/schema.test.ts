import { expect, test } from 'vitest'
import { FILE_LIMIT } from './kinds'
import { fileDetails, newFile } from './schema'

const file = (size: number) => new File([new Uint8Array(size)], 'plan.pdf')
const messages = (input: unknown) => newFile.safeParse(input).error?.issues.map(({ message }) => message)

test('a title and a file are enough', () => {
  expect(newFile.parse({ title: ' Plan ', file: file(1) })).toMatchObject({
    title: 'Plan',
    description: null,
    isShared: false,
    studentId: null,
  })
})

test.each([
  ['nothing', {}, ['Title must be at least 2 characters.', 'Please upload a file.']],
  ['one letter', { title: ' a ', file: file(1) }, ['Title must be at least 2 characters.']],
  ['no file', { title: 'Plan' }, ['Please upload a file.']],
  ['an empty file', { title: 'Plan', file: file(0) }, ['Please upload a file.']],
  ['two files', { title: 'Plan', file: [file(1), file(1)] }, ['Please upload a file.']],
  ['a text for a file', { title: 'Plan', file: 'plan.pdf' }, ['Please upload a file.']],
  ['a byte more than 5 MB', { title: 'Plan', file: file(FILE_LIMIT + 1) }, ['File size must be less than 5MB.']],
  [
    'one student and all',
    { title: 'Plan', file: file(1), studentId: '2', isShared: 'on' },
    ['Please choose one student, or share with all students, not both.'],
  ],
])('%s is refused', (_name, input, expected) => {
  expect(messages(input)).toEqual(expected)
})

test('exactly 5 MB is accepted', () => {
  expect(messages({ title: 'Plan', file: file(FILE_LIMIT) })).toBeUndefined()
})

test('an edit trims both texts and needs a title', () => {
  expect(fileDetails.parse({ title: ' Plan ', description: '  ' })).toEqual({ title: 'Plan', description: null })
  expect(fileDetails.safeParse({ title: '  ' }).success).toBe(false)
})
