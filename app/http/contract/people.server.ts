import { z } from 'zod'
import { absenceRecord, addAbsence, listAbsences, removeAbsence } from '~/domain/absences/absences.server'
import { newAbsence } from '~/domain/absences/schema'
import { studentDays } from '~/domain/accounts/schema'
import { changeStudent, listStudentRecords, studentRecord } from '~/domain/accounts/students.server'
import {
  addAttendance,
  attendanceRecord,
  changeAttendance,
  listAttendance,
  removeAttendance,
} from '~/domain/attendance/attendance.server'
import { newAttendance } from '~/domain/attendance/schema'
import {
  addConsents,
  consentRecord,
  currentConsentRecord,
  findCurrentConsents,
  listConsents,
  pictureRecord,
  saveOwnWord,
  withdrawConsent,
} from '~/domain/consent/consents.server'
import { markPicture } from '~/domain/consent/mark-picture.server'
import { listPictures, withoutPlace } from '~/domain/consent/pictures.server'
import { addPrint } from '~/domain/consent/prints.server'
import { apiConsents, apiPictureStudents, apiPrint, apiWithdrawal, ownWord } from '~/domain/consent/schema'
import { sliceCursorPage } from '~/domain/page.server'
import { changeRetention, readRetention, retentionRecord, toRetentionRecord } from '~/domain/retention/retention.server'
import { newRetentionPeriods } from '~/domain/retention/schema'
import {
  type CallGroup,
  defineChangeBody,
  defineDelete,
  defineGet,
  defineJsonBody,
  defineList,
  definePatch,
  definePost,
} from './call.server'
import { defineChanges } from './changes.server'

export const studentCalls: CallGroup = {
  name: 'Students',
  description: 'The students, and their first and last days at the centre.',
  calls: [
    defineList('getStudents', '/api/students', {
      access: 'tutor',
      summary: 'List students',
      description: 'Gives all students by name, also those who have left.',
      response: studentRecord,
      run: async ({ db, pageRequest, user }) => sliceCursorPage(await listStudentRecords(db, user), pageRequest),
    }),
    definePatch('patchStudent', '/api/students/{id}', {
      access: 'tutor',
      summary: 'Change a student’s days',
      description:
        'Changes the first or last day, also of a student who has left; a day that is left out stays as it is. The register counts the days between. 409 when the person has changed since the version that was sent.',
      body: defineChangeBody(studentDays, { firstDay: '2026-09-01' }),
      response: studentRecord,
      run: ({ db, user, id, body }) => changeStudent(db, user, id, body),
    }),
  ],
}

const standing = z.array(currentConsentRecord)

export const consentCalls: CallGroup = {
  name: 'Photo consent',
  description: 'What students said to photos of them, and who is in which picture.',
  calls: [
    defineList('getConsents', '/api/consents', {
      access: 'tutor',
      summary: 'List what students said',
      description: 'Gives every answer of every student to photos of them, the newest first.',
      response: consentRecord,
      run: ({ db, pageRequest, user }) => listConsents(db, user, pageRequest),
    }),
    definePost('postConsents', '/api/consents', {
      access: 'tutor',
      summary: 'Write down what a student said',
      description:
        'Adds what a student said to one or more of the five uses, and gives how things stand. Only the student decides: `decided` has to be true. A yes lasts a year at most, and counts as not asked after its last day.',
      errors: [404, 409],
      body: defineJsonBody(apiConsents, {
        studentId: 2,
        gallery: 'yes',
        website: 'no',
        decided: true,
        supportedBy: 'His sister Ngozi',
        explained: 'With the Easy Read sheet',
        from: '2026-09-01',
        until: '2027-08-31',
      }),
      response: standing,
      run: ({ db, user, body: { studentId, decided: _, ...said } }) => addConsents(db, user, studentId, said),
    }),
    defineGet('getPortalConsents', '/api/portal/consents', {
      access: 'user',
      summary: 'Get what I said',
      description: 'Gives how things stand for the five uses of photos of who asks.',
      response: standing,
      run: ({ db, user }) => findCurrentConsents(db, user, user.id),
    }),
    definePost('postOwnWord', '/api/portal/consents/own-word', {
      access: 'user',
      status: 200,
      summary: 'Say whether a recorded answer is right',
      description:
        'Saves whether the answer `consent`, which a tutor recorded, is right for the student who asks, and gives how things stand. `no` to a yes withdraws it at once, `later` asks again on another day. 409 when there is a newer answer.',
      errors: [404, 409],
      body: defineJsonBody(ownWord, { consent: 7, word: 'yes' }),
      response: standing,
      run: async ({ db, user, body: { consent, word } }) => {
        await saveOwnWord(db, user, consent, word)
        return findCurrentConsents(db, user, user.id)
      },
    }),
    definePost('postWithdrawal', '/api/consents/withdraw', {
      access: 'user',
      status: 200,
      summary: 'Take a yes back',
      description:
        'Takes a student’s yes to one use back: their own, or for a tutor that of `studentId`. Pictures that name them are hidden there at once; pictures without names stay. It can be repeated.',
      errors: [403, 404, 409],
      body: defineJsonBody(apiWithdrawal, { use: 'website', studentId: 2 }),
      response: standing,
      run: ({ db, user, body: { use, studentId = user.id } }) => withdrawConsent(db, user, studentId, use),
    }),
    defineList('getPictures', '/api/pictures', {
      access: 'tutor',
      summary: 'List pictures and who is in them',
      description:
        'Gives the shared pictures, those of newsletters, and those that a page of the website or a draft shows, with the students who are in them.',
      response: pictureRecord,
      run: ({ db, pageRequest, user }) => listPictures(db, user, pageRequest),
    }),
    definePost('postPeopleInPicture', '/api/pictures/people', {
      access: 'tutor',
      status: 200,
      summary: 'Say who is in a picture',
      description:
        'Says which students are in a picture, or that nobody in it is a student. Copies with the same bytes get the same names. They are hidden at once where one of them has not said yes to its use. 409 when somebody said it since the version that was sent.',
      errors: [404, 409],
      body: defineJsonBody(apiPictureStudents, { kind: 'file', id: 31, inPicture: [2], version: 8 }),
      response: pictureRecord,
      run: async ({ db, uploads, user, body: { kind, id, ...said } }) =>
        withoutPlace((await markPicture(db, uploads, user, { kind, id }, said)).picture),
    }),
    definePost('postPrintedPicture', '/api/pictures/printed', {
      access: 'tutor',
      status: 200,
      summary: 'Write down that a picture was printed',
      description:
        'Writes down what was printed of a picture, for when one of those in it takes their yes back. Refused without everybody’s yes to print.',
      errors: [404],
      body: defineJsonBody(apiPrint, { kind: 'file', id: 31, what: 'Poster in the hall' }),
      response: pictureRecord,
      run: ({ db, user, body: { kind, id, what } }) => addPrint(db, user, { kind, id }, { what }),
    }),
  ],
}

