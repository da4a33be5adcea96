import type { Locator, Page } from 'playwright/test'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { fillFields, type Person, type RunningRiverbank } from './browser'
import { deactivateOtherReaders, findChristmasDraft } from './newsletters'
import { createPicture, createSamplePdf } from './samples'
import { resolveAddress } from './screens'

/** A form of the site: how to open, fill in and submit it, and what it says and saves. */
export interface SiteForm {
  name: string
  as?: Person
  /** The form's address; the function also prepares the database. */
  at: string | ((riverbank: RunningRiverbank) => string)
  /** Selector of the form. */
  form: string
  fill?: (form: Locator, page: Page) => Promise<unknown>
  button: string
  /** Its message when saving failed, for a status. */
  getFailureText: (status: string) => string
  /** The title of that message; 'Error' by default. */
  failureTitle?: string
  /** The title and text of its success message, if the spec's error catalogue has them. */
  success?: [title: string, text: string]
  /** Counts what it saves: `by` more (1 by default) after each save. */
  countQuery: string
  by?: number
  /** The table whose changes are refused to make the server fail; the activity log by default. */
  failingTable?: string
  /** True if a server failure is shown at the top of the page. */
  isFailureOnTop?: boolean
  /** The form on the page served after a failure, if it is another one. */
  returnedForm?: string
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
    .setInputFiles({ name: 'choir.pdf', mimeType: 'application/pdf', buffer: createSamplePdf() })
const atDraft = (path: string) => (riverbank: RunningRiverbank) => findChristmasDraft(riverbank).address + path

/** The confirmation of a delete. */
const createDeleteForm = (noun: string, at: SiteForm['at'], success?: SiteForm['success']): SiteForm => ({
  name: `Delete ${noun}`,
  as: 'aoife',
  at,
  form: 'form:has(button:text-is("Delete"))',
  button: 'Delete',
  getFailureText: sameText(`Failed to delete ${noun}`),
  success,
  countQuery: countActivity('deleted', noun),
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
  const reported = (done: string): SiteForm['success'] => [
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
      button: `Create ${button}`,
      getFailureText: sameText(`Failed to create ${noun}`),
      success: reported('created'),
      countQuery: `select count(*) as n from ${table}`,
    },
    {
      ...both,
      name: `Edit ${heading}`,
      at: at('edit'),
      button: `Update ${button}`,
      getFailureText: sameText(`Failed to update ${noun}`),
      success: reported('updated'),
      countQuery: countActivity('changed', noun),
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
      await fillFields(form, {
        Name: 'Maura Daly',
        Email: 'maura@example.org',
        Message: 'May we come and see you in June?',
      })
      await form.getByLabel('Subject').selectOption('visit')
    },
    button: 'Send Message',
    getFailureText: withStatus('Failed to send message'),
    success: ['Message sent', "Thank you for your message. We'll get back to you soon!"],
    countQuery: 'select count(*) as n from enquiries',
    failingTable: 'enquiries',
  },
  {
    name: 'Riverbank News',
    at: '/contact',
    form: '#subscribe',
    fill: (form) => fillFields(form, { 'Email address': 'maura@example.org', 'Name (optional)': 'Maura' }),
    button: 'Subscribe to Newsletter',
    getFailureText: sameText('Failed to subscribe'),
    failureTitle: 'Subscription failed',
    success: [
      'Subscription successful!',
      "Thank you for subscribing to our newsletter. You'll receive updates about Riverbank activities and achievements.",
    ],
    countQuery: 'select count(*) as n from subscribers',
    failingTable: 'subscribers',
  },
  {
    name: 'the newsletter box of every page',
    at: '/board',
    form: '#footer-newsletter',
    returnedForm: '#subscribe',
    fill: (form) => fillFields(form, { Email: 'maura@example.org' }),
    button: 'Subscribe',
    getFailureText: sameText('Failed to subscribe'),
    failureTitle: 'Subscription failed',
    success: ['Subscription successful', 'Thank you for subscribing to our newsletter!'],
    countQuery: 'select count(*) as n from subscribers',
    failingTable: 'subscribers',
  },
  {
    name: 'Not coming on another day',
    at: (riverbank) => resolveAddress(riverbank, '/away/:away'),
    form: '#another-day',
    fill: (form) => fillFields(form, { From: formatIsoDay(getToday()), 'Note (optional)': 'At the dentist.' }),
    button: 'Tell us',
    getFailureText: sameText('We could not save this'),
    countQuery: 'select count(*) as n from absences',
    failingTable: 'absences',
  },
  {
    name: 'Get the link by email',
    at: (riverbank) => {
      deactivateOtherReaders(riverbank)
      return '/unsubscribe'
    },
    form: '#unsubscribe',
    fill: (form) => fillFields(form, { 'Email address': 'guardian.reader@example.ie' }),
    button: 'Send me the link',
    getFailureText: sameText('Failed to send the link'),
    countQuery: "select count(*) as n from deliveries where kind = 'unsubscribe'",
    failingTable: 'deliveries',
  },
  {
    name: 'Upload Document',
    as: 'aoife',
    at: '/dashboard',
    form: '#upload',
    fill: async (form) => {
      await fillFields(form, {
        'Document Title': 'Choir songs',
        'Description (Optional)': 'For June',
      })
      await chooseAnyFile(form)
    },
    button: 'Upload Document',
    // With scripts, the server's message replaces the status.
    getFailureText: sameText('Failed to upload file: '),
    failureTitle: 'Upload failed',
    success: ['File uploaded', 'Your file has been uploaded successfully.'],
    countQuery: 'select count(*) as n from files',
  },
  {
    name: 'Edit a document',
    as: 'aoife',
    at: (riverbank) => `/dashboard?edit=${findFirstId(riverbank, 'files', 'album is null')}`,
    form: '#edit-document',
    fill: (form) => fillFields(form, { Title: 'Choir songs', Description: 'For June' }),
    button: 'Save',
    getFailureText: withStatus('Failed to update document'),
    failureTitle: 'Update failed',
    success: ['Document updated', 'The document has been updated successfully.'],
    countQuery: countActivity('changed', 'document'),
  },
  {
    name: 'Add photos',
    as: 'aoife',
    at: '/dashboard/notices/qqi',
    form: '#photo-upload',
    fill: async (form) =>
      form.getByLabel('Photos').setInputFiles([
        { name: 'one.png', mimeType: 'image/png', buffer: await createPicture(40, 30).png().toBuffer() },
        { name: 'two.png', mimeType: 'image/png', buffer: await createPicture(30, 40).png().toBuffer() },
      ]),
    button: 'Upload photos',
    getFailureText: withStatus('Failed to upload one.png'),
    failureTitle: 'Upload failed',
    success: ['Upload successful', 'QQI certificate photos uploaded successfully'],
    countQuery: "select count(*) as n from files where album = 'qqi'",
    by: 2,
  },
  {
    name: 'Create Newsletter',
    as: 'aoife',
    at: '/dashboard/newsletter/new',
    form: '#newsletter',
    fill: (form) =>
      fillFields(form, {
        'Newsletter Title': 'June news',
        'Newsletter Content': 'The choir sang, and everybody came.',
      }),
    button: 'Create Newsletter',
    getFailureText: withStatus('Failed to create newsletter'),
    success: ['Newsletter created', 'Your newsletter has been created successfully.'],
    countQuery: 'select count(*) as n from newsletters',
  },
  createDeleteForm('newsletter', atDraft('/delete')),
  {
    name: 'Upload Attachment',
    as: 'aoife',
    at: atDraft(''),
    form: '#attachment',
    fill: async (form) => {
      await fillFields(form, { Title: 'Songs', 'Description (optional)': 'For June' })
      await chooseAnyFile(form)
    },
    button: 'Upload Attachment',
    getFailureText: withStatus('Failed to upload attachment'),
    success: ['Attachment uploaded', 'The attachment has been uploaded successfully.'],
    countQuery: 'select count(*) as n from newsletterAttachments',
  },
  {
    name: 'Send Newsletter',
    as: 'aoife',
    at: (riverbank) => {
      deactivateOtherReaders(riverbank)
      return atDraft('/send')(riverbank)
    },
    form: '#send',
    fill: (form) => form.getByLabel('Guardians only').check(),
    button: 'Send Newsletter',
    getFailureText: withStatus('Failed to update newsletter status'),
    success: ['Newsletter status updated', 'The newsletter status has been updated successfully.'],
    countQuery: "select count(*) as n from deliveries where kind = 'newsletter'",
  },
  {
    name: 'Add Subscriber',
    as: 'aoife',
    at: '/dashboard/newsletter/subscribers',
    form: '#subscriber',
    fill: (form) => fillFields(form, { 'Email Address': 'maura@example.org', 'Name (Optional)': 'Maura' }),
    button: 'Add Subscriber',
    getFailureText: withStatus('Failed to add subscriber'),
    success: ['Subscriber added', 'The subscriber has been added successfully.'],
    countQuery: 'select count(*) as n from subscribers',
  },
  ...createFormsOf('resource', {
    folder: '/dashboard/resources',
    table: 'resources',
    form: '#resource',
    heading: 'Resource',
    button: 'Resource',
    fill: async (form) => {
      await fillFields(form, { Title: 'Respite', Content: '<p>Ring us.</p>' })
      await form.getByLabel('Category').selectOption('support')
    },
  }),
  ...createFormsOf('board member', {
    folder: '/dashboard/board',
    table: 'boardMembers',
    form: '#member',
    heading: 'Board Member',
    button: 'Member',
    fill: (form) => fillFields(form, { Name: 'Bríd Nolan', Position: 'Director', Biography: 'Bríd likes boats.' }),
  }),
  ...createFormsOf('strategic plan', {
    folder: '/dashboard/board/plans',
    table: 'strategicPlans',
    form: '#plan',
    heading: 'Strategic Plan',
    button: 'Plan',
    fill: (form) => fillFields(form, { Title: 'Green rooms', Content: '<p>Plants</p>' }),
  }),
  {
    name: 'Add a person',
    as: 'aoife',
    at: '/dashboard/profile/people/new',
    form: '#person',
    fill: async (form) => {
      await fillFields(form, {
        'First name': 'Seán',
        'Last name': 'Kelly',
        Username: 'sean',
        Password: 'heron boat lamp',
      })
      await form.getByLabel('Student or tutor').selectOption('student')
    },
    button: 'Add person',
    getFailureText: sameText('Failed to add person'),
    countQuery: 'select count(*) as n from users',
  },
  {
    name: 'Mark as answered',
    as: 'aoife',
    at: '/dashboard/profile/enquiries',
    form: 'form:has(button:text("Mark as answered")) >> nth=0',
    button: 'Mark as answered',
    getFailureText: sameText('Failed to update the enquiry'),
    countQuery: countActivity('answered', 'enquiry'),
    isFailureOnTop: true,
  },
]
