import { expect, it } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import type { NewRow } from '~db/schema'
import { formatPlanYears } from './plans'
import { listPublicPlans } from './plans.server'
import { newPlan, planForm } from './schema'

const riverbank = setUpFreshRiverbank()
const plan = { title: 'Open doors', content: '<p>Goals</p>' }
const messagesOf = (fields: object) => newPlan.safeParse({ ...plan, ...fields }).error?.issues.map((one) => one.message)

async function insert(...plans: Partial<NewRow<'strategicPlans'>>[]) {
  const row = { ...plan, startYear: 2024, endYear: 2027, isActive: 1 } as const
  const rows = plans.map((fields) => ({ ...row, ...fields }))
  await riverbank.db.insertInto('strategicPlans').values(rows).execute()
}

it('strategic plans come active first, then newest', async () => {
  await insert(
    { title: 'Long ago', startYear: 2012, endYear: 2015, isActive: 0 },
    { title: 'Next', startYear: 2028, endYear: 2030, isActive: 0 },
    { title: 'Older and active', startYear: 2020, endYear: 2030 },
    { title: 'Today' },
    { title: 'Today, longer', endYear: 2029 },
  )
  const titles = (await listPublicPlans(riverbank.db)).map(({ title }) => title)
  expect(titles).toEqual(['Today, longer', 'Today', 'Older and active', 'Next', 'Long ago'])
})

it('a strategic plan is safe to show, whatever the database contains', async () => {
  await insert({ content: '<h1>Goals</h1><script>alert(1)</script><p onclick="alert(1)">One</p>', isActive: 0 })
  expect(await listPublicPlans(riverbank.db)).toMatchObject([{ isActive: false, content: '<h3>Goals</h3><p>One</p>' }])
})

it('a plan is active, for this year and the next three, unless it says otherwise; its years are in this century', () => {
  const year = new Date().getFullYear()
  expect(newPlan.parse(plan)).toMatchObject({ startYear: year, endYear: year + 3, isActive: true })
  const form = { ...plan, startYear: '', endYear: '' }
  expect(planForm.parse(form)).toMatchObject({ startYear: year, endYear: year + 3, isActive: false })
  const [start, end] = ['Start year must be from 2000 to 2100.', 'End year must be from 2000 to 2100.']
  for (const wrong of ['1999', 2101, 2024.5])
    expect(messagesOf({ startYear: wrong, endYear: wrong })).toEqual([start, end])
  expect(formatPlanYears({ startYear: 2025, endYear: 2025 })).toBe('2025')
  expect(formatPlanYears({ startYear: 2025, endYear: 2028 })).toBe('2025 - 2028')
})
