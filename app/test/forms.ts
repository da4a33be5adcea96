import { formatShortDate, getToday } from '~/domain/events/days'
import { deactivateOtherReaders, findChristmasDraft } from './newsletters'
import type { Person } from './people'
import type { RunningRiverbank } from './running'
import { createPicture, createSamplePdf } from './samples'
import { resolveAddress } from './screens'

export interface SiteForm {
  name: string
  as?: Person
  /** The form's address; the function also prepares the database. */
  at: string | ((riverbank: RunningRiverbank) => string)
  form: string
  fields?: Record<string, string>
  option?: string
  files?: { label: string; uploads: { name: string; mimeType: string; buffer: Buffer }[] }
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

const findFirstId = ({ rows }: RunningRiverbank, table: string, where = '1') =>
  Number(rows(`select id from ${table} where ${where} order by id limit 1`)[0]?.id)
const countActivity = (action: string, noun: string) =>
  `select count(*) as n from activity where action = '${action}' and noun = '${noun}'`

const anyFile: SiteForm['files'] = {
  label: 'File',
  uploads: [{ name: 'choir.pdf', mimeType: 'application/pdf', buffer: createSamplePdf() }],
}
const pictures = await Promise.all(
  [createPicture(40, 30), createPicture(30, 40)].map((picture) => picture.png().toBuffer()),
)
const atDraft = (path: string) => (riverbank: RunningRiverbank) => findChristmasDraft(riverbank).address + path

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
    fields,
  }: Record<'folder' | 'table' | 'form' | 'heading' | 'button', string> & Pick<SiteForm, 'fields'>,
): SiteForm[] {
  const reported = (done: string): SiteForm['success'] => [
    'Success',
    `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done} successfully`,
  ]
  const at = (path: string) => (riverbank: RunningRiverbank) => `${folder}/${findFirstId(riverbank, table)}/${path}`
  const both = { as: 'aoife', form, fields } as const
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
 * The public forms, those in the spec's error catalogue, and one of each other kind. app/routes/html.slow.test.ts checks that all forms use
 * ui/forms/post-form.tsx.
 */
export const siteForms: SiteForm[] = [
  {
    name: 'Send Us a Message',
    at: '/contact',
    form: '#enquiry',
    fields: {
      Name: 'Maura Daly',
      Email: 'maura@example.org',
      Subject: 'visit',
      Message: 'May we come and see you in June?',
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
    fields: { 'Email address': 'maura@example.org', 'Name (optional)': 'Maura' },
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
    fields: { Email: 'maura@example.org' },
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
    fields: { From: formatShortDate(getToday()), 'Note (optional)': 'At the dentist.' },
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
    fields: { 'Email address': 'guardian.reader@example.ie' },
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
    fields: { 'Document Title': 'Choir songs', 'Description (Optional)': 'For June' },
    files: anyFile,
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
    fields: { Title: 'Choir songs', Description: 'For June' },
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
    files: {
      label: 'Photos',
      uploads: pictures.map((buffer, index) => ({ name: `${index + 1}.png`, mimeType: 'image/png', buffer })),
    },
    button: 'Upload photos',
    getFailureText: withStatus('Failed to upload 1.png'),
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
    fields: {
      'Newsletter Title': 'June news',
      'Newsletter Content': 'The choir sang, and everybody came.',
    },
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
    fields: { Title: 'Songs', 'Description (optional)': 'For June' },
    files: anyFile,
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
    option: 'Guardians only',
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
    fields: { 'Email Address': 'maura@example.org', 'Name (Optional)': 'Maura' },
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
    fields: { Title: 'Respite', Content: '<p>Ring us.</p>', Category: 'support' },
  }),
  ...createFormsOf('board member', {
    folder: '/dashboard/board',
    table: 'boardMembers',
    form: '#member',
    heading: 'Board Member',
    button: 'Member',
    fields: { Name: 'Bríd Nolan', Position: 'Director', Biography: 'Bríd likes boats.' },
  }),
  ...createFormsOf('strategic plan', {
    folder: '/dashboard/board/plans',
    table: 'strategicPlans',
    form: '#plan',
    heading: 'Strategic Plan',
    button: 'Plan',
    fields: { Title: 'Green rooms', Content: '<p>Plants</p>' },
  }),
  {
    name: 'Add a person',
    as: 'aoife',
    at: '/dashboard/profile/people/new',
    form: '#person',
    fields: {
      'First name': 'Seán',
      'Last name': 'Kelly',
      Username: 'sean',
      Password: 'heron boat lamp',
      'Student or tutor': 'student',
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
