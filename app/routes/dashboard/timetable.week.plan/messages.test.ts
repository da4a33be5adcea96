import { expect, test } from 'vitest'
import { newWeekSessions } from '~/domain/week/schema'
import { describeAdded, describeCopy, describeUndone } from './messages'

const art = { activity: 'Art', from: '9:30', to: '11:00' }
const present = (number: number, other = '') =>
  Array.from({ length: number }, () => ({ session: { ...art, from: '09:30', weekday: 'Monday' as const }, other }))
const describe = (weekdays: string[], clashes: string[] = [], numbers: object = {}) =>
  describeAdded(
    newWeekSessions.parse({ ...art, weekdays }),
    { added: weekdays.length, joined: 0, skipped: [], ...numbers },
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
  expect(describe(['Monday', 'Tuesday'], [], { added: 1, skipped: present(1) })).toEqual({
    title: 'Session added',
    text: 'Art, Monday and Tuesday 09:30 to 11:00. 1 was already there.',
  })
  const refusal = expect.objectContaining({ kind: 'invalid', errors: { activity: ['This session is already there.'] } })
  expect(() => describe(['Monday'], [], { added: 0, skipped: present(1) })).toThrow(refusal)
  const elsewhere = { added: 0, skipped: present(1, 'in Hall') }
  expect(() => describe(['Monday'], [], elsewhere)).toThrow(
    'This session is already there. Art, Monday 09:30, is in Hall.',
  )
})

test('a copy says what was left out, and one that adds nothing is refused at its field', () => {
  expect(describeCopy({ added: 3, joined: 0, skipped: present(1) }, 'from').text).toBe(
    '3 sessions have been copied. 1 was already there.',
  )
  expect(describeCopy({ added: 1, joined: 0, skipped: [] }, 'from').text).toBe('1 session has been copied.')
  expect(() => describeCopy({ added: 0, joined: 0, skipped: present(5, 'in Hall') }, 'from')).toThrow(
    /^All 5 sessions are already there\.( Art, Monday 09:30, is in Hall\.){3} 2 more differ\.$/,
  )
  expect(() => describeCopy({ added: 0, joined: 0, skipped: [] }, 'from')).toThrow('This week has no sessions to copy.')
})

test('Undo says what is as before and what is not', () => {
  expect(describeUndone({ undone: 1, left: [] })).toEqual({ title: 'Undone', text: '1 session is as before.' })
  expect(describeUndone({ undone: 2, left: ['Art, Monday 09:30'] })).toEqual({
    title: 'Partly undone',
    text: '2 sessions are as before. Not undone, because it has changed since: ‘Art, Monday 09:30’.',
  })
})
