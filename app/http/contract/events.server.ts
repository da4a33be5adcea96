import { eventRecord } from '~/domain/events/record'
import { newEvent } from '~/domain/events/schema'
import { change, type Group, json, list, patch, post, remove } from './call.server'

export const events: Group = {
  name: 'Events',
  description: 'The calendar of the centre.',
  calls: [
    list('getEvents', '/api/events', {
      summary: 'List events',
      description:
        'Gives the events, the earliest first: all of them to students and tutors, to others those on the website.',
      gives: eventRecord,
    }),
    post('postEvent', '/api/events', {
      summary: 'Add an event',
      description:
        'Adds an event. Everyone can see it, unless `onWebsite` is false: then only students and tutors can.',
      takes: json(newEvent, {
        title: 'Tea morning',
        description: 'Families are welcome.',
        time: '10:00-12:00',
        location: 'Main hall',
        day: 14,
        month: 'October',
        year: 2026,
        onWebsite: true,
      }),
      gives: eventRecord,
    }),
    patch('patchEvent', '/api/events/{id}', {
      summary: 'Change an event',
      description:
        'Changes the fields that are sent; the others stay as they are. 409 when the record has changed since the version that was sent.',
      takes: change(newEvent, { location: 'Garden' }),
      gives: eventRecord,
    }),
    remove('deleteEvent', '/api/events/{id}', {
      summary: 'Delete an event',
      description: 'Deletes an event for good.',
    }),
  ],
}
