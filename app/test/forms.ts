import type { Locator, Page } from 'playwright/test'
import { fillIn, type Person, password, type RunningRiverbank } from './browser'
import { christmasDraft, FAR_OFF, goesOutAt, LONG_AGO, onlyTwoReaders, wentOut } from './newsletters'
import { pdf, picture } from './samples'

/** One form of the site: how to come to it, fill it in and send it, and what it says and saves. */
export interface SiteForm {
  name: string
  as?: Person
  /** The form's address; prepares the database where that is needed. */
  at: string | ((riverbank: RunningRiverbank) => string | Promise<string>)
  /** The form among the page's. */
  form: string
  fill?: (form: Locator, page: Page) => Promise<unknown>
  press: string
  /** What it says when it was not saved, for a status or what stands for one. */
  says: (status: string) => string
  /** Counts what it saves: one more, or the number given, after it was saved once. */
  saved: string
  by?: number
  /** The table whose changes are refused to make the server fail; the log of the portal unless given. */
  fails?: string
  /** True where nothing is typed. */
  isQuestion?: boolean
  /** True where a failure of the server is told at the top of the page. */
  toldAbove?: boolean
  /** The form that a page served after a failure shows, where it is another. */
  servedIn?: string
}

const idOf = ({ rows }: RunningRiverbank, table: string, where = '1') =>
  Number(rows(`select id from ${table} where ${where} order by id limit 1`)[0]?.id)
const always = (words: string) => () => words
const upload = (status: string) => `Failed to upload file: ${status}`
const log = (action: string, noun: string) =>
  `select count(*) as n from activity where action = '${action}' and noun = '${noun}'`
const textFile = { name: 'choir.pdf', mimeType: 'application/pdf', buffer: pdf() }
const anyFile = (form: Locator, label = 'File') => form.getByLabel(label, { exact: true }).setInputFiles(textFile)

/** The confirmation of a delete. */
const question = (what: string, at: SiteForm['at'], noun: string, press = 'Delete', action = 'deleted'): SiteForm => ({
  name: `${press} ${what}`,
  as: 'aoife',
  at,
  form: `form:has(button:text-is("${press}"))`,
  press,
  says: always(`Failed to ${what}`),
  saved: log(action, noun),
  isQuestion: true,
})
const removal = (what: string, at: SiteForm['at'], noun = what): SiteForm => ({
  ...question(`delete ${what}`, at, noun),
  name: `Delete ${what}`,
})

const publicForms: SiteForm[] = [
  {
    name: 'Send Us a Message',
    at: '/contact',
    form: '#enquiry',
    fill: async (form) => {
      await fillIn(form, {
        Name: 'Maura Daly',
        Email: 'maura@example.org',
        Message: 'May we come and see you in June?',
      })
      await form.getByLabel('Subject').selectOption('visit')
    },
    press: 'Send Message',
    says: (status) => `Failed to send message: ${status}`,
    saved: 'select count(*) as n from enquiries',
    fails: 'enquiries',
  },
  {
    name: 'Riverbank News',
    at: '/contact',
    form: '#subscribe',
    fill: (form) => fillIn(form, { 'Email address': 'maura@example.org', 'Name (optional)': 'Maura' }),
    press: 'Subscribe to Newsletter',
    says: always('Failed to subscribe'),
    saved: 'select count(*) as n from subscribers',
    fails: 'subscribers',
  },
  {
    name: 'the newsletter box of every page',
    at: '/board',
    form: '#footer-newsletter',
    servedIn: '#subscribe',
    fill: (form) => fillIn(form, { Email: 'maura@example.org' }),
    press: 'Subscribe',
    says: always('Failed to subscribe'),
    saved: 'select count(*) as n from subscribers',
    fails: 'subscribers',
  },
  {
    name: 'Get the link by email',
    at: '/unsubscribe',
    form: '#unsubscribe',
    fill: (form) => fillIn(form, { 'Email address': 'guardian.reader@example.ie' }),
    press: 'Send me the link',
    says: always('Failed to send the link'),
    saved: "select count(*) as n from deliveries where kind = 'unsubscribe'",
    fails: 'deliveries',
  },
]
publicForms[3]!.at = (riverbank) => {
  onlyTwoReaders(riverbank)
  return '/unsubscribe'
}

