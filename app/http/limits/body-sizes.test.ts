import { expect, test } from 'vitest'
import { newFile } from '~/domain/files/schema'
import { newNewsletter } from '~/domain/newsletters/schema'
import { newNotice } from '~/domain/notices/schema'
import { newResource } from '~/domain/resources/schema'
import { contract } from '~/http/contract/contract.server'
import { getFormFields } from '~/http/forms/fields.server'
import { FORM_LIMIT, getBodyLimit, getCallBodyLimit, TEXT_LIMIT, UPLOAD_LIMIT } from './body-sizes'

const bodies = contract.flatMap(({ calls }) => calls).flatMap(({ id, body }) => (body ? [{ id, ...body }] : []))

test.each(bodies.map(({ id, rules }) => [id, rules] as const))(
  '%s accepts every field at its maximum length, in any script, as JSON or as a form',
  (_, rules) => {
    const longest = [...getFormFields(rules)].map(([name, length]) => [name, '€'.repeat(length)])
    const sizes = [JSON.stringify(Object.fromEntries(longest)), String(new URLSearchParams(longest))].map((text) =>
      Buffer.byteLength(text),
    )
    expect(Math.max(...sizes)).toBeLessThan(getBodyLimit(rules))
  },
)

test('each call with a file takes one of 5 MB', () => {
  const calls = contract.flatMap(({ calls }) => calls).filter(({ body }) => body?.as === 'multipart/form-data')
  expect(calls.map((call) => [`${call.method} ${call.path}`, getCallBodyLimit(call) > 5 * 1024 * 1024])).toEqual([
    ['POST /api/newsletters/{id}/attachments', true],
    ['POST /api/files/upload', true],
    ['POST /api/qqi-images', true],
    ['POST /api/timetables', true],
  ])
})

test('only a form with a file may be as large as the overall limit', () => {
  expect(getBodyLimit(newFile)).toBe(UPLOAD_LIMIT)
  for (const rules of [newNotice, newResource, newNewsletter]) {
    expect(getBodyLimit(rules)).toBeGreaterThan(FORM_LIMIT)
    expect(getBodyLimit(rules)).toBeLessThan(TEXT_LIMIT)
  }
})
