import { memberRecord } from '~/domain/board/record'
import { newMember } from '~/domain/board/schema'
import { change, type Group, json, list, patch, post, remove } from './call.server'

export const board: Group = {
  name: 'Board',
  description: 'Current and former directors.',
  calls: [
    list('getBoardMembers', '/api/board', {
      summary: 'List board members',
      description: 'Gives all board members, the current ones first.',
      gives: memberRecord,
    }),
    list('getCurrentBoardMembers', '/api/board/current', {
      summary: 'List current board members',
      description: 'Gives the current board members.',
      gives: memberRecord,
    }),
    list('getPastBoardMembers', '/api/board/past', {
      summary: 'List past board members',
      description: 'Gives the former board members.',
      gives: memberRecord,
    }),
    post('postBoardMember', '/api/board', {
      summary: 'Add a board member',
      description: 'Adds a board member. A photo is added on the website.',
      takes: json(newMember, {
        name: 'Bríd Nolan',
        position: 'Chairperson',
        email: 'brid@example.org',
        startDate: '2019-05-01',
        displayOrder: 1,
      }),
      gives: memberRecord,
    }),
    patch('patchBoardMember', '/api/board/{id}', {
      summary: 'Change a board member',
      description:
        'Changes the fields that are sent; the others stay as they are. 409 when the member has changed since the version that was sent.',
      takes: change(newMember, { isCurrent: false, endDate: '2026-05-31', version: 1 }),
      gives: memberRecord,
    }),
    remove('deleteBoardMember', '/api/board/{id}', {
      summary: 'Delete a board member',
      description: 'Deletes a board member and their photo for good.',
    }),
  ],
}
