import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDemoBoard } from '~/demo/board'
import { listActivity } from '~/domain/activity/activity.server'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database, NewRow } from '~db/schema'
import { addPlan, changePlan, findPlan, listActivePlans, listPlans, removePlan } from './plans.server'
import { newPlan } from './schema'

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

  it('are safe to show, whatever the database contains', async () => {
    await add({ content: '<h1>Goals</h1><script>alert(1)</script><p onclick="alert(1)">One</p>', isActive: 0 })
    const [plan] = await listPlans(db)
    expect(plan).toMatchObject({ isActive: false, content: '<h3>Goals</h3><p>One</p>' })
  })

  it('of the demonstration have one active plan and an archive', async () => {
    await addDemoBoard(db)
    expect((await listPlans(db)).map(({ isActive }) => isActive)).toEqual([true, false, false])
  })
})

describe('a plan', () => {
  const aoife = { id: 1, username: 'aoife', role: 'tutor' as const, firstName: 'Aoife', lastName: 'Brennan' }
  beforeEach(async () => {
    const account = { ...aoife, passwordHash: '', createdAt: '2026-01-01T00:00:00.000Z' }
    await db.insertInto('users').values(account).execute()
  })
  const open = (fields = {}) =>
    newPlan.parse({ title: 'Open handlers', content: '<h1>Goals</h1><script>alert(1)</script>', ...fields })

  it('is sanitised when it is shown, changed, archived and removed, and the activity log says so', async () => {
    const { id } = await addPlan(db, aoife, open())
    expect(await findPlan(db, id)).toMatchObject({ content: '<h3>Goals</h3>' })
    expect(await listActivePlans(db)).toHaveLength(1)
    const changed = await changePlan(db, aoife, id, { version: 1, patch: open({ isActive: false, title: 'Doors' }) })
    expect(changed).toMatchObject({ title: 'Doors', isActive: false, version: 2 })
    expect(await listActivePlans(db)).toEqual([])
    await removePlan(db, aoife, id)
    expect(await findPlan(db, id)).toBeNull()
    expect((await listActivity(db)).map(({ action, noun, title }) => `${action} ${noun} ${title}`)).toEqual([
      'deleted strategic plan Doors',
      'changed strategic plan Doors',
      'added strategic plan Open handlers',
    ])
  })
})
