import { expect, test, vi } from 'vitest'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { createDraft, getDraftKey, readDraft, removeDraft, removeDrafts, storeDraft } from './draft'

/** A fake storage whose keys are own properties, as in browsers. */
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

test('all drafts are removed, or those of other users; other items stay', () => {
  vi.stubGlobal('sessionStorage', storage())
  sessionStorage.setItem('other', 'x')
  for (const user of [1, 12]) storeDraft(getDraftKey(user, '/a'), { title: 'T' })
  removeDrafts(1)
  expect(readDraft(getDraftKey(1, '/a'))).toBeDefined()
  expect(readDraft(getDraftKey(12, '/a'))).toBeUndefined()
  removeDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['other'])
})

test('a draft has no passwords, codes, files or idempotency keys', () => {
  const form = new FormData()
  for (const name of ['title', 'currentPassword', 'code', IDEMPOTENCY_FIELD, 'version']) form.set(name, name)
  form.set('file', new File(['x'], 'x.txt'))
  expect(createDraft(form)).toEqual({ title: 'title', version: 'version' })
})

test('a full or disabled storage causes no errors', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  vi.stubGlobal('sessionStorage', full)
  expect(() => storeDraft('k', { title: 'T' })).not.toThrow()
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => storeDraft('k', { title: 'T' })).not.toThrow()
  expect(readDraft('k')).toBeUndefined()
  expect(() => removeDraft('k')).not.toThrow()
  expect(() => removeDrafts()).not.toThrow()
})
