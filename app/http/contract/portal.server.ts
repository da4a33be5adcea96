import { findUser } from '~/auth/identity.server'
import { addEvent, changeEvent, eventRecord, listEvents, removeEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { addFile, changeFile, fileRecord, listFiles, removeFile } from '~/domain/files/files.server'
import { fileDetails, newFile } from '~/domain/files/schema'
import { addGuide, changeGuide, guideRecord, listGuides, removeGuide } from '~/domain/guides/guides.server'
import { newGuide, newStep } from '~/domain/guides/schema'
import { addStep, changeStep, removeStep, type Step, stepRecord } from '~/domain/guides/steps.server'
import { addPhoto, listPhotos, qqiImageRecord, toQqiImage } from '~/domain/notices/photos.server'
import { newPhoto } from '~/domain/notices/schema'
import { mapPage } from '~/domain/page.server'
import {
  addQuestion,
  answerQuestion,
  changeQuestion,
  listQuestions,
  ownQuestionRecord,
  questionRecord,
  removeQuestion,
} from '~/domain/questions/questions.server'
import { newAnswer, newQuestion } from '~/domain/questions/schema'
import {
  type CallGroup,
  defineChangeBody,
  defineDelete,
  defineFormBody,
  defineJsonBody,
  defineList,
  definePatch,
  definePost,
} from './call.server'
import { defineChanges } from './changes.server'

export const questionCalls: CallGroup = {
  name: 'Questions',
  description: 'What tutors ask students, who answer with one press.',
  calls: [
    defineList('getQuestions', '/api/questions', {
      access: 'tutor',
      summary: 'List questions',
      description: 'Gives all questions with who said what, the newest first. A student’s own are among their day’s.',
      response: questionRecord,
      run: ({ db, pageRequest, user }) => listQuestions(db, user, pageRequest),
    }),
    ...defineChanges('/api/questions', {
      id: 'Question',
      noun: 'a question',
      record: 'question',
      adds: ' to some students or, without `studentIds`, to all. Once somebody has answered, its words stay. Photos and recordings are added on the website.',
      removes: ' with all answers, photos and recordings',
      rules: newQuestion,
      response: questionRecord,
      example: {
        question: 'What will we cook on Friday?',
        answers: [
          { words: 'Pizza', symbol: 'cooking' },
          { words: 'Soup', symbol: 'lunch' },
        ],
        until: '2036-12-04',
      },
      changed: { until: '2036-12-05' },
      add: ({ db, user, body }) => addQuestion(db, user, body),
      change: ({ db, uploads, user, id, body }) => changeQuestion(db, uploads, user, id, body),
      remove: ({ db, uploads, user, id }) => removeQuestion(db, uploads, user, id),
    }),
    definePost('postAnswer', '/api/questions/{id}/answer', {
      access: 'user',
      status: 200,
      summary: 'Answer a question',
      description:
        'Writes down a student’s answer by its place, from 0, in place of any before. 429 after 40 changes in a day.',
      errors: [429],
      body: defineJsonBody(newAnswer, { answer: 0 }),
      response: ownQuestionRecord,
      run: ({ db, user, id, body, context }) => answerQuestion(db, user, id, body.answer, context.settings.centre),
    }),
  ],
}

export const eventCalls: CallGroup = {
  name: 'Events',
  description: 'The calendar of the centre.',
  calls: [
    defineList('getEvents', '/api/events', {
      access: 'anyone',
      summary: 'List events',
      description:
        'Gives the events, the earliest first: all of them to students and tutors, to others those on the website.',
      response: eventRecord,
      run: async ({ db, pageRequest, ...args }) => listEvents(db, await findUser(args), pageRequest),
    }),
    ...defineChanges('/api/events', {
      id: 'Event',
      noun: 'an event',
      record: 'record',
      adds: '. Everyone can see it, unless `onWebsite` is false: then only students and tutors can.',
      rules: newEvent,
      response: eventRecord,
      example: {
        title: 'Tea morning',
        description: 'Families are welcome.',
        time: '10:00-12:00',
        location: 'Main hall',
        day: 14,
        month: 'October',
        year: 2026,
        endDate: null,
        onWebsite: true,
        closed: false,
      },
      changed: { location: 'Garden' },
      add: ({ db, user, body }) => addEvent(db, user, body),
      change: ({ db, user, id, body }) => changeEvent(db, user, id, body),
      remove: ({ db, user, id }) => removeEvent(db, user, id),
    }),
  ],
}

export const guideCalls: CallGroup = {
  name: 'Guides',
  description: 'How to do a thing, step by step, with a picture and a sentence each.',
  calls: [
    defineList('getGuides', '/api/guides', {
      access: 'user',
      summary: 'List guides',
      description:
        'Gives the guides with their steps, the newest first. A student gets those for all students and their own.',
      response: guideRecord,
      run: ({ db, user, pageRequest }) => listGuides(db, user, pageRequest),
    }),
    ...defineChanges('/api/guides', {
      id: 'Guide',
      noun: 'a guide',
      record: 'guide',
      adds: ' for some students or, without `studentIds`, for all. POST /api/guide-steps adds its steps.',
      removes: ' with its steps and photos',
      rules: newGuide,
      response: guideRecord,
      example: { title: 'Make tea' },
      changed: { isPublic: true },
      add: ({ db, user, body }) => addGuide(db, user, body),
      change: ({ db, user, id, body }) => changeGuide(db, user, id, body),
      remove: ({ db, uploads, user, id }) => removeGuide(db, uploads, user, id),
    }),
    ...defineChanges('/api/guide-steps', {
      id: 'GuideStep',
      noun: 'a step',
      record: 'step',
      adds: ' to a guide, at most 20. A photo is added on the website.',
      removes: ' and its photo',
      rules: newStep,
      response: stepRecord,
      example: { guideId: 3, sentence: 'Fill the kettle.', symbol: 'tea-break' },
      changed: { position: 2 },
      add: ({ db, uploads, user, body }): Promise<Step> => addStep(db, uploads, user, body),
      change: ({ db, uploads, user, id, body }): Promise<Step> => changeStep(db, uploads, user, id, body),
      remove: ({ db, uploads, user, id }) => removeStep(db, uploads, user, id),
    }),
  ],
}

export const fileCalls: CallGroup = {
  name: 'Files',
  description: 'Documents for students, and the photos of the certificates presentation.',
  calls: [
    defineList('getFiles', '/api/files', {
      access: 'tutor',
      summary: 'List documents',
      description: 'Gives all documents, the newest first.',
      response: fileRecord,
      run: ({ db, user, pageRequest }) => listFiles(db, user, pageRequest),
    }),
    defineList('getPortalFiles', '/api/portal/files', {
      access: 'user',
      summary: 'List my documents',
      description: 'Gives a student’s own documents and those that are shared with all students.',
      response: fileRecord,
      run: ({ db, user, pageRequest }) => listFiles(db, user, pageRequest),
    }),
    definePost('postFile', '/api/files/upload', {
      access: 'tutor',
      summary: 'Upload a document',
      description:
        'Adds a document of up to 5 MB: shared with all students, for the student of `studentId`, or for tutors only. With several `studentId` fields each student gets a document of the same bytes, and the first one’s record is given. With the album `qqi` it is a photo of the certificates presentation, with an `albumId` a photo of that album. `alt` says what a picture shows, for people who can’t see it; `inPicture`, repeated, which students are in it: shared, it is refused without their yes.',
      body: defineFormBody(newFile, { title: 'Bus times', description: 'From September.', isShared: true }),
      response: fileRecord,
      run: ({ db, uploads, user, body }) => addFile(db, uploads, user, body),
    }),
    definePatch('patchFile', '/api/files/{id}', {
      access: 'tutor',
      summary: 'Change a document’s details',
      description:
        'Changes a document’s title, description, who sees it (`studentId`, `isShared`) or, of a picture, the `alt`. The file itself stays. To share one student’s document with everyone, send `studentId` null along. 409 when the record has changed since the version that was sent.',
      body: defineChangeBody(fileDetails, { title: 'Bus times from October' }),
      response: fileRecord,
      run: ({ db, user, id, body }) => changeFile(db, user, id, body),
    }),
    defineDelete('deleteFile', '/api/files/{id}', {
      access: 'tutor',
      summary: 'Delete a document',
      description: 'Deletes a document for good.',
      run: ({ db, uploads, user, id }) => removeFile(db, uploads, user, id),
    }),
    defineList('getQqiImages', '/api/qqi-images', {
      access: 'user',
      summary: 'List photos of the presentation',
      description: 'Gives the photos of the notice QQI Certificates Presentation.',
      response: qqiImageRecord,
      run: async ({ db, user, pageRequest }) => mapPage(await listPhotos(db, user, null, pageRequest), toQqiImage),
    }),
    definePost('postQqiImage', '/api/qqi-images', {
      access: 'tutor',
      summary: 'Add a photo of the presentation',
      description:
        'Adds a photo, which is given its title and number. `alt` says what it shows; `inPicture`, repeated, which students are in it: without their yes to the portal it is refused.',
      body: defineFormBody(newPhoto, {}),
      response: qqiImageRecord,
      run: async ({ db, uploads, user, body }) => toQqiImage(await addPhoto(db, uploads, user, body)),
    }),
  ],
}
