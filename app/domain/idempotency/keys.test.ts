import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { IDEMPOTENCY_FIELD } from './field'
import { createIdempotencyKey, insertIdempotencyKey, isKeyStored, removeKey } from './keys.server'

const UUID = '0d6f3c1e-3a44-4d0c-9a1b-6a1f0f6f3c1e'

function formOf(fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const sent = { path: '/contact', getSenderId: async (): Promise<number | undefined> => undefined }
const key = (fields: Record<string, string | File>, other: Partial<typeof sent> = {}) =>
  createIdempotencyKey({ ...sent, ...other }, formOf({ [IDEMPOTENCY_FIELD]: UUID, ...fields }))

test('a form sent again is the same with the same idempotency key, texts and files', async () => {
  const file = () => new File(['bytes'], 'a.pdf')
  expect(await key({ name: 'Maura', file: file() })).toBe(await key({ name: 'Maura', file: file() }))
})

test.each([
  ['another word', { name: 'Maura D.' }],
  ['another field', { names: 'Maura' }],
  ['another cut between the fields', { name: 'M', aura: '' }],
  ['another idempotency key', { name: 'Maura', [IDEMPOTENCY_FIELD]: UUID.replace('0', '1') }],
  ['a file', { name: new File(['Maura'], '') }],
])('a form sent again is not the same form with %s', async (_, fields) => {
  expect(await key(fields)).not.toBe(await key({ name: 'Maura' }))
})

test('a form sent again is not the same with a file of other bytes or another name, at another address, or from another person', async () => {
  const first = await key({ file: new File(['bytes'], 'a.pdf') })
  expect(await key({ file: new File(['bites'], 'a.pdf') })).not.toBe(first)
  expect(await key({ file: new File(['bytes'], 'b.pdf') })).not.toBe(first)
  const others = [{ path: '/unsubscribe' }, { getSenderId: async () => 1 }, { getSenderId: async () => 2 }]
  const all = await Promise.all([{}, ...others].map((other) => key({ name: 'Maura' }, other)))
  expect(new Set(all).size).toBe(4)
})

test.each(['', 'x', UUID.toUpperCase(), `${UUID}0`, `'; drop table tickets; --`])(
  'a form with the idempotency key %j has none',
  async (value) => {
    expect(await createIdempotencyKey(sent, formOf({ [IDEMPOTENCY_FIELD]: value }))).toBeNull()
    expect(await createIdempotencyKey(sent, formOf({ [IDEMPOTENCY_FIELD]: new File([UUID], UUID) }))).toBeNull()
  },
)

const riverbank = setUpFreshRiverbank()

test('an idempotency key is stored until it is removed or expires', async () => {
  const { db } = riverbank
  await insertIdempotencyKey(db, 'one', 'a sender').execute()
  await insertIdempotencyKey(db, 'one', 'a sender').execute()
  await insertIdempotencyKey(db, 'two', 'a sender').execute()
  expect([await isKeyStored(db, 'one'), await isKeyStored(db, 'two'), await isKeyStored(db, 'three')]).toEqual([
    true,
    true,
    false,
  ])
  await removeKey(db, 'one')
  expect(await isKeyStored(db, 'one')).toBe(false)
})
