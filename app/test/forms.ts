import type { Locator, Page } from 'playwright/test'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { fillIn, type Person, type RunningRiverbank } from './browser'
import { christmasDraft, onlyTwoReaders } from './newsletters'
import { pdf, picture } from './samples'
import { addressIn } from './screens'

/** A form of the site: how to open, fill in and submit it, and what it says and saves. */
export interface SiteForm {
  name: string
  as?: Person
  /** The form's address; the function also prepares the database. */
  at: string | ((riverbank: RunningRiverbank) => string)
  /** Selector of the form. */
  form: string
  fill?: (form: Locator, page: Page) => Promise<unknown>
  press: string
  /** Its message when saving failed, for a status. */
  says: (status: string) => string
  /** The title of that message; 'Error' by default. */
  title?: string
  /** The title and text of its success message, if the spec's error catalogue has them. */
  tells?: [title: string, text: string]
  /** Counts what it saves: `by` more (1 by default) after each save. */
  saved: string
  by?: number
  /** The table whose changes are refused to make the server fail; the activity log by default. */
  fails?: string
  /** True if a server failure is shown at the top of the page. */
  toldAbove?: boolean
  /** The form on the page served after a failure, if it is another one. */
  servedIn?: string
}

const sameText = (words: string) => () => words
const withStatus = (words: string) => (status: string) => `${words}: ${status}`

/** The id of the first row of a table. */
const findFirstId = ({ rows }: RunningRiverbank, table: string, where = '1') =>
  Number(rows(`select id from ${table} where ${where} order by id limit 1`)[0]?.id)
/** Counts the lines of the activity log about an action. */
const countActivity = (action: string, noun: string) =>
  `select count(*) as n from activity where action = '${action}' and noun = '${noun}'`

/** Chooses a file that every form accepts. */
const chooseAnyFile = (form: Locator) =>
  form
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'choir.pdf', mimeType: 'application/pdf', buffer: pdf() })
const atDraft = (path: string) => (riverbank: RunningRiverbank) => christmasDraft(riverbank).address + path

/** The confirmation of a delete. */
const createDeleteForm = (noun: string, at: SiteForm['at'], tells?: SiteForm['tells']): SiteForm => ({
  name: `Delete ${noun}`,
  as: 'aoife',
  at,
  form: 'form:has(button:text-is("Delete"))',
  press: 'Delete',
  says: sameText(`Failed to delete ${noun}`),
  tells,
  saved: countActivity('deleted', noun),
})

/** The forms to add, change and delete a noun, whose texts differ only in its name. */
function createFormsOf(
  noun: string,
  {
    folder,
    table,
    form,
    heading,
    button,
    fill,
  }: Record<'folder' | 'table' | 'form' | 'heading' | 'button', string> & {
    fill: NonNullable<SiteForm['fill']>
  },
): SiteForm[] {
  const reported = (done: string): SiteForm['tells'] => [
    'Success',
    `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done} successfully`,
  ]
  const at = (path: string) => (riverbank: RunningRiverbank) => `${folder}/${findFirstId(riverbank, table)}/${path}`
  const both = { as: 'aoife', form, fill } as const
  return [
    {
      ...both,
      name: `Create New ${heading}`,
      at: `${folder}/new`,
      press: `Create ${button}`,
      says: sameText(`Failed to create ${noun}`),
      tells: reported('created'),
      saved: `select count(*) as n from ${table}`,
    },
    {
      ...both,
      name: `Edit ${heading}`,
      at: at('edit'),
      press: `Update ${button}`,
      says: sameText(`Failed to update ${noun}`),
      tells: reported('updated'),
      saved: countActivity('changed', noun),
    },
    createDeleteForm(noun, at('delete'), reported('deleted')),
  ]
}

/**
 * The public forms, those in the spec's error catalogue, and one of each other kind. app/routes/html.test.ts checks that all forms use
 * ui/forms/post-form.tsx.
 */
