import { newNotice } from '~/domain/notices/notice-schema'
import { addNotice, changeNotice, listNotices, removeNotice } from '~/domain/notices/notices.server'
import { noticeRecord } from '~/domain/notices/record'
import { changes, type Group, list } from './call.server'

export const notices: Group = {
  name: 'Notices',
  description: 'Short notices on the notice board.',
  calls: [
    list('getNotices', '/api/notices', {
      who: 'user',
      summary: 'List notices',
      description: 'Gives the notices that are shown now, the newest first. A tutor gets those that are over too.',
      gives: noticeRecord,
      run: ({ db, user, asked }) => listNotices(db, user, asked),
    }),
    ...changes('/api/notices', {
      id: 'Notice',
      noun: 'a notice',
      record: 'notice',
      adds: ', which everyone with an account sees until the end of its last day.',
      rules: newNotice,
      gives: noticeRecord,
      example: {
        title: 'No bus on Friday',
        text: 'The bus is being repaired. Please ring us if you need a lift.',
        until: '2036-12-04',
      },
      changed: { title: 'The bus is back' },
      add: ({ db, user, body }) => addNotice(db, user, body),
      change: ({ db, user, id, body }) => changeNotice(db, user, id, body),
      remove: ({ db, user, id }) => removeNotice(db, user, id),
    }),
  ],
}