const fileForms: SiteForm[] = [
  {
    name: 'Upload Document',
    as: 'aoife',
    at: '/dashboard',
    form: '#upload',
    fill: async (form) => {
      await fillIn(form, { 'Document Title': 'Choir songs', 'Description (Optional)': 'For June' })
      await anyFile(form)
    },
    press: 'Upload Document',
    says: upload,
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
    saved: log('changed', 'document'),
  },
  removal('document', (riverbank) => `/dashboard/files/${idOf(riverbank, 'files', 'album is null')}/delete`),
  {
    name: 'Add Timetable',
    as: 'aoife',
    at: '/dashboard/timetable',
    form: '#timetable',
    fill: async (form) => {
      await fillIn(form, { Title: 'Summer', 'Description (Optional)': 'From June' })
      await anyFile(form)
    },
    press: 'Add Timetable',
    says: upload,
    saved: 'select count(*) as n from timetables',
  },
  {
    name: 'Edit Timetable',
    as: 'aoife',
    at: (riverbank) => `/dashboard/timetable/${idOf(riverbank, 'timetables')}/edit`,
    form: '#timetable',
    fill: async (form) => {
      await fillIn(form, { Title: 'Summer', 'Description (Optional)': 'From June' })
      await anyFile(form, 'New file (Optional)')
    },
    press: 'Save',
    says: upload,
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
    saved: "select count(*) as n from files where album = 'qqi'",
    by: 2,
  },
  removal('photo', (riverbank) => `/dashboard/notices/qqi/${idOf(riverbank, 'files', "album = 'qqi'")}/delete`),
]

const eventFields = { Title: 'Tea morning', 'Description (optional)': 'With cake', Date: '2026-12-01' }
const calendarForms: SiteForm[] = [
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
    fill: (form) => fillIn(form, { Year: '2031' }),
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

const words = 'The choir sang in the hall, and everybody came.'
const draft = (path: string) => (riverbank: RunningRiverbank) => christmasDraft(riverbank).address + path
const statusFails = (status: string) => `Failed to update newsletter status: ${status}`
const newsletterForms: SiteForm[] = [
  {
    name: 'Create Newsletter',
    as: 'aoife',
    at: '/dashboard/newsletter/new',
    form: '#newsletter',
    fill: (form) => fillIn(form, { 'Newsletter Title': 'June news', 'Newsletter Content': words }),
    press: 'Create Newsletter',
    says: (status) => `Failed to create newsletter: ${status}`,
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
    saved: "select count(*) as n from deliveries where kind = 'newsletter'",
  },
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
    saved: 'select count(*) as n from subscribers',
  },
  {
    name: 'Import the list',
    as: 'aoife',
    at: '/dashboard/newsletter/subscribers/import',
    form: '#list',
    fill: (form) =>
      form
        .getByLabel('The list')
        .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Email\nmaura@example.org\n') }),
    press: 'Import the list',
    says: always('Failed to import the list'),
    saved: 'select count(*) as n from subscribers',
  },
]

