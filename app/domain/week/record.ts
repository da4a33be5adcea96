import { z } from 'zod'
import { type ActivitySymbolName, activitySymbols } from '~/content/activity-symbols'
import { eventRecord } from '~/domain/events/events.server'
import { noticeRecord } from '~/domain/notices/notices.server'
import { ownQuestionRecord } from '~/domain/questions/questions.server'
import {
  clockTime,
  dayOrNone,
  defineRecordSchema,
  getExamples,
  moment,
  recordId,
  recordVersion,
  sharedFields,
  textOrNone,
} from '~/domain/record'
import { weekdays } from '~db/choices'
import type { SessionChange } from './session-changes.server'
import type { DaySession, WeekSession } from './week.server'

const symbol = z.enum(Object.keys(activitySymbols) as [ActivitySymbolName, ...ActivitySymbolName[]])

const fields = sharedFields({
  id: [recordId, 3],
  weekday: [z.enum(weekdays), 'Monday'],
  from: [clockTime.describe('In Irish time.'), '09:45'],
  to: [clockTime, '10:45'],
  activity: [z.string(), 'Literacy & Numeracy'],
  symbol: [symbol.nullable().describe('The drawn symbol that stands beside the words.'), 'literacy-numeracy'],
  photoId: [recordId.nullable().describe('The shared picture that is shown instead of the symbol.'), null],
  place: [textOrNone, 'Room 2'],
  withWhom: [textOrNone, 'Aoife'],
  guideId: [
    recordId.nullable().describe('A guide that shows how to do it. A student gets only guides that are given to them.'),
    null,
  ],
})

export const weekSessionRecord = defineRecordSchema<WeekSession>()(
  'Session',
  'What is on each week at one time, for some students or, without `studentIds`, for everybody.',
  {
    ...fields,
    studentIds: [z.array(recordId), [2]],
    startDate: [dayOrNone, '2026-09-07'],
    endDate: [dayOrNone, null],
    exceptions: [z.array(z.iso.date()).describe('The days on which it is not on.'), ['2026-10-26']],
    version: [recordVersion, 1],
  },
)

const daySession = defineRecordSchema<DaySession>()('SessionOfMine', 'A session as a student sees it.', {
  ...fields,
  isOwn: [z.boolean().describe('Whether it is theirs, and not everybody’s.')],
  isOff: [z.boolean().describe('Whether it is off on this day.')],
  reason: [textOrNone.describe('Why it is off or different on this day.')],
  isOtherPlace: [z.boolean().describe('Whether `place` is for this day only.')],
  isOtherPerson: [z.boolean().describe('Whether `withWhom` is for this day only.')],
})

export const sessionChangeRecord = defineRecordSchema<SessionChange>()(
  'SessionChange',
  'How a session differs on one day: it is off, in another place or with other people.',
  {
    id: [recordId, 5],
    sessionId: [recordId, 3],
    activity: [z.string(), 'Literacy & Numeracy'],
    from: [clockTime.describe('In Irish time.'), '09:45'],
    day: [z.iso.date(), '2026-11-23'],
    isOff: [z.boolean(), true],
    reason: [textOrNone, 'Aoife is sick.'],
    place: [textOrNone, null],
    withWhom: [textOrNone, null],
    version: [recordVersion, 1],
  },
)

const AS_USUAL = { isOtherPlace: false, isOtherPerson: false }

export const todayRecord = z
  .strictObject({
    at: moment.describe('When it was asked for.'),
    day: z.iso.date(),
    isClosed: z.boolean().describe('Whether the centre is closed.'),
    isAway: z
      .boolean()
      .describe('Whether a tutor or the family said that they do not come; nothing is on for them then.'),
    sessions: z.array(daySession).describe('What is on today, in order.'),
    now: z.array(recordId).describe('Which of these are on now, without those that are off.'),
    next: z.array(recordId).describe('Which begin next.'),
    nextDay: dayOrNone.describe('The first day after today with anything on.'),
    newFiles: z.int().min(0).describe('How many of their own files they have not opened yet.'),
    events: z.array(eventRecord),
    notices: z.array(noticeRecord),
    questions: z.array(ownQuestionRecord),
  })
  .meta({
    id: 'Today',
    description: 'What is on today, for whoever asks.',
    examples: [
      {
        at: '2026-11-23T10:00:00.000Z',
        day: '2026-11-23',
        isClosed: false,
        isAway: false,
        sessions: [
          { ...getExamples(fields), isOwn: true, isOff: true, reason: 'Aoife is sick.', ...AS_USUAL },
          { ...getExamples(fields), id: 4, activity: 'Art', isOwn: true, isOff: false, reason: null, ...AS_USUAL },
        ],
        now: [4],
        next: [],
        nextDay: '2026-11-24',
        newFiles: 0,
        events: [],
        notices: [],
        questions: [],
      },
    ],
  })
