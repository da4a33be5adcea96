import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import type { Row } from '~db/schema'
import {
  addEnquiry,
  countEnquiries,
  mailEnquiryAgain,
  markEnquiryReal,
  markEnquirySpam,
  paginateEnquiries,
  setAnswered,
} from './enquiries.server'
import type { NewEnquiry } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const maura: NewEnquiry = {
  name: 'Maura Dunne',
  email: 'maura@example.ie',
  phone: '087 555 0101',
  subject: 'visit',
  message: 'My brother would like to visit.\nIn spring?',
}
const officeEmail = 'office@riverbank.example'
const add = (isSpam = false, fields: Partial<NewEnquiry> = {}) =>
  addEnquiry(riverbank.db, { ...maura, ...fields }, { isSpam, officeEmail })
const list = async (isSpam = false, page = 1) => (await paginateEnquiries(riverbank.db, aoife, { isSpam, page })).items
const mails = () => riverbank.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
const mailBecomes = (state: Row<'deliveries'>['state'], reason: string | null = null) =>
  riverbank.db.updateTable('deliveries').set({ state, reason, attempts: 1 }).execute()

test('an enquiry and its mail to the office are both saved, or neither', async () => {
  const id = await add()
  expect(await mails()).toMatchObject([{ kind: 'enquiry', email: officeEmail, enquiryId: id, state: 'pending' }])
  await riverbank.db.schema.dropTable('deliveries').execute()
  await expect(add()).rejects.toThrow()
  expect(await riverbank.db.selectFrom('enquiries').select('id').execute()).toEqual([{ id }])
})

test('an enquiry that looks like spam is not mailed until a tutor marks it as not spam', async () => {
  const id = await add(true)
  expect(await mails()).toEqual([])
  expect(await list()).toEqual([])
  expect(await list(true)).toMatchObject([{ ...maura, id, isSpam: true, mail: null }])
  await markEnquiryReal(riverbank.db, aoife, id, officeEmail)
  await markEnquiryReal(riverbank.db, aoife, id, officeEmail)
  expect(await mails()).toHaveLength(1)
  expect(await list()).toMatchObject([{ ...maura, id, isSpam: false, mail: { state: 'pending', attempts: 0 } }])
  expect(await list(true)).toEqual([])
})

test('an enquiry marked as spam is no longer sent; sent mails stay recorded', async () => {
  const id = await add()
  await markEnquirySpam(riverbank.db, aoife, id)
  expect(await mails()).toEqual([])
  await markEnquiryReal(riverbank.db, aoife, id, officeEmail)
  await mailBecomes('sent')
  await markEnquirySpam(riverbank.db, aoife, id)
  await markEnquiryReal(riverbank.db, aoife, id, officeEmail)
  expect(await mails()).toMatchObject([{ state: 'sent' }])
})

test('the log names an enquiry by its subject, never by its author', async () => {
  const id = await add()
  await setAnswered(riverbank.db, aoife, id, false)
  await markEnquirySpam(riverbank.db, aoife, id)
  await mailEnquiryAgain(riverbank.db, aoife, id, officeEmail)
  await markEnquiryReal(riverbank.db, aoife, id, officeEmail)
  await mailBecomes('failed')
  await mailEnquiryAgain(riverbank.db, aoife, id, officeEmail)
  expect(await list()).toMatchObject([{ id, answeredAt: null, answeredBy: null }])
  await setAnswered(riverbank.db, aoife, id, true)
  expect(await list()).toMatchObject([{ id, answeredAt: expect.stringMatching(/Z$/), answeredBy: 'Aoife Brennan' }])
  const verbs = (await listActivity(riverbank.db, aoife, { limit: 5 })).map(({ action }) => action)
  expect(verbs.reverse()).toEqual(['reopened', 'marked as spam', 'marked as real', 'sent again', 'answered'])
  const [line] = await listActivity(riverbank.db, aoife)
  expect(line).toMatchObject({ action: 'answered', noun: 'enquiry', recordId: id, title: 'Arrange a Visit' })
  expect(JSON.stringify(line)).not.toMatch(/Maura|087/)
})

test.each([
  ['failed', 2],
  ['sending', 1],
  ['sent', 1],
] as const)('‘Send it again’ after a mail that is %s leaves %i mails, and none for spam', async (state, number) => {
  const id = await add()
  await mailEnquiryAgain(riverbank.db, aoife, await add(true), officeEmail)
  await mailBecomes(state, 'as the server put it')
  await mailEnquiryAgain(riverbank.db, aoife, id, officeEmail)
  await mailEnquiryAgain(riverbank.db, aoife, id, officeEmail)
  expect(await mails()).toHaveLength(number)
  expect((await list())[0]?.mail?.state).toBe(number === 2 ? 'pending' : state)
})

test('the list has open ones first, then the newest, with counts', async () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
  for (const day of days) {
    const id = await add(false, { name: day })
    const createdAt = `${day}T09:00:00.000Z`
    await riverbank.db.updateTable('enquiries').set({ createdAt }).where('id', '=', id).execute()
  }
  await add(true)
  await setAnswered(riverbank.db, aoife, 4, true)
  await setAnswered(riverbank.db, aoife, 1, true)
  expect((await list()).map(({ name }) => name)).toEqual(['2026-11-03', '2026-11-02', '2026-11-04', '2026-11-01'])
  expect(await countEnquiries(riverbank.db, aoife)).toEqual({ open: 2, answered: 2, spam: 1 })
})

const search = async (text: string, isSpam = false) =>
  (await paginateEnquiries(riverbank.db, aoife, { isSpam, text })).items.map(({ name }) => name)

test('a search finds part of an enquiry, ignoring case and accents; open ones first', async () => {
  const answered = await add(false, { name: 'Áine Byrne' })
  await add(false, { name: 'Liam', message: 'My sister Aine loves the choir.' })
  await add(true, { name: 'Spam of Aine' })
  await setAnswered(riverbank.db, aoife, answered, true)
  expect(await search(' AINE ')).toEqual(['Liam', 'Áine Byrne'])
  expect(await search('aine', true)).toEqual(['Spam of Aine'])
  expect(await search('087 555')).toHaveLength(2)
  expect(await search('maura@')).toHaveLength(2)
  expect(await search('%')).toEqual([])
})
