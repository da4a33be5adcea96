import { expect, test } from 'vitest'
import { EMPTY, FILE_LIMIT } from './kinds'
import { altText, newFile, newFiles } from './schema'

const file = (size: number) => new File([new Uint8Array(size)], 'plan.pdf')
const messages = (input: unknown) => newFile.safeParse(input).error?.issues.map(({ message }) => message)

test.each([
  ['nothing', {}, ['Title must be at least 2 characters.', 'Please upload a file.']],
  ['an empty file', { title: 'Plan', file: file(0) }, [EMPTY]],
  ['a text for a file', { title: 'Plan', file: 'plan.pdf' }, ['Please upload a file.']],
  ['a byte more than 5 MB', { title: 'Plan', file: file(FILE_LIMIT + 1) }, ['File size must be less than 5MB.']],
  [
    'one student and all',
    { title: 'Plan', file: file(1), studentId: '2', isShared: 'on' },
    ['Please choose who it is for, or share it with all students, not both.'],
  ],
])('%s is refused', (_name, input, expected) => {
  expect(messages(input)).toEqual(expected)
})

const errors = (input: unknown) =>
  newFiles.safeParse(input).error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
const nothing = new File([], '')

test('the form for several documents takes several without a title', () => {
  const sent = { title: ' ', file: [file(1), file(2), nothing] }
  expect(newFiles.parse(sent)).toMatchObject({ title: null, isShared: false, studentId: null })
})

test.each([
  ['one without a title', { file: file(1) }, ['title: Title must be at least 2 characters.']],
  ['an invisible title', { title: '\u200b\u200b', file: file(1) }, ['title: Title must be at least 2 characters.']],
  [
    'two, of which one is too large',
    { file: [file(1), file(FILE_LIMIT + 1)] },
    ['file: plan.pdf: File size must be less than 5MB.'],
  ],
  ['21 files', { file: Array(21).fill(file(1)) }, ['file: Please choose at most 20 files at a time.']],
])('the form for several documents refuses %s', (_, input, expected) => {
  expect(errors(input)).toEqual(expected)
})

test('5 MB and 500 characters of alt text are accepted; the message about a larger photo explains how to make it smaller', () => {
  expect(messages({ title: 'Plan', file: file(FILE_LIMIT) })).toBeUndefined()
  expect(altText.parse('x'.repeat(500))).toHaveLength(500)
  expect(messages({ title: 'Plan', file: file(1), alt: 'x'.repeat(501) })).toEqual([
    'Please use at most 500 characters.',
  ])
  const photo = new File([new Uint8Array(FILE_LIMIT + 1)], 'photo.jpg', { type: 'image/jpeg' })
  expect(messages({ title: 'Plan', file: photo })).toEqual([
    expect.stringMatching(/^File size must be less than 5MB\. To make a photo smaller, .*screenshot/),
  ])
})
