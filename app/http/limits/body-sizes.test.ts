import { expect, test } from 'vitest'
import { contract } from '~/http/contract/contract.server'
import { FORM_LIMIT, greatestBody, LONG_TEXT_LIMIT, takesFiles, UPLOAD_LIMIT } from './body-sizes'

test.each([
  ['/dashboard', UPLOAD_LIMIT, FORM_LIMIT],
  ['/dashboard.data', UPLOAD_LIMIT, FORM_LIMIT],
  ['/dashboard/newsletter/7', UPLOAD_LIMIT, FORM_LIMIT],
  ['/dashboard/newsletter/new', LONG_TEXT_LIMIT, LONG_TEXT_LIMIT],
  ['/dashboard/profile/website/home/hero', UPLOAD_LIMIT, LONG_TEXT_LIMIT],
  ['/api/files/upload', UPLOAD_LIMIT, FORM_LIMIT],
  ['/api/resources/7', LONG_TEXT_LIMIT, LONG_TEXT_LIMIT],
  ['/contact', FORM_LIMIT, FORM_LIMIT],
  ['/dashboard/calendar/new', FORM_LIMIT, FORM_LIMIT],
  ['/x/dashboard', FORM_LIMIT, FORM_LIMIT],
])('%s takes %i bytes from who may add files, else %i', (path, withFiles, without) => {
  expect([greatestBody(path, true), greatestBody(path, false)]).toEqual([withFiles, without])
})

test('exactly the calls that take a form with a file take files', () => {
  const calls = contract.flatMap(({ calls }) => calls)
  const taking = calls.filter(({ path }) => takesFiles(path.replace('{id}', '7'))).map(({ path }) => path)
  const forms = calls.filter(({ takes }) => takes?.as === 'multipart/form-data').map(({ path }) => path)
  expect(new Set(forms)).toEqual(new Set(taking))
})
