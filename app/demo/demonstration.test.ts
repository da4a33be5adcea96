import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSessionSecret } from '~/signing.server'
import { getTrialSettings } from './demonstration.server'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'riverbank-first-try-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true }))

test('scripts/start keeps every setting of the operator', () => {
  const set = { HOST: '0.0.0.0', PORT: '8080', DEMO: '0', DEMO_PASSWORD: 'heron on the river', SESSION_SECRET: 's' }
  expect(getTrialSettings(set)).toEqual(set)
})

test.each([
  [{ HOST: '0.0.0.0' }, ''],
  [{ HOST: '192.168.1.5' }, ''],
  [{ PUBLIC_URL: 'https://riverbank.example' }, ''],
  [{ TRUST_PROXY: '1' }, ''],
  [{ HOST: 'localhost' }, 'riverbank-demo'],
  [{ HOST: '127.0.0.2', TRUST_PROXY: '0' }, 'riverbank-demo'],
])('scripts/start with %j uses the known password only if no other machine can connect', (set, password) => {
  expect(getTrialSettings({ DATA_DIR, ...set }).DEMO_PASSWORD).toBe(password)
})

test('the session secret is generated once, readable by its owner only, and again if it is incomplete', () => {
  const secret = loadSessionSecret(DATA_DIR)
  const file = join(DATA_DIR, 'session-secret')
  expect(secret).toMatch(/^[\da-f]{64}$/)
  expect(loadSessionSecret(DATA_DIR)).toBe(secret)
  expect(statSync(file).mode & 0o077).toBe(0)
  writeFileSync(file, '')
  expect(loadSessionSecret(DATA_DIR)).toMatch(/^[\da-f]{64}$/)
  expect(readFileSync(file, 'utf8')).not.toBe(secret)
})
