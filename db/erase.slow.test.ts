import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { changePerson } from '~/domain/accounts/people.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { addPrint } from '~/domain/consent/prints.server'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { writeToOutbox } from '~/domain/deliveries/outbox.server'
import { claimNext, storeOutcome } from '~/domain/deliveries/queue.server'
import { addEnquiry, removeEnquiry } from '~/domain/enquiries/enquiries.server'
import { newEnquiry } from '~/domain/enquiries/schema'
import { removeFile } from '~/domain/files/files.server'
import { storeInterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'
import { newSubscriber } from '~/domain/subscribers/schema'
import { addSubscriber, eraseSubscriber } from '~/domain/subscribers/subscribers.server'
import { runRetention } from '~/retention.server'
import { addSampleFile, recordConsents } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf } from '~/test/samples'
import { BUSY_TIMEOUT } from './driver'
import { mayContainErased, purgeDeletedRows } from './erase'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

/** Every byte that the product stores: the database, its write-ahead log and index, uploads and outbox. */
function everything(): string {
  const { dataDir } = riverbank.settings
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1') + name).join('\n')
}

function found(words: string[]): string[] {
  const stored = everything()
  return words.filter((word) => stored.includes(word))
}

async function mailTo(email: string, columns: { subscriberId?: number; enquiryId?: number }, words: string) {
  const { db, context } = riverbank
  await queueMail(db, { kind: columns.enquiryId ? 'enquiry' : 'welcome', email, name: 'Marguerite', ...columns })
  const { id } = await db.selectFrom('deliveries').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const envelope = { from: 'office@riverbank.example', to: email }
  await writeToOutbox(context.outbox, { id, envelope, raw: Buffer.from(words) })
  const failed = { state: 'failed', reason: `550 <${email}> unknown` } as const
  await db.updateTable('deliveries').set(failed).where('id', '=', id).execute()
}

test('no byte of an erased subscriber is left', async ({ db, context }) => {
  const words = ['marguerite@dunne.example', 'Marguerite', 'Fintan Dunne']
  const subscriber = { email: words[0], name: words[1], isGuardian: true, studentName: words[2] }
  const { id } = await addSubscriber(db, aoife, newSubscriber.parse(subscriber))
  await mailTo('marguerite@dunne.example', { subscriberId: id }, 'To: marguerite@dunne.example')
  await addSubscriber(db, aoife, newSubscriber.parse({ email: 'reader@example.ie' }))
  expect(found(words)).toEqual(words)
  await eraseSubscriber(db, context.outbox, aoife, id)
  expect(found(words)).toEqual([])
  expect(readdirSync(context.outbox)).toEqual([])
  expect(everything()).toContain('reader@example.ie')
})

test('a mail in flight when its subscriber is erased leaves no address', async ({ db, context }) => {
  const { id } = await addSubscriber(db, aoife, newSubscriber.parse({ email: 'marguerite@dunne.example' }))
  await queueMail(db, { kind: 'welcome', email: 'marguerite@dunne.example', subscriberId: id })
  await db.updateTable('deliveries').set({ reason: '450 <marguerite@dunne.example> is busy' }).execute()
  const delivery = await claimNext(db, 'other', Date.now() + 1000)
  await eraseSubscriber(db, context.outbox, aoife, id)
  expect(found(['marguerite'])).toEqual([])
  const reason = '550 <marguerite@dunne.example> is unknown'
  const refused = { is: 'refused', reason, isPermanent: true, isAboutUs: false, isUnknownRecipient: true } as const
  await storeOutcome(db, delivery!, refused, Date.now())
  const { state, reason: stored } = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()
  expect([state, stored]).toEqual(['failed', 'An address that was erased'])
})

test('no byte of a deleted enquiry is left', async ({ db, context }) => {
  const words = ['Marguerite', 'marguerite@dunne.example', '087 555 0199', 'My brother Fintan']
  const [name, email, phone, start] = words
  const message = `${start} ${'and so on '.repeat(400)}`
  const enquiry = newEnquiry.parse({ name, email, phone, subject: 'visit', message })
  const id = await addEnquiry(db, enquiry, { isSpam: false, officeEmail: 'office@riverbank.example' })
  await mailTo('office@riverbank.example', { enquiryId: id }, `Reply-To: ${email}`)
  expect(found(words)).toEqual(words)
  await removeEnquiry(db, context.outbox, aoife, id)
  expect(found(words)).toEqual([])
})

