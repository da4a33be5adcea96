import {
  addMember,
  type BoardMember,
  changeMember,
  listPublicCurrentMembers,
  listPublicMembers,
  listPublicPastMembers,
  memberRecord,
  removeMember,
} from '~/domain/board/board.server'
import { newMember } from '~/domain/board/schema'
import { addGroup, changeGroup, groupRecord, listGroups, removeGroup } from '~/domain/groups/groups.server'
import { newGroup } from '~/domain/groups/schema'
import { addAlbum, albumRecord, changeAlbum, findAlbum, listAlbums, removeAlbum } from '~/domain/notices/albums.server'
import { addNotice, changeNotice, listNotices, noticeRecord, removeNotice } from '~/domain/notices/notices.server'
import { listPhotos, qqiImageRecord, toQqiImage } from '~/domain/notices/photos.server'
import { newNotice, photoNoticeWords } from '~/domain/notices/schema'
import { mapPage, sliceCursorPage } from '~/domain/page.server'
import {
  addPlan,
  changePlan,
  listPublicActivePlans,
  listPublicPlans,
  planRecord,
  removePlan,
} from '~/domain/plans/plans.server'
import { newPlan } from '~/domain/plans/schema'
import { orNotFound } from '~/domain/refused'
import {
  addResource,
  changeResource,
  listPublicResources,
  listResources,
  removeResource,
  resourceRecord,
} from '~/domain/resources/resources.server'
import { newResource } from '~/domain/resources/schema'
import { type CallGroup, defineList } from './call.server'
import { defineChanges } from './changes.server'