export const siteForms: SiteForm[] = [
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
    says: withStatus('Failed to send message'),
    tells: ['Message sent', "Thank you for your message. We'll get back to you soon!"],
    saved: 'select count(*) as n from enquiries',
    fails: 'enquiries',
  },
  {
    name: 'Riverbank News',
    at: '/contact',
    form: '#subscribe',
    fill: (form) => fillIn(form, { 'Email address': 'maura@example.org', 'Name (optional)': 'Maura' }),
    press: 'Subscribe to Newsletter',
    says: sameText('Failed to subscribe'),
    title: 'Subscription failed',
    tells: [
      'Subscription successful!',
      "Thank you for subscribing to our newsletter. You'll receive updates about Riverbank activities and achievements.",
    ],
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
    says: sameText('Failed to subscribe'),
    title: 'Subscription failed',
    tells: ['Subscription successful', 'Thank you for subscribing to our newsletter!'],
    saved: 'select count(*) as n from subscribers',
    fails: 'subscribers',
  },
  {
    name: 'Not coming on another day',
    at: (riverbank) => addressIn(riverbank, '/away/:away'),
    form: '#another-day',
    fill: (form) => fillIn(form, { From: formatIsoDay(getToday()), 'Note (optional)': 'At the dentist.' }),
    press: 'Tell us',
    says: sameText('We could not save this'),
    saved: 'select count(*) as n from absences',
    fails: 'absences',
  },
  {
    name: 'Get the link by email',
    at: (riverbank) => {
      onlyTwoReaders(riverbank)
      return '/unsubscribe'
    },
    form: '#unsubscribe',
    fill: (form) => fillIn(form, { 'Email address': 'guardian.reader@example.ie' }),
    press: 'Send me the link',
    says: sameText('Failed to send the link'),
    saved: "select count(*) as n from deliveries where kind = 'unsubscribe'",
    fails: 'deliveries',
  },
  {
    name: 'Upload Document',
    as: 'aoife',
    at: '/dashboard',
    form: '#upload',
    fill: async (form) => {
      await fillIn(form, {
        'Document Title': 'Choir songs',
        'Description (Optional)': 'For June',
      })
      await chooseAnyFile(form)
    },
    press: 'Upload Document',
    // With scripts, the server's message replaces the status.
    says: sameText('Failed to upload file: '),
    title: 'Upload failed',
    tells: ['File uploaded', 'Your file has been uploaded successfully.'],
    saved: 'select count(*) as n from files',
  },
  {
    name: 'Edit a document',
    as: 'aoife',
    at: (riverbank) => `/dashboard?edit=${findFirstId(riverbank, 'files', 'album is null')}`,
    form: '#edit-document',
    fill: (form) => fillIn(form, { Title: 'Choir songs', Description: 'For June' }),
    press: 'Save',
    says: withStatus('Failed to update document'),
    title: 'Update failed',
    tells: ['Document updated', 'The document has been updated successfully.'],
    saved: countActivity('changed', 'document'),
  },
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
    says: withStatus('Failed to upload one.png'),
    title: 'Upload failed',
    tells: ['Upload successful', 'QQI certificate photos uploaded successfully'],
    saved: "select count(*) as n from files where album = 'qqi'",
    by: 2,
  },
  {
    name: 'Create Newsletter',
    as: 'aoife',
    at: '/dashboard/newsletter/new',
    form: '#newsletter',
    fill: (form) =>
      fillIn(form, { 'Newsletter Title': 'June news', 'Newsletter Content': 'The choir sang, and everybody came.' }),
    press: 'Create Newsletter',
    says: withStatus('Failed to create newsletter'),
    tells: ['Newsletter created', 'Your newsletter has been created successfully.'],
    saved: 'select count(*) as n from newsletters',
  },
  createDeleteForm('newsletter', atDraft('/delete')),
  {
    name: 'Upload Attachment',
    as: 'aoife',
    at: atDraft(''),
    form: '#attachment',
    fill: async (form) => {
      await fillIn(form, { Title: 'Songs', 'Description (optional)': 'For June' })
      await chooseAnyFile(form)
    },
    press: 'Upload Attachment',
    says: withStatus('Failed to upload attachment'),
    tells: ['Attachment uploaded', 'The attachment has been uploaded successfully.'],
    saved: 'select count(*) as n from newsletterAttachments',
  },
  {
    name: 'Send Newsletter',
    as: 'aoife',
    at: (riverbank) => {
      onlyTwoReaders(riverbank)
      return atDraft('/send')(riverbank)
    },
    form: '#send',
    fill: (form) => form.getByLabel('Guardians only').check(),
    press: 'Send Newsletter',
    says: withStatus('Failed to update newsletter status'),
    tells: ['Newsletter status updated', 'The newsletter status has been updated successfully.'],
    saved: "select count(*) as n from deliveries where kind = 'newsletter'",
  },
  {
    name: 'Add Subscriber',
    as: 'aoife',
    at: '/dashboard/newsletter/subscribers',
    form: '#subscriber',
    fill: (form) => fillIn(form, { 'Email Address': 'maura@example.org', 'Name (Optional)': 'Maura' }),
    press: 'Add Subscriber',
    says: withStatus('Failed to add subscriber'),
    tells: ['Subscriber added', 'The subscriber has been added successfully.'],
    saved: 'select count(*) as n from subscribers',
  },
  ...createFormsOf('resource', {
    folder: '/dashboard/resources',
    table: 'resources',
    form: '#resource',
    heading: 'Resource',
    button: 'Resource',
    fill: async (form) => {
      await fillIn(form, { Title: 'Respite', Content: '<p>Ring us.</p>' })
      await form.getByLabel('Category').selectOption('support')
    },
  }),
  ...createFormsOf('board member', {
    folder: '/dashboard/board',
    table: 'boardMembers',
    form: '#member',
    heading: 'Board Member',
    button: 'Member',
    fill: (form) => fillIn(form, { Name: 'Bríd Nolan', Position: 'Director', Biography: 'Bríd likes boats.' }),
  }),
  ...createFormsOf('strategic plan', {
    folder: '/dashboard/board/plans',
    table: 'strategicPlans',
    form: '#plan',
    heading: 'Strategic Plan',
    button: 'Plan',
    fill: (form) => fillIn(form, { Title: 'Green rooms', Content: '<p>Plants</p>' }),
  }),
  {
    name: 'Add a person',
    as: 'aoife',
    at: '/dashboard/profile/people/new',
    form: '#person',
    fill: async (form) => {
      await fillIn(form, { 'First name': 'Seán', 'Last name': 'Kelly', Username: 'sean', Password: 'heron boat lamp' })
      await form.getByLabel('Student or tutor').selectOption('student')
    },
    press: 'Add person',
    says: sameText('Failed to add person'),
    saved: 'select count(*) as n from users',
  },
  {
    name: 'Mark as answered',
    as: 'aoife',
    at: '/dashboard/profile/enquiries',
    form: 'form:has(button:text("Mark as answered")) >> nth=0',
    press: 'Mark as answered',
    says: sameText('Failed to update the enquiry'),
    saved: countActivity('answered', 'enquiry'),
    toldAbove: true,
  },
]
