import { expect, test } from 'vitest'
import { findCurrentConsents } from '~/domain/consent/consents.server'
import { countPicturesOfStudent } from '~/domain/consent/pictures.server'
import { isHomeOn, paginateHomeItems, switchHome } from '~/domain/home/home.server'
import { findPortalView } from '~/domain/portal-view/portal-view.server'
import { shareRiverbank } from '~/test/riverbank'
import type { Database } from '~db/schema'
import type { Account } from './account'
import { findSecondStep } from './second-step.server'

const riverbank = shareRiverbank()

type Read = (db: Database, reader: Account, id: number) => Promise<unknown>
test.each<[string, Read, unknown]>([
  ['photo permissions', async (...of) => (await findCurrentConsents(...of)).length, 5],
  ['pictures', (...of) => countPicturesOfStudent(...of, 'website'), 0],
  ['what the portal shows', async (...of) => (await findPortalView(...of)).version, 1],
  ['whether home is on', isHomeOn, true],
  ['items at home', async (...of) => (await paginateHomeItems(...of, 1)).found, 0],
  ['second step', findSecondStep, null],
])('%s: read by the student and tutors, not by another student', async (_, read, expected) => {
  const { db, people } = riverbank
  const { aoife, daniel, niamh } = people
  await switchHome(db, aoife, daniel.id, true)
  expect([await read(db, daniel, daniel.id), await read(db, aoife, daniel.id)]).toEqual([expected, expected])
  await expect(read(db, niamh, daniel.id)).rejects.toMatchObject({ kind: 'notFound' })
})