test('no byte of an erased student is left, with files, forms and earlier names', async ({ db, uploads, people }) => {
  const words = [
    'Ferdinand',
    'O’Shaughnessy',
    'Learning plan of F.',
    'how he likes it',
    'plan-of-f.pdf',
    'He waves from the pier',
    'My own words',
    'His cousin Ignatius',
    'A poster at the pier',
  ]
  const file = new File([new Uint8Array(createSamplePdf('the bytes of the plan'))], 'plan-of-f.pdf')
  const photo = new File([new Uint8Array(await createPicture().png().toBuffer())], 'pier.png')
  const of = { description: 'how he likes it', studentId: people.daniel.id }
  const name = { firstName: 'Ferdinand', lastName: 'O’Shaughnessy' }
  await changePerson(db, aoife, people.daniel.id, { patch: name })
  await addSampleFile(riverbank, { title: 'Learning plan of F.', ...of, file })
  await addSampleFile(riverbank, { title: 'By the sea', ...of, alt: 'He waves from the pier', file: photo })
  await recordConsents(riverbank, people.daniel.id, { gallery: 'yes', print: 'yes' }, 'His cousin Ignatius')
  const ours = new File([new Uint8Array(await createPicture().png().toBuffer())], 'us.png')
  const { id } = await addSampleFile(riverbank, {
    title: 'All of us',
    isShared: true,
    file: ours,
    inPicture: [people.daniel.id],
  })
  await addPrint(db, aoife, { kind: 'file', id }, { what: 'A poster at the pier' })
  const form = new FormData()
  form.set('title', 'My own words')
  await storeInterruptedForm(db, people.daniel.id, '/dashboard', form)
  const utf8 = [...words, 'the bytes of the plan'].map((word) => Buffer.from(word).toString('latin1'))
  expect(found(utf8)).toEqual(utf8)
  await erasePerson(db, uploads, aoife, people.daniel.id)
  expect(found([...utf8, 'daniel'])).toEqual([])
  await removeFile(db, uploads, aoife, id)
  expect(readdirSync(uploads)).toEqual([])
})

test('no byte of a deleted file is left, except its title in the activity log', async ({ db, uploads }) => {
  const file = new File([new Uint8Array(createSamplePdf('the bytes of the menu'))], 'menu-of-may.pdf')
  const { id } = await addSampleFile(riverbank, {
    title: 'The menu',
    description: 'soup on Monday',
    isShared: true,
    file,
  })
  const words = ['the bytes of the menu', 'soup on Monday', 'menu-of-may.pdf', 'The menu']
  expect(found(words)).toEqual(words)
  await removeFile(db, uploads, aoife, id)
  expect(found(words)).toEqual(['The menu'])
})

test('while another process reads, the site does not wait, and the next retention job removes the erased bytes', async () => {
  const { db, context, settings } = riverbank
  const path = join(settings.dataDir, 'riverbank.sqlite')
  const { id } = await addSubscriber(db, aoife, newSubscriber.parse({ email: 'marguerite@dunne.example' }))
  const reader = new SQLite(path, { readonly: true })
  reader.exec('begin')
  reader.prepare('select * from subscribers').all()
  const startedAt = Date.now()
  await eraseSubscriber(db, context.outbox, aoife, id)
  // A busy machine takes a second or two. Waiting for the reader would take this long.
  expect(Date.now() - startedAt).toBeLessThan(BUSY_TIMEOUT)
  expect(mayContainErased(db)).toBe(true)
  expect(found(['marguerite'])).toEqual(['marguerite'])
  reader.exec('commit')
  reader.close()
  await runRetention(context)
  expect(mayContainErased(db)).toBe(false)
  expect(found(['marguerite'])).toEqual([])
})

test('while one rewrite runs, other removals wait for the next; other changes are saved', async ({ db, context }) => {
  const names = Array.from({ length: 6 }, (_, number) => `marguerite-${number}`)
  const ids: number[] = []
  for (const name of names)
    ids.push((await addSubscriber(db, aoife, newSubscriber.parse({ email: `${name}@dunne.example` }))).id)
  const erased = ids.map((id) => eraseSubscriber(db, context.outbox, aoife, id))
  await addSubscriber(db, aoife, newSubscriber.parse({ email: 'one.more@dunne.example' }))
  await Promise.all(erased)
  expect(found(names)).toEqual([])
  expect(found(['one.more@dunne.example'])).toHaveLength(1)
})

test('a newly opened database may contain erased bytes; once purged, its log is empty', async ({ db, settings }) => {
  expect(mayContainErased(db)).toBe(true)
  await purgeDeletedRows(db)
  expect(mayContainErased(db)).toBe(false)
  const log = join(settings.dataDir, 'riverbank.sqlite-wal')
  expect(existsSync(log) ? readFileSync(log).length : 0).toBe(0)
})

test('no old copy stays where SQLite moved rows between pages', async ({ db }) => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed % below
  }
  const living: { id: number; word: string }[] = []
  const gone: string[] = []
  await db.transaction().execute(async (change) => {
    for (let step = 0; step < 3000; step++) {
      if (random(10) < 6 || living.length < 50) {
        // Long enough not to appear in ids and hashes by chance.
        const word = `w${100_000 + step}x`
        const row = { email: `${random(99_999)}${word}@x.example`, name: word.repeat(1 + random(30)), token: word }
        const added = { ...row, isGuardian: 0, active: 1, createdAt: '2026-01-01T00:00:00.000Z' } as const
        const { id } = await change.insertInto('subscribers').values(added).returning('id').executeTakeFirstOrThrow()
        living.push({ id, word })
      } else {
        const [one] = living.splice(random(living.length), 1)
        await change.deleteFrom('subscribers').where('id', '=', one!.id).execute()
        gone.push(one!.word)
      }
    }
  })
  await purgeDeletedRows(db)
  const bytes = everything()
  expect(gone.length).toBeGreaterThan(500)
  expect(gone.filter((word) => bytes.includes(word))).toEqual([])
  expect(living.every(({ word }) => bytes.includes(word))).toBe(true)
})
