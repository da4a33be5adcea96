import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { adjustableCategories, defaultRetentionMonths } from '~/content/retention-terms'
import { changeRetention, readRetention } from '~/domain/retention/retention.server'
import { runRetention } from '~/retention.server'
import { createTemporaryFolder } from '~/test/folder'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { makeBackup } from './make.server'
import { prepareDatabase } from './ready-database.server'
import { restoreBackup } from './restore.server'

const riverbank = setUpFreshRiverbank()

test('an older backup with a shorter retention period removes nothing until a tutor has saved the periods', async () => {
  const { db, people, settings, context } = riverbank
  const at = new Date(Date.now() - 200 * 24 * 3_600_000).toISOString()
  const about = { name: 'Maura', email: 'm@x.example', phone: null, subject: 'visit', message: 'May we come?' } as const
  await db
    .insertInto('enquiries')
    .values({ ...about, suspected: 0, createdAt: at, answeredAt: at })
    .execute()
  await changeRetention(db, people.aoife, { patch: { enquiries: 3 } })
  using elsewhere = createTemporaryFolder()
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  await changeRetention(db, people.aoife, { patch: { enquiries: 36 } })
  await db.destroy()
  await restoreBackup(settings.dataDir, path)
  const again = await prepareDatabase(settings)
  onTestFinished(() => again.destroy())
  const run = () => runRetention({ ...context, db: again })
  const left = async () => (await again.selectFrom('enquiries').selectAll().execute()).length
  expect(await readRetention(again)).toMatchObject({
    terms: { ...defaultRetentionMonths, enquiries: 3 },
    held: adjustableCategories,
  })
  await run()
  expect(await left()).toBe(1)
  await changeRetention(again, people.aoife, { patch: { ...defaultRetentionMonths, enquiries: 36 } })
  await run()
  expect(await left()).toBe(1)
  await changeRetention(again, people.aoife, { patch: { enquiries: 3 } })
  await run()
  expect(await left()).toBe(0)
})
