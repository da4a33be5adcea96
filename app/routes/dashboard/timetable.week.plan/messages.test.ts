import { expect, test } from 'vitest'
import { newWeekSessions } from '~/domain/week/schema'
import { describeAdded, describeCopy } from './messages'

const art = { activity: 'Art', from: '9:30', to: '11:00' }
const describe = (weekdays: string[], clashes: string[] = [], numbers: object = {}) =>
  describeAdded(
    newWeekSessions.parse({ ...art, weekdays }),
    { added: weekdays.length, joined: 0, skipped: 0, ...numbers },
    clashes,
  )

test('the message after adding says how many, on which days, and at most three clashes', () => {
  expect(describe(['Monday'])).toEqual({ title: 'Session added', text: 'Art, Monday 09:30 to 11:00.' })
  const clashes = ['Hall also has Choir', 'Colm is also at Choir', 'Clashes with Lunch', 'Clashes with Tea']
  expect(describe(['Monday', 'Tuesday', 'Wednesday'], clashes)).toEqual({
    title: '3 sessions added',
    text: 'Art, Monday to Wednesday 09:30 to 11:00. Hall also has Choir. Colm is also at Choir. Clashes with Lunch. And 1 more.',
  })
})

test('the message after adding says that a session was there already', () => {
  expect(describe(['Monday'], [], { added: 0, joined: 1 })).toEqual({
    title: 'Session shared',
    text: 'Art, Monday 09:30 to 11:00. It was there for others: now it is one. A change of a session is for everyone in it.',
  })
  expect(describe(['Monday', 'Tuesday'], [], { added: 1, skipped: 1 })).toEqual({
    title: 'Session added',
    text: 'Art, Monday and Tuesday 09:30 to 11:00. 1 was already there.',
  })
  const refusal = expect.objectContaining({ status: 400, errors: { activity: ['This session is already there.'] } })
  expect(() => describe(['Monday'], [], { added: 0, skipped: 1 })).toThrow(refusal)
})

test('a copy says what was left out, and one that adds nothing is refused at its field', () => {
  expect(describeCopy({ added: 3, joined: 0, skipped: 1 }, 'from').text).toBe(
    '3 sessions have been copied. 1 was already there.',
  )
  expect(describeCopy({ added: 1, joined: 0, skipped: 0 }, 'from').text).toBe('1 session has been copied.')
  expect(() => describeCopy({ added: 0, joined: 0, skipped: 4 }, 'from')).toThrow('All 4 sessions are already there.')
  expect(() => describeCopy({ added: 0, joined: 0, skipped: 0 }, 'from')).toThrow('This week has no sessions to copy.')
})
