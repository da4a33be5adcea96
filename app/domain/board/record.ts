import { z } from 'zod'
import { dayOrNone, ownAddress, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import type { BoardMember } from './board.server'

/** A board member as the API returns it. */
export const memberRecord = recordOf<BoardMember>()(
  'BoardMember',
  'A current or former director.',
  {
    id: recordId,
    name: z.string(),
    position: z.string(),
    bio: textOrNone,
    profileImage: ownAddress.nullable(),
    linkedIn: textOrNone,
    email: textOrNone,
    isCurrent: z.boolean(),
    startDate: dayOrNone,
    endDate: dayOrNone,
    displayOrder: z.number().min(0),
    version: recordVersion,
  },
  {
    id: 4,
    name: 'Bríd Nolan',
    position: 'Chairperson',
    bio: null,
    profileImage: null,
    linkedIn: null,
    email: 'brid@example.org',
    isCurrent: true,
    startDate: '2019-05-01',
    endDate: null,
    displayOrder: 1,
    version: 1,
  },
)
