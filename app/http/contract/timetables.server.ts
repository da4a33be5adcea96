import { timetableRecord } from '~/domain/timetables/record'
import { newTimetable, timetableWords } from '~/domain/timetables/schema'
import { addTimetable, changeTimetable, listTimetables, removeTimetable } from '~/domain/timetables/timetables.server'
import { change, form, type Group, list, patch, post, remove } from './call.server'

export const timetables: Group = {
  name: 'Timetables',
  description: 'Timetables, each with its file, for one student or for all.',
  calls: [
    list('getTimetables', '/api/timetables', {
      who: 'tutor',
      summary: 'List timetables',
      description: 'Gives all timetables, the latest to start first.',
      gives: timetableRecord,
      run: ({ db, user, asked }) => listTimetables(db, user, asked),
    }),
    list('getPortalTimetables', '/api/portal/timetables', {
      who: 'user',
      summary: 'List my timetables',
      description: 'Gives a student’s own timetables and those for all students.',
      gives: timetableRecord,
      run: ({ db, user, asked }) => listTimetables(db, user, asked),
    }),
    post('postTimetable', '/api/timetables', {
      who: 'tutor',
      summary: 'Add a timetable',
      description:
        'Adds a timetable and its file. Without `studentId` it is for all students. `alt` says what a picture shows.',
      takes: form(newTimetable, { title: 'Autumn', startDate: '2026-09-07', endDate: '2026-12-18' }),
      gives: timetableRecord,
      run: ({ db, uploads, user, body }) => addTimetable(db, uploads, user, body),
    }),
    patch('patchTimetable', '/api/timetables/{id}', {
      who: 'tutor',
      summary: 'Change a timetable',
      description:
        'Changes the fields that are sent; the others stay as they are, and so does the file. 409 when the record has changed since the version that was sent.',
      takes: change(timetableWords, { endDate: '2026-12-11' }),
      gives: timetableRecord,
      run: ({ db, uploads, user, id, body }) => changeTimetable(db, uploads, user, id, body),
    }),
    remove('deleteTimetable', '/api/timetables/{id}', {
      who: 'tutor',
      summary: 'Delete a timetable',
      description: 'Deletes a timetable and its file for good.',
      run: ({ db, uploads, user, id }) => removeTimetable(db, uploads, user, id),
    }),
  ],
}
