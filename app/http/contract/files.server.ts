import { fileRecord } from '~/domain/files/record'
import { fileDetails, newFile } from '~/domain/files/schema'
import { qqiImageRecord } from '~/domain/notices/record'
import { newPhoto } from '~/domain/notices/schema'
import { change, form, type Group, list, patch, post, remove } from './call.server'

export const files: Group = {
  name: 'Files',
  description: 'Documents for students, and the photos of the certificates presentation.',
  calls: [
    list('getFiles', '/api/files', {
      summary: 'List documents',
      description: 'Gives all documents, the newest first.',
      gives: fileRecord,
    }),
    list('getPortalFiles', '/api/portal/files', {
      summary: 'List my documents',
      description: 'Gives a student’s own documents and those that are shared with all students.',
      gives: fileRecord,
    }),
    post('postFile', '/api/files/upload', {
      summary: 'Upload a document',
      description:
        'Adds a document of up to 5 MB: shared with all students, for the student of `studentId`, or for tutors only. With the album `qqi` it is a photo of the certificates presentation. `alt` says what a picture shows, for people who can’t see it.',
      takes: form(newFile, { title: 'Bus times', description: 'From September.', isShared: true }),
      gives: fileRecord,
    }),
    patch('patchFile', '/api/files/{id}', {
      summary: 'Change a document’s details',
      description:
        'Changes a document’s title, description, who sees it (`studentId`, `isShared`) or, of a picture, the `alt`. The file itself stays. To share one student’s document with everyone, send `studentId` null along. 409 when the record has changed since the version that was sent.',
      takes: change(fileDetails, { title: 'Bus times from October' }),
      gives: fileRecord,
    }),
    remove('deleteFile', '/api/files/{id}', {
      summary: 'Delete a document',
      description: 'Deletes a document for good.',
    }),
    list('getQqiImages', '/api/qqi-images', {
      summary: 'List photos of the presentation',
      description: 'Gives the photos of the notice QQI Certificates Presentation.',
      gives: qqiImageRecord,
    }),
    post('postQqiImage', '/api/qqi-images', {
      summary: 'Add a photo of the presentation',
      description: 'Adds a photo, which is given its title and number. `alt` says what it shows.',
      takes: form(newPhoto, {}),
      gives: qqiImageRecord,
    }),
  ],
}
