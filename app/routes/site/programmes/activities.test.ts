import { expect, test } from 'vitest'
import type { Activity } from '~/domain/website/activities.server'
import { groupByLength } from './activities'

const activity = (name: string, weeks: number | null) => ({ name, weeks }) as Activity

test('activities that run all year come first, then courses from short to long, in the centre’s order', () => {
  const shown = [
    activity('Drama', 16),
    activity('Art', null),
    activity('Money', 1),
    activity('Books', null),
    activity('Film', 16),
  ]
  expect(
    groupByLength(shown).map(({ heading, activities }) => [heading, ...activities.map(({ name }) => name)]),
  ).toEqual([
    ['All year', 'Art', 'Books'],
    ['Courses of 1 week', 'Money'],
    ['Courses of 16 weeks', 'Drama', 'Film'],
  ])
  expect(groupByLength([])).toEqual([])
})
