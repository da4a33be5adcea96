import { describe, expect, it } from 'vitest'
import { newPlan, planForm } from './schema'
import { formatPlanYears } from './years'

const plan = { title: 'Open handlers', content: '<p>Goals</p>' }
const thisYear = new Date().getFullYear()
const messagesOf = (fields: unknown) => newPlan.safeParse(fields).error?.issues.map(({ message }) => message) ?? []

describe('a strategic plan', () => {
  it('needs a title and content; its years and the rest have defaults', () => {
    expect(newPlan.parse(plan)).toEqual({
      ...plan,
      description: null,
      documentUrl: null,
      startYear: thisYear,
      endYear: thisYear + 3,
      isActive: true,
    })
    expect(messagesOf({})).toEqual(['Title is required', 'Content is required'])
  })

  it.each(['1999', 2101, 2024.5, -5])('may not have the year %j', (year) => {
    expect(messagesOf({ ...plan, startYear: year })).toContain('Start year must be from 2000 to 2100.')
    expect(messagesOf({ ...plan, endYear: year })).toContain('End year must be from 2000 to 2100.')
  })

  it('shows one year for an annual report', () => {
    expect(formatPlanYears({ startYear: 2025, endYear: 2025 })).toBe('2025')
    expect(formatPlanYears({ startYear: 2025, endYear: 2028 })).toBe('2025 - 2028')
  })

  it('is archived by an unticked box', () => {
    expect(planForm.parse(plan).isActive).toBe(false)
  })
})
