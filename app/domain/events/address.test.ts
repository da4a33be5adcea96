import { expect, test } from 'vitest'
import { closeAccount } from '~/domain/accounts/accounts.server'
import { createSigner } from '~/signing.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createCalendarToken, findCalendarReader, makeCalendarAddress, removeCalendarAddress } from './address.server'

const sign = createSigner('the server’s own secret')
const riverbank = setUpFreshRiverbank()

/** Creates Daniel's address and returns its token. */
async function tokenOfDaniel(): Promise<string> {
  const { db, people } = riverbank
  await makeCalendarAddress(db, people.daniel)
  return (await createCalendarToken(db, sign, people.daniel)) ?? ''
}

test('a replaced or removed address, or one of a closed account, does not work', async ({ db, people }) => {
  const old = await tokenOfDaniel()
  const token = await tokenOfDaniel()
  expect([
    (await findCalendarReader(db, sign, old)) !== null,
    (await findCalendarReader(db, sign, token)) !== null,
  ]).toEqual([false, true])
  await removeCalendarAddress(db, people.daniel)
  expect((await findCalendarReader(db, sign, token)) !== null).toBe(false)
  const again = await tokenOfDaniel()
  await closeAccount(db, 'daniel')
  expect((await findCalendarReader(db, sign, again)) !== null).toBe(false)
})

test('the database alone does not give an address away', async () => {
  const token = await tokenOfDaniel()
  const stored = await riverbank.db.selectFrom('calendarAddresses').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token.split('.')[1])
  expect((await findCalendarReader(riverbank.db, createSigner('another secret'), token)) !== null).toBe(false)
})

test('invalid tokens do not work', async () => {
  const token = await tokenOfDaniel()
  const { niamh } = riverbank.people
  const others = [token.slice(0, -1), `${token}A`, `0${token}`, token.replace(/^\d+/, String(niamh.id))]
  for (const other of ['', '.', '1.', 'x', `${'9'.repeat(40)}.x`, ...others])
    expect((await findCalendarReader(riverbank.db, sign, other)) !== null, other).toBe(false)
})
