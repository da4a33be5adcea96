import { expect, test } from 'vitest'
import { credentialsWithCode } from '~/domain/accounts/schema'
import { newEnquiry } from '~/domain/enquiries/schema'
import { parseForm } from './form.server'

const enquiry = { name: 'Maura', email: 'maura@example.ie', subject: 'visit', message: 'May we come and see you?' }

/** The enquiry form with more fields, as FormData. */
function createEnquiry(more: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...enquiry, ...more })) form.append(name, value)
  return form
}

test.each(['__intent__', '__state__'])(
  'a field that Conform would read as an intent (%s) is ignored, whatever its value',
  (name) => {
    for (const value of ['', '{', 'null', '"x"', '{"type":"insert","payload":{"name":"a","index":99999999}}', '[[[']) {
      const submission = parseForm(createEnquiry({ [name]: value }), newEnquiry)
      expect(submission.status, value).toBe('success')
      const refused = parseForm(createEnquiry({ [name]: value, name: '' }), newEnquiry)
      expect(refused.reply().error, value).toEqual({ name: ['Name must be at least 2 characters.'] })
    }
  },
)

test('only the schema’s fields and the form’s name are sent back', () => {
  const strange = { 'name[5]': 'x', 'name.first': 'x', 'constructor.prototype.x': 'x', __proto__x: 'x', 'a.b.c': 'x' }
  const submission = parseForm(createEnquiry({ ...strange, intent: 'enquire', name: '' }), newEnquiry)
  const { initialValue } = submission.reply()
  expect(initialValue).toEqual({ ...enquiry, name: undefined, intent: 'enquire' })
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('a repeated field is refused if the schema has a single value', () => {
  const form = createEnquiry()
  form.append('name', 'Somebody else')
  expect(parseForm(form, newEnquiry).status).toBe('error')
})

test('secrets are never sent back, even if the route does not hide them', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ username: 'niamh', password: 'p'.repeat(5000), code: '123456' }))
    form.append(name, value)
  const reply = parseForm(form, credentialsWithCode).reply({ formErrors: ['Not now.'] })
  expect(reply.initialValue).toEqual({ username: 'niamh' })
  expect(reply.error?.['']).toEqual(['Not now.'])
})

test('a text that is a little too long is sent back whole; one that is far too long is cut, and the message says so', () => {
  const somewhat = parseForm(createEnquiry({ message: 'm'.repeat(6000) }), newEnquiry).reply()
  expect(somewhat.error).toEqual({ message: ['Please use at most 5000 characters.'] })
  expect(somewhat.initialValue?.message).toHaveLength(6000)
  const far = parseForm(createEnquiry({ message: 'm'.repeat(60_000), phone: '1'.repeat(60_000) }), newEnquiry).reply()
  expect(far.initialValue?.message).toHaveLength(6000)
  expect(far.initialValue?.phone).toHaveLength(1040)
  expect(far.error?.['']).toEqual(['Your text was too long, so we cut off the end. Please check it.'])
  expect(Object.keys(far.error ?? {}).sort()).toEqual(['', 'message', 'phone'])
})
