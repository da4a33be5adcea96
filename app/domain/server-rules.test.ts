import { expect, test } from 'vitest'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { createSamplePdf, createUploadedFile } from '~/test/samples'
import { memberForm } from './board/schema'
import { validate } from './change.server'
import { newFile } from './files/schema'
import { newAttachment, newNewsletter } from './newsletters/schema'
import { newPlan } from './plans/schema'
import { newResource, resourceEdit } from './resources/schema'
import { timetableEdit } from './timetables/schema'

const nothing = ['<script>1</script>', '&nbsp;', '<p> \u200b </p>']

/** The form's fields as a browser sends them. */
function sent(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

test.each(nothing)('%j is refused as the content of a resource or plan, on pages and in the API', (content) => {
  const resource = { title: 'Respite', category: 'support', content }
  for (const schema of [newResource, newPlan])
    expect(() => validate(schema, { ...resource }), 'a call').toThrow(/^Content is required$/)
  expect(parseForm(sent({ ...resource, version: '1' }), resourceEdit).reply().error).toEqual({
    content: ['Content is required'],
  })
})

test('the ten characters of a newsletter are visible ones', () => {
  const invisible = { title: 'June', content: '\u200b'.repeat(20) }
  expect(newNewsletter.safeParse(invisible).error?.issues).toMatchObject([
    { message: 'Content must be at least 10 characters' },
  ])
  expect(newNewsletter.safeParse({ title: '\u200b\u200b\u200b', content: 'The choir sang.' }).success).toBe(false)
})

const page = new File(['<!doctype html>'], 'page.pdf')
const webPage = 'This is a web page (.html).'
const kinds = `Only PDF, Word documents, and images are accepted. ${webPage} Please save it as a PDF, and choose that.`

/** The errors by field of a refused form. */
async function errorsOf(schema: unknown, fields: Record<string, string | File>): Promise<Record<string, string[]>> {
  const submission = parseForm(sent(fields), schema as typeof newFile)
  const answer = (await handleSubmission(submission, () => Promise.reject(new Error('saved')))) as {
    data: { result: { error: Record<string, string[]> } }
  }
  return answer.data.result.error
}

test.each([
  [newFile, 'file', { title: 'x' }, { title: ['Title must be at least 2 characters.'], file: [kinds] }],
  [timetableEdit, 'file', { title: 'Autumn', startDate: 'soon', version: '1' }, { file: [kinds] }],
  [
    memberForm,
    'photo',
    { name: '', position: 'Chair' },
    { name: ['Name is required'], photo: [`Only images are accepted: JPG, PNG, GIF or WebP. ${webPage}`] },
  ],
])('a wrong file is reported with other errors (%#)', async (schema, field, fields, errors) => {
  expect(await errorsOf(schema, { ...fields, [field]: page })).toMatchObject(errors)
})

test.each([
  [memberForm, 'photo', { name: '', position: 'Chair' }, { name: ['Name is required'] }],
  [timetableEdit, 'file', { title: 'x', startDate: '2025-09-01', version: '1' }, { title: [expect.any(String)] }],
  [newAttachment, 'file', { title: 'x' }, { file: [expect.not.stringContaining('accepted')] }],
])('an empty file input is not a file (%#)', async (schema, field, fields, errors) => {
  expect(await errorsOf(schema, { ...fields, [field]: new File([], '') })).toEqual(errors)
})

test('only an attachment may be a text; a good file with a wrong title gets no error', async () => {
  const title = 'x'.repeat(201)
  const letter = new File(['Dear all, the choir sang.'], 'letter.txt')
  expect(Object.keys(await errorsOf(newAttachment, { title, file: letter }))).toEqual(['title'])
  expect(Object.keys(await errorsOf(newFile, { title, file: letter }))).toEqual(['title', 'file'])
  const plan = createUploadedFile(createSamplePdf(), 'plan.pdf')
  expect(Object.keys(await errorsOf(newFile, { title, file: plan }))).toEqual(['title'])
})
