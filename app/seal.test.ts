import { expect, test } from 'vitest'
import { lock, sealWith, unlock } from './seal.server'

const seal = sealWith('a secret of at least thirty-two characters')

test('what is locked is read again by the same server, for the same use', () => {
  expect(unlock(seal, 'a diary', lock(seal, 'a diary', 'Tréad na habhann'))).toBe('Tréad na habhann')
  expect(unlock(seal, 'a diary', lock(seal, 'a diary', ''))).toBe('')
})

test('it looks different each time, and never shows the text', () => {
  expect(lock(seal, 'a diary', 'heron')).not.toBe(lock(seal, 'a diary', 'heron'))
  expect(Buffer.from(lock(seal, 'a diary', 'heron'), 'base64url').toString('latin1')).not.toContain('heron')
})

test('nothing is read for another use, by another server, or once it was changed or cut', () => {
  const locked = lock(seal, 'a diary', 'heron')
  const changed = Buffer.from(locked, 'base64url')
  changed[changed.length - 1]! ^= 1
  expect(unlock(seal, 'a letter', locked)).toBeNull()
  expect(unlock(sealWith('another secret of thirty-two characters'), 'a diary', locked)).toBeNull()
  for (const broken of [changed.toString('base64url'), locked.slice(0, 20), locked.slice(0, 30), '', 'heron'])
    expect(unlock(seal, 'a diary', broken), broken).toBeNull()
})