export const retentionCalls: CallGroup = {
  name: 'Retention',
  description: 'How long the website keeps what it holds about people.',
  calls: [
    defineGet('getRetention', '/api/retention', {
      access: 'tutor',
      summary: 'Get the terms',
      description: 'Gives the terms in months, and what each removes next: how many, and on which day.',
      response: retentionRecord,
      run: async ({ db, user }) => toRetentionRecord(db, user, await readRetention(db, user)),
    }),
    definePatch('patchRetention', '/api/retention', {
      access: 'tutor',
      summary: 'Change the terms',
      description:
        'Changes the terms that are sent; the others stay as they are. What a shorter one makes due is removed within the hour, so look at `next` after it. 409 when they have changed since the version that was sent.',
      body: defineChangeBody(newRetentionPeriods, { enquiries: 12, version: 1 }),
      response: retentionRecord,
      run: async ({ db, user, body }) => toRetentionRecord(db, user, await changeRetention(db, user, body)),
    }),
  ],
}

export const attendanceCalls: CallGroup = {
  name: 'Attendance',
  description: 'Who was here on each day.',
  calls: [
    defineList('getAttendance', '/api/attendance', {
      access: 'tutor',
      summary: 'List attendance',
      description: 'Gives all lines of the register, the latest day first.',
      response: attendanceRecord,
      run: ({ db, pageRequest, user }) => listAttendance(db, user, pageRequest),
    }),
    ...defineChanges('/api/attendance', {
      id: 'Attendance',
      noun: 'a line of the register',
      record: 'line',
      adds: '. 409 when the student has one for that day or session already.',
      errors: [409],
      rules: newAttendance,
      response: attendanceRecord,
      example: { studentId: 2, date: '2026-11-25', state: 'late', time: '10:30' },
      changed: { state: 'here', time: null },
      add: ({ db, user, body }) => addAttendance(db, user, body),
      change: ({ db, user, id, body }) => changeAttendance(db, user, id, body),
      remove: ({ db, user, id }) => removeAttendance(db, user, id),
    }),
  ],
}

export const absenceCalls: CallGroup = {
  name: 'Absences',
  description: 'Who does not come, and when.',
  calls: [
    defineList('getAbsences', '/api/absences', {
      access: 'tutor',
      summary: 'List absences',
      description: 'Gives the absences that are not over, the one that ends first at the beginning.',
      response: absenceRecord,
      run: ({ db, pageRequest, user }) => listAbsences(db, user, pageRequest),
    }),
    definePost('postAbsence', '/api/absences', {
      access: 'tutor',
      summary: 'Add an absence',
      description: 'Notes that a student does not come. What was noted already is given as it is.',
      body: defineJsonBody(newAbsence, { studentId: 2, startDate: '2026-11-25', note: 'At the dentist until noon.' }),
      response: absenceRecord,
      errors: [409],
      run: ({ db, user, body }) => addAbsence(db, user, body),
    }),
    defineDelete('deleteAbsence', '/api/absences/{id}', {
      access: 'tutor',
      summary: 'Take an absence back',
      description: 'Says that the student comes after all: from today on, or not at all where it has not begun.',
      run: ({ db, user, id }) => removeAbsence(db, user, id),
    }),
  ],
}
