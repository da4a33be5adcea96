import { afterEach, expect, test, vi } from 'vitest'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { draftKey, draftOf, forgetDraft, forgetDrafts, keepDraft, storedDraft } from './draft'

/** A storage whose keys are its own, as a browser's are. */
function storage(): Storage {
  const methods = {
    getItem(key: string) {
      return (this as unknown as Record<string, string>)[key] ?? null
    },
    setItem(key: string, value: string) {
      Object.assign(this, { [key]: value })
    },
    removeItem(key: string) {
      delete (this as unknown as Record<string, string>)[key]
    },
  }
  return Object.create(methods)
}

afterEach(() => vi.unstubAllGlobals())

test('a draft is kept by person and address, and forgotten', () => {
  vi.stubGlobal('sessionStorage', storage())
  const key = draftKey(1, '/dashboard/resources/new')
  keepDraft(key, { title: 'Respite' })
  expect(storedDraft(key)).toEqual({ title: 'Respite' })
  expect(storedDraft(draftKey(2, '/dashboard/resources/new'))).toBeUndefined()
  expect(storedDraft(draftKey(1, '/dashboard/resources/4/edit'))).toBeUndefined()
  forgetDraft(key)
  expect(storedDraft(key)).toBeUndefined()
})

test('all drafts are forgotten, or those of others; what else is stored stays', () => {
  vi.stubGlobal('sessionStorage', storage())
  sessionStorage.setItem('other', 'x')
  for (const user of [1, 12]) keepDraft(draftKey(user, '/a'), { title: 'T' })
  forgetDrafts(1)
  expect(storedDraft(draftKey(1, '/a'))).toBeDefined()
  expect(storedDraft(draftKey(12, '/a'))).toBeUndefined()
  forgetDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['other'])
})

test('a draft has no passwords, codes, files and tickets', () => {
  const form = new FormData()
  for (const name of ['title', 'currentPassword', 'code', IDEMPOTENCY_FIELD, 'version']) form.set(name, name)
  form.set('file', new File(['x'], 'x.txt'))
  expect(draftOf(form)).toEqual({ title: 'title', version: 'version' })
})

test('a storage that is full or switched off fails nobody', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  vi.stubGlobal('sessionStorage', full)
  expect(() => keepDraft('k', { title: 'T' })).not.toThrow()
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => keepDraft('k', { title: 'T' })).not.toThrow()
  expect(storedDraft('k')).toBeUndefined()
  expect(() => forgetDraft('k')).not.toThrow()
  expect(() => forgetDrafts()).not.toThrow()
})
