import { expect, test } from 'vitest'
import { callRoute, shareRiverbank } from '~/test/riverbank'
import { loader } from './route'

const riverbank = shareRiverbank()
const get = () => callRoute(riverbank, loader, '/.well-known/security.txt')

test('GET /.well-known/security.txt is 404 unless the operator sets an address', async () => {
  expect((await get()).status).toBe(404)
})

test('GET /.well-known/security.txt names SECURITY_EMAIL, and is valid for less than a year', async () => {
  riverbank.context.settings.securityEmail = 'security@centre.example'
  const answer = await get()
  const text = await answer.text()
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^Contact: mailto:security@centre\.example$/m)
  expect(text).toMatch(/^Canonical: http:\/\/riverbank\.test\/\.well-known\/security\.txt$/m)
  const days = (Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(178)
  expect(days).toBeLessThan(365)
})
