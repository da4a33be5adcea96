import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDemoBoard } from '~db/demo-board'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database, NewRow } from '~db/schema'
import { listPlans } from './plans.server'

let db: Database
beforeEach(async () => {
  db = openDatabase(':memory:')
  await migrate(db)
})
afterEach(() => db.destroy())

async function add(...plans: Partial<NewRow<'strategicPlans'>>[]) {
  const plain = { title: 'Plan', content: '<p>Words</p>', startYear: 2024, endYear: 2027, isActive: 1 } as const
  for (const plan of plans)
    await db
      .insertInto('strategicPlans')
      .values({ ...plain, ...plan })
      .execute()
}

describe('the strategic plans', () => {
  it('are none at first', async () => {
    expect(await listPlans(db)).toEqual([])
  })

  it('come active first, then newest', async () => {
    await add(
      { title: 'Long ago', startYear: 2012, endYear: 2015, isActive: 0 },
      { title: 'Next', startYear: 2028, endYear: 2030, isActive: 0 },
      { title: 'Older and active', startYear: 2020, endYear: 2030 },
      { title: 'Today', startYear: 2024, endYear: 2027 },
      { title: 'Today, longer', startYear: 2024, endYear: 2029 },
    )
    const titles = (await listPlans(db)).map(({ title }) => title)
    expect(titles).toEqual(['Today, longer', 'Today', 'Older and active', 'Next', 'Long ago'])
  })

  it('are safe to show, whatever stands in the database', async () => {
    await add({ content: '<h1>Goals</h1><script>alert(1)</script><p onclick="alert(1)">One</p>', isActive: 0 })
    const [plan] = await listPlans(db)
    expect(plan).toMatchObject({ isActive: false, content: '<h3>Goals</h3><p>One</p>' })
  })

  it('of the demonstration have one active plan and an archive', async () => {
    await addDemoBoard(db)
    expect((await listPlans(db)).map(({ isActive }) => isActive)).toEqual([true, false, false])
  })
})
