import {
  addMember,
  changeMember,
  listCurrentMembers,
  listMembers,
  listPastMembers,
  removeMember,
} from '~/domain/board/board.server'
import { memberRecord } from '~/domain/board/record'
import { newMember } from '~/domain/board/schema'
import { cursorPageIn } from '~/domain/cursor-page.server'
import { changes, type Group, list } from './call.server'

export const board: Group = {
  name: 'Board',
  description: 'Current and former directors.',
  calls: [
    list('getBoardMembers', '/api/board', {
      who: 'tutor',
      summary: 'List board members',
      description: 'Gives all board members, the current ones first.',
      gives: memberRecord,
      run: async ({ db, asked }) => cursorPageIn(await listMembers(db), asked),
    }),
    list('getCurrentBoardMembers', '/api/board/current', {
      who: 'anyone',
      summary: 'List current board members',
      description: 'Gives the current board members.',
      gives: memberRecord,
      run: async ({ db, asked }) => cursorPageIn(await listCurrentMembers(db), asked),
    }),
    list('getPastBoardMembers', '/api/board/past', {
      who: 'anyone',
      summary: 'List past board members',
      description: 'Gives the former board members.',
      gives: memberRecord,
      run: async ({ db, asked }) => cursorPageIn(await listPastMembers(db), asked),
    }),
    ...changes('/api/board', {
      id: 'BoardMember',
      noun: 'a board member',
      record: 'member',
      adds: '. A photo is added on the website.',
      removes: ' and their photo',
      rules: newMember,
      gives: memberRecord,
      example: {
        name: 'Bríd Nolan',
        position: 'Chairperson',
        email: 'brid@example.org',
        startDate: '2019-05-01',
        displayOrder: 1,
      },
      changed: { isCurrent: false, endDate: '2026-05-31', version: 1 },
      add: ({ db, uploads, user, body }) => addMember(db, uploads, user, body),
      change: ({ db, uploads, user, id, body }) => changeMember(db, uploads, user, id, body),
      remove: ({ db, uploads, user, id }) => removeMember(db, uploads, user, id),
    }),
  ],
}
