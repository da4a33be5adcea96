import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionSecret } from '~/seal.server'
import { firstTry } from './demonstration.server'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'riverbank-first-try-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true }))

test('scripts/start sets a demonstration for this machine alone, with the known password', () => {
  expect(firstTry({ DATA_DIR })).toEqual({
    HOST: '127.0.0.1',
    PORT: '3000',
    DEMO: '1',
    DEMO_PASSWORD: 'riverbank-demo',
    SESSION_SECRET: sessionSecret(DATA_DIR),
  })
})

test('scripts/start changes nothing that the operator set', () => {
  const set = { HOST: '0.0.0.0', PORT: '8080', DEMO: '0', DEMO_PASSWORD: 'heron on the river', SESSION_SECRET: 's' }
  expect(firstTry(set)).toEqual(set)
})

test.each([
  [{ HOST: '0.0.0.0' }, ''],
  [{ HOST: '::' }, ''],
  [{ HOST: '192.168.1.5' }, ''],
  [{ HOST: 'riverbank.example' }, ''],
  [{ PUBLIC_URL: 'https://riverbank.example' }, ''],
  [{ TRUST_PROXY: '1' }, ''],
  [{ HOST: 'localhost' }, 'riverbank-demo'],
  [{ HOST: '::1' }, 'riverbank-demo'],
  [{ HOST: '127.0.0.2', TRUST_PROXY: '0' }, 'riverbank-demo'],
])('scripts/start with %j takes the known password only where nobody else can come in', (set, password) => {
  expect(firstTry({ DATA_DIR, ...set }).DEMO_PASSWORD).toBe(password)
})

test('the secret beside the data is made once, for its owner’s eyes, and again where it was not finished', () => {
  const secret = sessionSecret(DATA_DIR)
  const file = join(DATA_DIR, 'session-secret')
  expect(secret).toMatch(/^[\da-f]{64}$/)
  expect(sessionSecret(DATA_DIR)).toBe(secret)
  expect(statSync(file).mode & 0o077).toBe(0)
  writeFileSync(file, '')
  expect(sessionSecret(DATA_DIR)).toMatch(/^[\da-f]{64}$/)
  expect(readFileSync(file, 'utf8')).not.toBe(secret)
})