const notices: CallGroup = {
  name: 'Notices',
  description: 'Short notices on the notice board.',
  calls: [
    defineList('getNotices', '/api/notices', {
      access: 'user',
      summary: 'List notices',
      description:
        'Gives the notices that are shown now to whoever asks, the newest first. A tutor gets those that are over too.',
      response: noticeRecord,
      run: ({ db, user, pageRequest }) => listNotices(db, user, pageRequest),
    }),
    ...defineChanges('/api/notices', {
      id: 'Notice',
      noun: 'a notice',
      record: 'notice',
      adds: ', which everyone with an account sees, or only some students and tutors, until the end of its last day.',
      rules: newNotice,
      response: noticeRecord,
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

const albums: CallGroup = {
  name: 'Albums',
  description: 'Albums of photos, next to the certificates presentation.',
  calls: [
    defineList('getAlbums', '/api/albums', {
      access: 'user',
      summary: 'List albums',
      description:
        'Gives the albums, the newest first. A student does not get those that are hidden while they have no photos.',
      response: albumRecord,
      run: async ({ db, user, pageRequest }) =>
        mapPage(
          sliceCursorPage(await listAlbums(db, user), pageRequest),
          ({ photos: _, firstId: __, ...album }) => album,
        ),
    }),
    ...defineChanges('/api/albums', {
      id: 'Album',
      noun: 'an album',
      record: 'album',
      adds: ', at most 30. No two have the same title. POST /api/files/upload adds its photos.',
      removes: ' and its photos',
      rules: photoNoticeWords,
      response: albumRecord,
      example: { title: 'Summer trip', text: 'Our day at the sea.' },
      changed: { text: 'Our two days at the sea.' },
      add: ({ db, user, body }) => addAlbum(db, user, body),
      change: ({ db, user, id, body }) => changeAlbum(db, user, id, body),
      remove: ({ db, uploads, user, id }) => removeAlbum(db, uploads, user, id),
    }),
    defineList('getAlbumPhotos', '/api/albums/{id}/photos', {
      access: 'user',
      summary: 'List photos of an album',
      description: 'Gives the photos of an album, the oldest first.',
      response: qqiImageRecord,
      run: async ({ db, user, id, pageRequest }) => {
        orNotFound(await findAlbum(db, user, id))
        return mapPage(await listPhotos(db, user, id, pageRequest), toQqiImage)
      },
    }),
  ],
}

const resources: CallGroup = {
  name: 'Resources',
  description: 'Information and support for families.',
  calls: [
    defineList('getResources', '/api/resources', {
      access: 'tutor',
      summary: 'List resources',
      description: 'Gives all resources, the newest first.',
      response: resourceRecord,
      run: ({ db, pageRequest, user }) => listResources(db, user, pageRequest),
    }),
    defineList('getPublicResources', '/api/resources/public', {
      access: 'anyone',
      summary: 'List public resources',
      description: 'Gives the resources that families can see.',
      response: resourceRecord,
      run: ({ db, pageRequest }) => listPublicResources(db, pageRequest),
    }),
    ...defineChanges('/api/resources', {
      id: 'Resource',
      noun: 'a resource',
      record: 'resource',
      adds: '. Only the HTML in its content that is safe to show is kept.',
      rules: newResource,
      response: resourceRecord,
      example: {
        title: 'Respite',
        description: 'A break for carers.',
        content: '<p>Ring us.</p>',
        category: 'support',
        isPublic: true,
      },
      changed: { isPublic: false, version: 1 },
      add: ({ db, user, body }) => addResource(db, user, body),
      change: ({ db, user, id, body }) => changeResource(db, user, id, body),
      remove: ({ db, user, id }) => removeResource(db, user, id),
    }),
  ],
}

const board: CallGroup = {
  name: 'Board',
  description: 'Current and former directors.',
  calls: [
    defineList('getBoardMembers', '/api/board', {
      access: 'tutor',
      summary: 'List board members',
      description: 'Gives all board members, the current ones first.',
      response: memberRecord,
      run: async ({ db, pageRequest }) => sliceCursorPage(await listPublicMembers(db), pageRequest),
    }),
    defineList('getCurrentBoardMembers', '/api/board/current', {
      access: 'anyone',
      summary: 'List current board members',
      description: 'Gives the current board members.',
      response: memberRecord,
      run: async ({ db, pageRequest }) => sliceCursorPage(await listPublicCurrentMembers(db), pageRequest),
    }),
    defineList('getPastBoardMembers', '/api/board/past', {
      access: 'anyone',
      summary: 'List past board members',
      description: 'Gives the former board members.',
      response: memberRecord,
      run: async ({ db, pageRequest }) => sliceCursorPage(await listPublicPastMembers(db), pageRequest),
    }),
    ...defineChanges('/api/board', {
      id: 'BoardMember',
      noun: 'a board member',
      record: 'member',
      adds: '. A photo is added on the website.',
      removes: ' and their photo',
      rules: newMember,
      response: memberRecord,
      example: {
        name: 'Bríd Nolan',
        position: 'Chairperson',
        email: 'brid@example.org',
        startDate: '2019-05-01',
        displayOrder: 1,
      },
      changed: { isCurrent: false, endDate: '2026-05-31', version: 1 },
      add: ({ db, uploads, user, body }): Promise<BoardMember> => addMember(db, uploads, user, body),
      change: ({ db, uploads, user, id, body }): Promise<BoardMember> => changeMember(db, uploads, user, id, body),
      remove: ({ db, uploads, user, id }) => removeMember(db, uploads, user, id),
    }),
  ],
}

const plans: CallGroup = {
  name: 'Strategic plans',
  description: 'The strategic plans of the centre.',
  calls: [
    defineList('getStrategicPlans', '/api/strategic-plans', {
      access: 'tutor',
      summary: 'List strategic plans',
      description: 'Gives all strategic plans, the active ones first.',
      response: planRecord,
      run: async ({ db, pageRequest }) => sliceCursorPage(await listPublicPlans(db), pageRequest),
    }),
    defineList('getActiveStrategicPlans', '/api/strategic-plans/active', {
      access: 'anyone',
      summary: 'List active strategic plans',
      description: 'Gives the plans that the website shows as active.',
      response: planRecord,
      run: async ({ db, pageRequest }) => sliceCursorPage(await listPublicActivePlans(db), pageRequest),
    }),
    ...defineChanges('/api/strategic-plans', {
      id: 'StrategicPlan',
      noun: 'a strategic plan',
      record: 'plan',
      adds: '. Only the HTML in its content that is safe to show is kept.',
      rules: newPlan,
      response: planRecord,
      example: {
        title: 'Open doors',
        description: 'Three years, three aims.',
        startYear: 2025,
        endYear: 2028,
        content: '<p>One: more days out.</p>',
        isActive: true,
      },
      changed: { isActive: false, version: 1 },
      add: ({ db, user, body }) => addPlan(db, user, body),
      change: ({ db, user, id, body }) => changePlan(db, user, id, body),
      remove: ({ db, user, id }) => removePlan(db, user, id),
    }),
  ],
}

const groups: CallGroup = {
  name: 'Groups',
  description: 'Named lists of students, from which tutors choose several at once.',
  calls: [
    defineList('getGroups', '/api/groups', {
      access: 'tutor',
      summary: 'List groups',
      description: 'Gives all groups with their students, by name.',
      response: groupRecord,
      run: async ({ db, pageRequest, user }) => sliceCursorPage(await listGroups(db, user), pageRequest),
    }),
    ...defineChanges('/api/groups', {
      id: 'Group',
      noun: 'a group',
      record: 'group',
      adds: ' of students, at most 50. No two have the same name.',
      rules: newGroup,
      response: groupRecord,
      example: { name: 'Kitchen' },
      changed: { studentIds: [2] },
      add: ({ db, user, body }) => addGroup(db, user, body),
      change: ({ db, user, id, body }) => changeGroup(db, user, id, body),
      remove: ({ db, user, id }) => removeGroup(db, user, id),
    }),
  ],
}

/** The calls of the nouns that are records and no more (domain/records.server.ts). */
export const recordCalls: CallGroup[] = [notices, albums, groups, resources, board, plans]
