import { expect, test } from 'vitest'
import { IDEMPOTENCY_FIELD } from './field'
import { createIdempotencyKey } from './keys.server'

const UUID = '0d6f3c1e-3a44-4d0c-9a1b-6a1f0f6f3c1e'

function formOf(fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const sent = { path: '/contact', getSenderId: async (): Promise<number | undefined> => undefined }
const key = (fields: Record<string, string | File>, other: Partial<typeof sent> = {}) =>
  createIdempotencyKey({ ...sent, ...other }, formOf({ [IDEMPOTENCY_FIELD]: UUID, ...fields }))

const photo = (bytes = 'bytes', name = 'a.pdf') => ({ name: 'Maura', file: new File([bytes], name) })

test('a form sent again is the same with the same idempotency key, texts, files, address and person, and no other', async () => {
  expect(await key({ name: 'Maura' })).toBe(await key({ name: 'Maura' }))
  expect(await key(photo())).toBe(await key(photo()))
  const keys = await Promise.all([
    key({ name: 'Maura' }),
    key({ name: 'Maura D.' }),
    key({ names: 'Maura' }),
    key({ name: 'M', aura: '' }),
    key({ name: 'Maura', [IDEMPOTENCY_FIELD]: UUID.replace('0', '1') }),
    key({ name: new File(['Maura'], '') }),
    key({ name: 'Maura' }, { path: '/unsubscribe' }),
    key({ name: 'Maura' }, { getSenderId: async () => 1 }),
    key({ name: 'Maura' }, { getSenderId: async () => 2 }),
    key(photo()),
    key(photo('bites')),
    key(photo('bytes', 'b.pdf')),
  ])
  expect(new Set(keys).size).toBe(12)
})

test('a form without a valid idempotency key has none', async () => {
  for (const value of ['', 'x', UUID.toUpperCase(), `${UUID}0`, `'; drop table tickets; --`, new File([UUID], UUID)])
    expect(await createIdempotencyKey(sent, formOf({ [IDEMPOTENCY_FIELD]: value }))).toBeNull()
})
