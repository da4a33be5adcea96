import { expect, test } from 'vitest'
import { Refused } from '~/domain/refused'
import { can, requireRight } from './can'

type Asking = Parameters<typeof can>[0]
const anonymous: Asking = null
const owner: Asking = { id: 1, role: 'student' }
const otherStudent: Asking = { id: 2, role: 'student' }
const tutor: Asking = { id: 3, role: 'tutor' }

const personal = { isShared: false, studentId: 1 }
const shared = { isShared: true, studentId: null }
const tutorsOnly = { isShared: false, studentId: null }

test.each([
  ['personal', personal, { anonymous: false, owner: true, otherStudent: false, tutor: true }],
  ['shared', shared, { anonymous: false, owner: true, otherStudent: true, tutor: true }],
  ['tutors only', tutorsOnly, { anonymous: false, owner: false, otherStudent: false, tutor: true }],
])('who can read a file that is %s', (_name, file, expected) => {
  expect({
    anonymous: can(anonymous, 'read file', file),
    owner: can(owner, 'read file', file),
    otherStudent: can(otherStudent, 'read file', file),
    tutor: can(tutor, 'read file', file),
  }).toEqual(expected)
})

test.each(['add file', 'change file', 'remove file'] as const)('only a tutor can %s', (action) => {
  expect([anonymous, owner, otherStudent, tutor].map((actor) => can(actor, action))).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(() => requireRight(owner, action)).toThrow(new Refused(403, 'Only tutors can do this.'))
  expect(() => requireRight(tutor, action)).not.toThrow()
})
