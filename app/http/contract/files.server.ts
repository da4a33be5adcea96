import { addFile, changeFile, fileRecord, listFiles, removeFile } from '~/domain/files/files.server'
import { fileDetails, newFile } from '~/domain/files/schema'
import { addPhoto, listPhotos, qqiImageRecord, toQqiImage } from '~/domain/notices/photos.server'
import { newPhoto } from '~/domain/notices/schema'
import { mapPage } from '~/domain/page.server'
import {
  type CallGroup,
  defineChangeBody,
  defineDelete,
  defineFormBody,
  defineList,
  definePatch,
  definePost,
} from './call.server'

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
