import { addAttachment } from '~/domain/newsletters/attachments.server'
import {
  addNewsletter,
  attachmentRecord,
  changeNewsletter,
  findNewsletter,
  listNewsletters,
  newsletterRecord,
  removeNewsletter,
} from '~/domain/newsletters/newsletters.server'
import { newAttachment, newNewsletter, statusChange } from '~/domain/newsletters/schema'
import { sendNewsletter } from '~/domain/newsletters/send.server'
import { orNotFound } from '~/domain/refused'
import { subscriberChange } from '~/domain/subscribers/schema'
import { changeSubscriber, listSubscribers, subscriberRecord } from '~/domain/subscribers/subscribers.server'
import {
  type CallGroup,
  defineChangeBody,
  defineDelete,
  defineFormBody,
  defineGet,
  defineJsonBody,
  defineList,
  definePatch,
  definePost,
} from './call.server'

export const newsletterCalls: CallGroup = {
  name: 'Newsletters',
  description: 'Newsletters, their attachments and their subscribers, for tutors.',
  calls: [
    defineList('getNewsletters', '/api/newsletters', {
      access: 'tutor',
      summary: 'List newsletters',
      description: 'Gives all newsletters with their attachments, the newest first.',
      response: newsletterRecord,
      run: ({ db, pageRequest, user }) => listNewsletters(db, user, pageRequest),
    }),
    defineGet('getNewsletter', '/api/newsletters/{id}', {
      access: 'tutor',
      summary: 'Get a newsletter',
      description: 'Gives one newsletter with its attachments.',
      response: newsletterRecord,
      run: async ({ db, id, user }) => orNotFound(await findNewsletter(db, user, id)),
    }),
    definePost('postNewsletter', '/api/newsletters', {
      access: 'tutor',
      summary: 'Add a newsletter',
      description: 'Adds a newsletter as a draft.',
      body: defineJsonBody(newNewsletter, { title: 'June news', content: 'The choir sang in the hall.' }),
      response: newsletterRecord,
      run: ({ db, user, body }) => addNewsletter(db, user, body),
    }),
    definePatch('patchNewsletter', '/api/newsletters/{id}', {
      access: 'tutor',
      summary: 'Change a draft',
      description:
        'Changes the fields that are sent; the others stay as they are. 409 once the newsletter is sent, or when it has changed since the version that was sent.',
      body: defineChangeBody(newNewsletter, { title: 'News for June', version: 1 }),
      response: newsletterRecord,
      errors: [409],
      run: ({ db, user, id, body }) => changeNewsletter(db, user, id, body),
    }),
    defineDelete('deleteNewsletter', '/api/newsletters/{id}', {
      access: 'tutor',
      summary: 'Delete a draft',
      description: 'Deletes a draft. 409 once it is sent.',
      errors: [409],
      run: ({ db, uploads, user, id }) => removeNewsletter(db, uploads, user, id),
    }),
    definePatch('patchNewsletterStatus', '/api/newsletters/{id}/status', {
      access: 'tutor',
      summary: 'Send a newsletter',
      description: 'Sends a newsletter to all active subscribers, or to the guardians among them. 409 once it is sent.',
      body: defineJsonBody(statusChange, { status: 'sent', audience: 'guardians' }),
      response: newsletterRecord,
      errors: [409],
      run: ({ db, user, id, body: { audience }, context: { settings } }) =>
        sendNewsletter(db, user, id, { audience, holdSeconds: settings.newsletter.holdSeconds }),
    }),
    definePost('postNewsletterAttachment', '/api/newsletters/{id}/attachments', {
      access: 'tutor',
      summary: 'Attach a file to a draft',
      description: 'Adds an attachment of up to 5 MB to a draft. 409 once it is sent.',
      body: defineFormBody(newAttachment, { title: 'The choir', description: 'On stage in the hall.' }),
      response: attachmentRecord,
      errors: [409],
      run: ({ db, uploads, user, id, body }) => addAttachment(db, uploads, user, id, body),
    }),
    defineList('getNewsletterSubscribers', '/api/newsletter/subscribers', {
      access: 'tutor',
      summary: 'List subscribers',
      description: 'Gives all subscribers, the newest first.',
      response: subscriberRecord,
      run: ({ db, pageRequest, user }) => listSubscribers(db, user, pageRequest),
    }),
    definePatch('patchNewsletterSubscriber', '/api/newsletter/subscribers/{id}', {
      access: 'tutor',
      summary: 'Unsubscribe or reactivate a subscriber',
      description:
        'Unsubscribes someone, or makes them active again. `active: true` also tries an address again that does not work (`isUndeliverable`): mail servers refused three newsletters to it for good.',
      body: defineChangeBody(subscriberChange, { active: false }),
      response: subscriberRecord,
      run: ({ db, user, id, body }) => changeSubscriber(db, user, id, body),
    }),
  ],
}
