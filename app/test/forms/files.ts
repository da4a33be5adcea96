import { fillIn } from '../browser'
import { picture } from '../samples'
import { always, anyFile, idOf, log, removal, type SiteForm, upload } from './form'

const SHOWS = 'What does the picture show? (Optional)'

export const fileForms: SiteForm[] = [
  {
    name: 'Upload Document',
    as: 'aoife',
    at: '/dashboard',
    form: '#upload',
    fill: async (form) => {
      await fillIn(form, {
        'Document Title': 'Choir songs',
        'Description (Optional)': 'For June',
        [SHOWS]: 'The choir',
      })
      await anyFile(form)
    },
    press: 'Upload Document',
    // With scripts the server's own words stand in the place of the status.
    says: always('Failed to upload file: '),
    title: 'Upload failed',
    tells: ['File uploaded', 'Your file has been uploaded successfully.'],
    saved: 'select count(*) as n from files',
  },
  {
    name: 'Edit a document',
    as: 'aoife',
    at: (riverbank) => `/dashboard?edit=${idOf(riverbank, 'files', 'album is null')}`,
    form: '#edit-document',
    fill: (form) => fillIn(form, { Title: 'Choir songs', Description: 'For June' }),
    press: 'Save',
    says: (status) => `Failed to update document: ${status}`,
    title: 'Update failed',
    tells: ['Document updated', 'The document has been updated successfully.'],
    saved: log('changed', 'document'),
  },
  removal('document', (riverbank) => `/dashboard/files/${idOf(riverbank, 'files', 'album is null')}/delete`),
  {
    name: 'Add Timetable',
    as: 'aoife',
    at: '/dashboard/timetable',
    form: '#timetable',
    fill: async (form) => {
      await fillIn(form, { Title: 'Summer', 'Description (optional)': 'From June', [SHOWS]: 'Five days' })
      await anyFile(form)
    },
    press: 'Add Timetable',
    says: upload,
    title: 'Upload failed',
    saved: 'select count(*) as n from timetables',
  },
  {
    name: 'Edit Timetable',
    as: 'aoife',
    at: (riverbank) => `/dashboard/timetable/${idOf(riverbank, 'timetables')}/edit`,
    form: '#timetable',
    fill: async (form) => {
      await fillIn(form, { Title: 'Summer', 'Description (optional)': 'From June', [SHOWS]: 'Five days' })
      await anyFile(form, 'New file (optional)')
    },
    press: 'Save',
    says: upload,
    title: 'Upload failed',
    saved: log('changed', 'timetable'),
  },
  removal('timetable', (riverbank) => `/dashboard/timetable/${idOf(riverbank, 'timetables')}/delete`),
  {
    name: 'Add photos',
    as: 'aoife',
    at: '/dashboard/notices/qqi',
    form: '#photo-upload',
    fill: async (form) =>
      form.getByLabel('Photos').setInputFiles([
        { name: 'one.png', mimeType: 'image/png', buffer: await picture(40, 30).png().toBuffer() },
        { name: 'two.png', mimeType: 'image/png', buffer: await picture(30, 40).png().toBuffer() },
      ]),
    press: 'Upload photos',
    says: (status) => `Failed to upload one.png: ${status}`,
    title: 'Upload failed',
    tells: ['Upload successful', 'QQI certificate photos uploaded successfully'],
    saved: "select count(*) as n from files where album = 'qqi'",
    by: 2,
  },
  {
    name: 'Edit a photo',
    as: 'aoife',
    at: (riverbank) => `/dashboard/notices/qqi/${idOf(riverbank, 'files', "album = 'qqi'")}`,
    form: '#photo',
    fill: (form) => fillIn(form, { [SHOWS]: 'Everybody claps' }),
    press: 'Save',
    says: (status) => `Failed to update photo: ${status}`,
    title: 'Update failed',
    saved: log('changed', 'photo'),
  },
  removal('photo', (riverbank) => `/dashboard/notices/qqi/${idOf(riverbank, 'files', "album = 'qqi'")}/delete`),
]
