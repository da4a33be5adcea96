import { findUser } from '~/auth/identity.server'
import { addEvent, changeEvent, eventRecord, listEvents, removeEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { type CallGroup, defineList } from './call.server'
import { defineChanges } from './changes.server'

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
