import { newNotice } from '~/domain/notices/notice-schema'
import { noticeRecord } from '~/domain/notices/record'
import { change, type Group, json, list, patch, post, remove } from './call.server'

export const notices: Group = {
  name: 'Notices',
  description: 'Short notices on the notice board.',
  calls: [
    list('getNotices', '/api/notices', {
      summary: 'List notices',
      description: 'Gives the notices that are shown now, the newest first. A tutor gets those that are over too.',
      gives: noticeRecord,
    }),
    post('postNotice', '/api/notices', {
      summary: 'Add a notice',
      description: 'Adds a notice, which everyone with an account sees until the end of its last day.',
      takes: json(newNotice, {
        title: 'No bus on Friday',
        text: 'The bus is being repaired. Please ring us if you need a lift.',
        until: '2036-12-04',
      }),
      gives: noticeRecord,
    }),
    patch('patchNotice', '/api/notices/{id}', {
      summary: 'Change a notice',
      description:
        'Changes the fields that are sent; the others stay as they are. 409 when the notice has changed since the version that was sent.',
      takes: change(newNotice, { title: 'The bus is back' }),
      gives: noticeRecord,
    }),
    remove('deleteNotice', '/api/notices/{id}', {
      summary: 'Delete a notice',
      description: 'Deletes a notice for good.',
    }),
  ],
}
