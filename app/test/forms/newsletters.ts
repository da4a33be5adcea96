import { fillIn, type RunningRiverbank, unfold } from '../browser'
import {
  christmasDraft,
  FAR_OFF,
  goesOutAt,
  inAWeek,
  LONG_AGO,
  leavesAt,
  onlyTwoReaders,
  uncertain,
  wentOut,
} from '../newsletters'
import { always, anyFile, idOf, log, question, removal, type SiteForm } from './form'

const words = 'The choir sang in the hall, and everybody came.'
const draft = (path: string) => (riverbank: RunningRiverbank) => christmasDraft(riverbank).address + path
const statusFails = (status: string) => `Failed to update newsletter status: ${status}`
export const newsletterForms: SiteForm[] = [
  {
    name: 'Create Newsletter',
    as: 'aoife',
    at: '/dashboard/newsletter/new',
    form: '#newsletter',
    fill: (form) => fillIn(form, { 'Newsletter Title': 'June news', 'Newsletter Content': words }),
    press: 'Create Newsletter',
    says: (status) => `Failed to create newsletter: ${status}`,
    tells: ['Newsletter created', 'Your newsletter has been created successfully.'],
    saved: 'select count(*) as n from newsletters',
  },
  {
    name: 'Edit Newsletter',
    as: 'aoife',
    at: draft('/edit'),
    form: '#newsletter',
    fill: (form) => fillIn(form, { 'Newsletter Title': 'June news', 'Newsletter Content': words }),
    press: 'Update Newsletter',
    says: (status) => `Failed to update newsletter: ${status}`,
    saved: log('changed', 'newsletter'),
  },
  removal('newsletter', draft('/delete')),
  {
    name: 'Upload Attachment',
    as: 'aoife',
    at: draft(''),
    form: '#attachment',
    fill: async (form) => {
      await fillIn(form, { Title: 'Songs', 'Description (optional)': 'For June' })
      await anyFile(form)
    },
    press: 'Upload Attachment',
    says: (status) => `Failed to upload attachment: ${status}`,
    tells: ['Attachment uploaded', 'The attachment has been uploaded successfully.'],
    saved: 'select count(*) as n from newsletterAttachments',
  },
  {
    name: 'Send Newsletter',
    as: 'aoife',
    at: (riverbank) => {
      onlyTwoReaders(riverbank)
      return draft('/send')(riverbank)
    },
    form: '#send',
    fill: (form) => form.getByLabel('Guardians only').check(),
    press: 'Send Newsletter',
    says: statusFails,
    tells: ['Newsletter status updated', 'The newsletter status has been updated successfully.'],
    saved: "select count(*) as n from deliveries where kind = 'newsletter'",
  },
  {
    name: 'Send later',
    as: 'aoife',
    at: (riverbank) => {
      onlyTwoReaders(riverbank)
      return draft('/send')(riverbank)
    },
    form: '#send',
    fill: async (form) => {
      await form.getByLabel('Later').check()
      await fillIn(form, { Day: inAWeek(), Time: '09:30' })
    },
    press: 'Send Newsletter',
    says: statusFails,
    saved: log('set when to send', 'newsletter'),
  },
  {
    name: 'Do not send it then',
    as: 'aoife',
    at: (riverbank) => {
      const { id, address } = christmasDraft(riverbank)
      leavesAt(riverbank, id, FAR_OFF)
      return address
    },
    form: 'form:has(button:text-is("Do not send it then"))',
    press: 'Do not send it then',
    says: statusFails,
    saved: log('took back', 'newsletter'),
    isQuestion: true,
    toldAbove: true,
  },
  {
    name: 'Use as a new draft',
    as: 'aoife',
    at: draft(''),
    form: 'form:has(button:text-is("Use as a new draft"))',
    press: 'Use as a new draft',
    says: statusFails,
    saved: log('added', 'newsletter'),
    isQuestion: true,
    toldAbove: true,
  },
  {
    name: 'Edit Attachment',
    as: 'aoife',
    at: (riverbank) => {
      const { address, id } = christmasDraft(riverbank)
      return `${address}/attachments/${idOf(riverbank, 'newsletterAttachments', `newsletterId = ${id}`)}/edit`
    },
    form: '#attachment-details',
    fill: (form) => fillIn(form, { 'What does the picture show? (Optional)': 'Seven people sing.', Title: 'Singing' }),
    press: 'Save',
    says: (status) => `Failed to update attachment: ${status}`,
    saved: log('changed', 'newsletter attachment'),
  },
  question(
    'send the emails again',
    (riverbank) => {
      onlyTwoReaders(riverbank)
      const { id } = christmasDraft(riverbank)
      wentOut(riverbank, id)
      uncertain(riverbank, id)
      riverbank.change(
        "update deliveries set state = 'failed', reason = '554 5.7.1 Blocked', settledAt = ? where newsletterId = ?",
        ...[new Date().toISOString(), id],
      )
      return '/dashboard/newsletter/again'
    },
    'sending',
    'Send again',
    'sent again',
  ),
  question(
    'send the newsletter again',
    (riverbank) => {
      onlyTwoReaders(riverbank)
      const { id, address } = christmasDraft(riverbank)
      wentOut(riverbank, id)
      uncertain(riverbank, id)
      return `${address}/again`
    },
    'newsletter',
    'Send again',
    'sent again',
  ),
  {
    name: 'Send a test',
    as: 'aoife',
    at: draft('/preview'),
    form: '#test',
    fill: (form) => fillIn(form, { 'Email Address': 'aoife@example.ie' }),
    press: 'Send a test',
    says: (status) => `Failed to send the test: ${status}`,
    saved: "select count(*) as n from deliveries where kind = 'test'",
  },
  {
    name: 'Stop sending',
    as: 'aoife',
    at: (riverbank) => {
      const { id, address } = christmasDraft(riverbank)
      wentOut(riverbank, id)
      goesOutAt(riverbank, id, FAR_OFF)
      riverbank.change(
        "insert into deliveries (kind, newsletterId, email, state, createdAt, dueAt) values ('newsletter', ?, 'a@example.ie', 'pending', ?, ?)",
        ...[id, LONG_AGO, FAR_OFF],
      )
      return address
    },
    form: 'form:has(button:text-is("Stop sending"))',
    press: 'Stop sending',
    says: statusFails,
    saved: log('stopped', 'newsletter'),
    isQuestion: true,
    toldAbove: true,
  },
  {
    name: 'Show on the website',
    as: 'aoife',
    at: (riverbank) => {
      const { id, address } = christmasDraft(riverbank)
      wentOut(riverbank, id)
      return address
    },
    form: 'form:has(button:text-is("Show on the website"))',
    press: 'Show on the website',
    says: statusFails,
    saved: log('published', 'newsletter'),
    isQuestion: true,
    toldAbove: true,
  },
  {
    name: 'Add Subscriber',
    as: 'aoife',
    at: '/dashboard/newsletter/subscribers',
    form: '#subscriber',
    fill: (form) => fillIn(form, { 'Email Address': 'maura@example.org', 'Name (Optional)': 'Maura' }),
    press: 'Add Subscriber',
    says: (status) => `Failed to add subscriber: ${status}`,
    tells: ['Subscriber added', 'The subscriber has been added successfully.'],
    saved: 'select count(*) as n from subscribers',
  },
  {
    name: 'Unsubscribe a subscriber',
    as: 'aoife',
    at: (riverbank) => {
      onlyTwoReaders(riverbank)
      return '/dashboard/newsletter/subscribers?search=guardian.reader'
    },
    form: 'form:has(button:text("Unsubscribe"))',
    fill: unfold,
    press: 'Unsubscribe',
    says: always('Failed to update subscriber'),
    saved: log('unsubscribed', 'subscriber'),
    isQuestion: true,
    toldAbove: true,
  },
  {
    ...removal('subscriber', (riverbank) => {
      onlyTwoReaders(riverbank)
      return `/dashboard/newsletter/subscribers/${idOf(riverbank, 'subscribers', 'active = 0')}/delete`
    }),
    saved: log('erased', 'subscriber'),
  },
  {
    ...removal('attachment', (riverbank) => {
      const { address, id } = christmasDraft(riverbank)
      return `${address}/attachments/${idOf(riverbank, 'newsletterAttachments', `newsletterId = ${id}`)}/delete`
    }),
    saved: log('deleted', 'newsletter attachment'),
  },
  {
    name: 'Edit Subscriber',
    as: 'aoife',
    at: (riverbank) => `/dashboard/newsletter/subscribers/${idOf(riverbank, 'subscribers')}/edit`,
    form: '#subscriber',
    fill: (form) => fillIn(form, { 'Name (Optional)': 'Maura Byrne' }),
    press: 'Save',
    says: always('Failed to update subscriber'),
    saved: log('changed', 'subscriber'),
  },
]