const boardForms: SiteForm[] = [
  {
    name: 'Create New Resource',
    as: 'aoife',
    at: '/dashboard/resources/new',
    form: '#resource',
    fill: async (form) => {
      await fillIn(form, { Title: 'Respite', Content: '<p>Ring us.</p>' })
      await form.getByLabel('Category').selectOption('support')
    },
    press: 'Create Resource',
    says: always('Failed to create resource'),
    saved: 'select count(*) as n from resources',
  },
  {
    name: 'Edit Resource',
    as: 'aoife',
    at: (riverbank) => `/dashboard/resources/${idOf(riverbank, 'resources')}/edit`,
    form: '#resource',
    fill: (form) => fillIn(form, { Title: 'Respite', Content: '<p>Ring us.</p>' }),
    press: 'Update Resource',
    says: always('Failed to update resource'),
    saved: log('changed', 'resource'),
  },
  removal('resource', (riverbank) => `/dashboard/resources/${idOf(riverbank, 'resources')}/delete`),
  {
    name: 'Add Board Member',
    as: 'aoife',
    at: '/dashboard/board/new',
    form: '#member',
    fill: (form) => fillIn(form, { Name: 'Bríd Nolan', Position: 'Director', Biography: 'Bríd likes boats.' }),
    press: 'Create Member',
    says: always('Failed to create board member'),
    saved: 'select count(*) as n from boardMembers',
  },
  {
    name: 'Edit Board Member',
    as: 'aoife',
    at: (riverbank) => `/dashboard/board/${idOf(riverbank, 'boardMembers')}/edit`,
    form: '#member',
    fill: (form) => fillIn(form, { Name: 'Bríd Nolan', Biography: 'Bríd likes boats.' }),
    press: 'Update Member',
    says: always('Failed to update board member'),
    saved: log('changed', 'board member'),
  },
  removal('board member', (riverbank) => `/dashboard/board/${idOf(riverbank, 'boardMembers')}/delete`),
  {
    name: 'Add Strategic Plan',
    as: 'aoife',
    at: '/dashboard/board/plans/new',
    form: '#plan',
    fill: (form) => fillIn(form, { Title: 'Green rooms', Content: '<p>Plants</p>' }),
    press: 'Create Plan',
    says: always('Failed to create strategic plan'),
    saved: 'select count(*) as n from strategicPlans',
  },
  {
    name: 'Edit Strategic Plan',
    as: 'aoife',
    at: (riverbank) => `/dashboard/board/plans/${idOf(riverbank, 'strategicPlans')}/edit`,
    form: '#plan',
    fill: (form) => fillIn(form, { Title: 'Green rooms', Content: '<p>Plants</p>' }),
    press: 'Update Plan',
    says: always('Failed to update strategic plan'),
    saved: log('changed', 'strategic plan'),
  },
  removal('strategic plan', (riverbank) => `/dashboard/board/plans/${idOf(riverbank, 'strategicPlans')}/delete`),
]

const niamh =
  (path = '') =>
  (riverbank: RunningRiverbank) =>
    `/dashboard/profile/people/${idOf(riverbank, 'users', "username = 'demo.student2'")}${path}`
const peopleForms: SiteForm[] = [
  {
    name: 'Add a person',
    as: 'aoife',
    at: '/dashboard/profile/people/new',
    form: '#person',
    fill: async (form) => {
      await fillIn(form, {
        'First name': 'Seán',
        'Last name': 'Kelly',
        Username: 'sean.kelly',
        Password: 'heron boat lamp',
      })
      await form.getByLabel('Student or tutor').selectOption('student')
    },
    press: 'Add person',
    says: always('Failed to add person'),
    saved: 'select count(*) as n from users',
  },
  {
    name: 'Change a name',
    as: 'aoife',
    at: niamh(),
    form: '#rename',
    fill: (form) => fillIn(form, { 'First name': 'Niamh Marie', 'Last name': 'Burke' }),
    press: 'Save name',
    says: always('Failed to change name'),
    saved: log('renamed', 'account'),
  },
  {
    name: 'Set a password',
    as: 'aoife',
    at: niamh(),
    form: '#password',
    fill: (form) => fillIn(form, { 'New password': 'heron boat lamp' }),
    press: 'Set password',
    says: always('Failed to set password'),
    saved: log('set a password', 'account'),
  },
  question('close account', niamh('/close'), 'account', 'Close account', 'closed'),
  question('erase person', niamh('/erase'), 'account', 'Erase', 'erased'),
  {
    name: 'Change your password',
    as: 'daniel',
    at: '/dashboard/password',
    form: '#own-password',
    fill: (form) => fillIn(form, { 'Your current password': password, 'New password': 'heron boat lamp' }),
    press: 'Change password',
    says: always('Failed to change password'),
    saved: log('set a password', 'account'),
  },
  {
    name: 'Mark as answered',
    as: 'aoife',
    at: '/dashboard/profile/enquiries',
    form: 'form:has(button:text("Mark as answered")) >> nth=0',
    press: 'Mark as answered',
    says: always('Failed to update the enquiry'),
    saved: log('answered', 'enquiry'),
    isQuestion: true,
    toldAbove: true,
  },
]

/** Every form of the site but the log-in, whose answers are its own. */
export const siteForms: SiteForm[] = [
  ...publicForms,
  ...fileForms,
  ...calendarForms,
  ...newsletterForms,
  ...boardForms,
  ...peopleForms,
]
