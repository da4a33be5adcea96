import { z } from 'zod'
import { dayOrNone, ownAddress, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import type { BoardMember } from './board.server'

/** A board member as the API returns it. */
export const memberRecord = recordOf<BoardMember>()('BoardMember', 'A current or former director.', {
  id: [recordId, 4],
  name: [z.string(), 'Bríd Nolan'],
  position: [z.string(), 'Chairperson'],
  bio: [textOrNone, null],
  profileImage: [ownAddress.nullable(), null],
  linkedIn: [textOrNone, null],
  email: [textOrNone, 'brid@example.org'],
  isCurrent: [z.boolean(), true],
  startDate: [dayOrNone, '2019-05-01'],
  endDate: [dayOrNone, null],
  displayOrder: [z.number().min(0), 1],
  version: [recordVersion, 1],
})
