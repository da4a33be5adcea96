import { timetableRecord } from '~/domain/timetables/record'
import { newTimetable, timetableFields } from '~/domain/timetables/schema'
import { addTimetable, changeTimetable, listTimetables, removeTimetable } from '~/domain/timetables/timetables.server'
import {
  type CallGroup,
  defineChangeBody,
  defineDelete,
  defineFormBody,
  defineList,
  definePatch,
  definePost,
} from './call.server'

export const timetableCalls: CallGroup = {
  name: 'Timetables',
  description: 'Timetables, each with its file, for one student or for all.',
  calls: [
    defineList('getTimetables', '/api/timetables', {
      who: 'tutor',
      summary: 'List timetables',
      description: 'Gives all timetables, the latest to start first.',
      gives: timetableRecord,
      run: ({ db, user, pageRequest }) => listTimetables(db, user, pageRequest),
    }),
    defineList('getPortalTimetables', '/api/portal/timetables', {
      who: 'user',
      summary: 'List my timetables',
      description: 'Gives a student’s own timetables and those for all students.',
      gives: timetableRecord,
      run: ({ db, user, pageRequest }) => listTimetables(db, user, pageRequest),
    }),
    definePost('postTimetable', '/api/timetables', {
      who: 'tutor',
      summary: 'Add a timetable',
      description:
        'Adds a timetable and its file. Without `studentId` it is for all students. `alt` says what a picture shows.',
      takes: defineFormBody(newTimetable, { title: 'Autumn', startDate: '2026-09-07', endDate: '2026-12-18' }),
      gives: timetableRecord,
      run: ({ db, uploads, user, body }) => addTimetable(db, uploads, user, body),
    }),
    definePatch('patchTimetable', '/api/timetables/{id}', {
      who: 'tutor',
      summary: 'Change a timetable',
      description:
        'Changes the fields that are sent; the others stay as they are, and so does the file. 409 when the record has changed since the version that was sent.',
      takes: defineChangeBody(timetableFields, { endDate: '2026-12-11' }),
      gives: timetableRecord,
      run: ({ db, uploads, user, id, body }) => changeTimetable(db, uploads, user, id, body),
    }),
    defineDelete('deleteTimetable', '/api/timetables/{id}', {
      who: 'tutor',
      summary: 'Delete a timetable',
      description: 'Deletes a timetable and its file for good.',
      run: ({ db, uploads, user, id }) => removeTimetable(db, uploads, user, id),
    }),
  ],
}
