import { fillIn, unfold } from '../browser'
import { always, idOf, log, removal, type SiteForm } from './form'

const eventFields = { Title: 'Tea morning', 'Description (optional)': 'With cake', Date: '1 December 2026' }
export const calendarForms: SiteForm[] = [
  {
    name: 'Add Event',
    as: 'aoife',
    at: '/dashboard/calendar',
    form: '#event',
    fill: (form) => fillIn(form, eventFields),
    press: 'Add Event',
    says: always('Failed to add event'),
    saved: 'select count(*) as n from events',
  },
  {
    name: 'Add Event, from its day',
    as: 'aoife',
    at: '/dashboard/calendar/new?day=2026-12-01',
    form: '#event',
    fill: (form) => fillIn(form, eventFields),
    press: 'Add Event',
    says: always('Failed to add event'),
    saved: 'select count(*) as n from events',
  },
  {
    name: 'Edit Event',
    as: 'aoife',
    at: (riverbank) => `/dashboard/calendar/${idOf(riverbank, 'events')}/edit`,
    form: '#event',
    fill: (form) => fillIn(form, eventFields),
    press: 'Save',
    says: always('Failed to update event'),
    saved: log('changed', 'event'),
  },
  removal('event', (riverbank) => `/dashboard/calendar/${idOf(riverbank, 'events')}/delete`),
  {
    name: 'Change the term',
    as: 'aoife',
    at: '/dashboard/calendar',
    form: '#term',
    fill: async (form) => {
      await unfold(form)
      await fillIn(form, { Year: '2031' })
    },
    press: 'Change the term',
    says: always('Failed to change the term'),
    saved: log('moved', 'term'),
  },
  {
    name: 'Make my calendar address',
    as: 'daniel',
    at: '/dashboard/calendar',
    form: 'form[action="/dashboard/calendar/address"]',
    press: 'Get my calendar address',
    says: always('Failed to change the calendar address'),
    saved: 'select count(*) as n from calendarAddresses',
    fails: 'calendarAddresses',
    isQuestion: true,
    toldAbove: true,
  },
]
