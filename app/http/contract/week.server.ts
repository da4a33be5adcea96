import { paginateNotices } from '~/domain/notices/notices.server'
import { sliceCursorPage } from '~/domain/page.server'
import { listOpenQuestions } from '~/domain/questions/questions.server'
import { newTimetable, timetableFields } from '~/domain/timetables/schema'
import {
  addTimetable,
  changeTimetable,
  listTimetables,
  removeTimetable,
  timetableRecord,
} from '~/domain/timetables/timetables.server'
import { newSessionChange } from '~/domain/week/change-schema'
import { addSession } from '~/domain/week/fill-week.server'
import { sessionChangeRecord, todayRecord, weekSessionRecord } from '~/domain/week/record'
import { newWeekSession } from '~/domain/week/schema'
import {
  addSessionChange,
  changeSessionChange,
  listComingChanges,
  removeSessionChange,
} from '~/domain/week/session-changes.server'
import { changeWeekSession, getDayOfStudent, listWeek, removeWeekSession } from '~/domain/week/week.server'
import {
  type CallGroup,
  defineChangeBody,
  defineDelete,
  defineFormBody,
  defineGet,
  defineList,
  definePatch,
  definePost,
} from './call.server'
import { defineChanges } from './changes.server'

export const weekCalls: CallGroup = {
  name: 'Sessions',
  description: 'What is on each week, and today.',
  calls: [
    defineList('getSessions', '/api/sessions', {
      access: 'tutor',
      summary: 'List sessions',
      description: 'Gives the sessions of everybody’s week and of all students’, Monday’s first.',
      response: weekSessionRecord,
      run: async ({ db, pageRequest, user }) => sliceCursorPage(await listWeek(db, user), pageRequest),
    }),
    ...defineChanges('/api/sessions', {
      id: 'Session',
      noun: 'a session',
      record: 'session',
      adds: ' to the week of some students or, without `studentIds`, of everybody. Students join a session that exists and differs in nothing else: the answer is that session. A session that has ended is not there any more; the new one then begins today unless `startDate` says otherwise. 409 with the session as `now` when all of them have it already, or when it is for some students and the new one is for everybody: change its `studentIds` instead.',
      errors: [409],
      rules: newWeekSession,
      response: weekSessionRecord,
      example: {
        weekday: 'Monday',
        from: '09:45',
        to: '10:45',
        activity: 'Literacy & Numeracy',
        symbol: 'literacy-numeracy',
        place: 'Room 2',
        withWhom: 'Aoife',
      },
      changed: { exceptions: ['2026-10-26'] },
      add: ({ db, user, body }) => addSession(db, user, body),
      change: ({ db, user, id, body }) => changeWeekSession(db, user, id, body),
      remove: ({ db, user, id }) => removeWeekSession(db, user, id),
    }),
    defineList('getSessionChanges', '/api/session-changes', {
      access: 'tutor',
      summary: 'List changes of sessions',
      description: 'Gives how sessions differ today and on the next six days, by day.',
      response: sessionChangeRecord,
      run: async ({ db, pageRequest, user }) => sliceCursorPage(await listComingChanges(db, user), pageRequest),
    }),
    ...defineChanges('/api/session-changes', {
      id: 'SessionChange',
      noun: 'a change of a session',
      record: 'change',
      adds: ' on one day. 409 when the session has one on that day already.',
      errors: [409],
      rules: newSessionChange,
      response: sessionChangeRecord,
      example: { sessionId: 3, day: '2026-11-23', isOff: true, reason: 'Aoife is sick.' },
      changed: { isOff: false, place: 'Room 3' },
      add: ({ db, user, body }) => addSessionChange(db, user, body),
      change: ({ db, user, id, body }) => changeSessionChange(db, user, id, body),
      remove: ({ db, user, id }) => removeSessionChange(db, user, id),
    }),
    defineGet('getPortalToday', '/api/portal/today', {
      access: 'user',
      summary: 'Get my day',
      description:
        'Gives what is on today for a student: their own sessions and everybody’s, events, notices and questions.',
      response: todayRecord,
      run: async ({ db, user }) => {
        const { sessions, ...day } = await getDayOfStudent(db, user)
        return {
          ...day,
          sessions: sessions.map(({ tint: _, ...session }) => session),
          notices: (await paginateNotices(db, user, 1)).items,
          questions: await listOpenQuestions(db, user),
        }
      },
    }),
  ],
}

export const timetableCalls: CallGroup = {
  name: 'Timetables',
  description: 'Timetables, each with its file, for one student or for all.',
  calls: [
    defineList('getTimetables', '/api/timetables', {
      access: 'tutor',
      summary: 'List timetables',
      description: 'Gives all timetables, the latest to start first.',
      response: timetableRecord,
      run: ({ db, user, pageRequest }) => listTimetables(db, user, pageRequest),
    }),
    defineList('getPortalTimetables', '/api/portal/timetables', {
      access: 'user',
      summary: 'List my timetables',
      description: 'Gives a student’s own timetables and those for all students.',
      response: timetableRecord,
      run: ({ db, user, pageRequest }) => listTimetables(db, user, pageRequest),
    }),
    definePost('postTimetable', '/api/timetables', {
      access: 'tutor',
      summary: 'Add a timetable',
      description:
        'Adds a timetable and its file. Without `studentId` it is for all students. `alt` says what a picture shows.',
      body: defineFormBody(newTimetable, { title: 'Autumn', startDate: '2026-09-07', endDate: '2026-12-18' }),
      response: timetableRecord,
      run: ({ db, uploads, user, body }) => addTimetable(db, uploads, user, body),
    }),
    definePatch('patchTimetable', '/api/timetables/{id}', {
      access: 'tutor',
      summary: 'Change a timetable',
      description:
        'Changes the fields that are sent; the others stay as they are, and so does the file. 409 when the record has changed since the version that was sent.',
      body: defineChangeBody(timetableFields, { endDate: '2026-12-11' }),
      response: timetableRecord,
      run: ({ db, uploads, user, id, body }) => changeTimetable(db, uploads, user, id, body),
    }),
    defineDelete('deleteTimetable', '/api/timetables/{id}', {
      access: 'tutor',
      summary: 'Delete a timetable',
      description: 'Deletes a timetable and its file for good.',
      run: ({ db, uploads, user, id }) => removeTimetable(db, uploads, user, id),
    }),
  ],
}
