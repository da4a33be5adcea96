import { expect, test } from 'vitest'
import { createSigner, decrypt, encrypt } from './signing.server'

const sign = createSigner('a secret of at least thirty-two characters')

test('the same server decrypts a text for the same use', () => {
  expect(decrypt(sign, 'a diary', encrypt(sign, 'a diary', 'Tréad na habhann'))).toBe('Tréad na habhann')
  expect(decrypt(sign, 'a diary', encrypt(sign, 'a diary', ''))).toBe('')
})

test('the ciphertext differs each time, and never contains the text', () => {
  expect(encrypt(sign, 'a diary', 'heron')).not.toBe(encrypt(sign, 'a diary', 'heron'))
  expect(Buffer.from(encrypt(sign, 'a diary', 'heron'), 'base64url').toString('latin1')).not.toContain('heron')
})

test('nothing is decrypted for another use, by another server, or once altered or truncated', () => {
  const locked = encrypt(sign, 'a diary', 'heron')
  const changed = Buffer.from(locked, 'base64url')
  changed[changed.length - 1]! ^= 1
  expect(decrypt(sign, 'a letter', locked)).toBeNull()
  expect(decrypt(createSigner('another secret of thirty-two characters'), 'a diary', locked)).toBeNull()
  for (const broken of [changed.toString('base64url'), locked.slice(0, 20), locked.slice(0, 30), '', 'heron'])
    expect(decrypt(sign, 'a diary', broken), broken).toBeNull()
})
