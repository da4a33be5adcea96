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
      who: 'tutor',
      summary: 'List newsletters',
      description: 'Gives all newsletters with their attachments, the newest first.',
      gives: newsletterRecord,
      run: ({ db, pageRequest, user }) => listNewsletters(db, user, pageRequest),
    }),
    defineGet('getNewsletter', '/api/newsletters/{id}', {
      who: 'tutor',
      summary: 'Get a newsletter',
      description: 'Gives one newsletter with its attachments.',
      gives: newsletterRecord,
      run: async ({ db, id, user }) => orNotFound(await findNewsletter(db, user, id)),
    }),
    definePost('postNewsletter', '/api/newsletters', {
      who: 'tutor',
      summary: 'Add a newsletter',
      description: 'Adds a newsletter as a draft.',
      takes: defineJsonBody(newNewsletter, { title: 'June news', content: 'The choir sang in the hall.' }),
      gives: newsletterRecord,
      run: ({ db, user, body }) => addNewsletter(db, user, body),
    }),
    definePatch('patchNewsletter', '/api/newsletters/{id}', {
      who: 'tutor',
      summary: 'Change a draft',
      description:
        'Changes the fields that are sent; the others stay as they are. 409 once the newsletter is sent, or when it has changed since the version that was sent.',
      takes: defineChangeBody(newNewsletter, { title: 'News for June', version: 1 }),
      gives: newsletterRecord,
      refuses: [409],
      run: ({ db, user, id, body }) => changeNewsletter(db, user, id, body),
    }),
    defineDelete('deleteNewsletter', '/api/newsletters/{id}', {
      who: 'tutor',
      summary: 'Delete a draft',
      description: 'Deletes a draft. 409 once it is sent.',
      refuses: [409],
      run: ({ db, uploads, user, id }) => removeNewsletter(db, uploads, user, id),
    }),
    definePatch('patchNewsletterStatus', '/api/newsletters/{id}/status', {
      who: 'tutor',
      summary: 'Send a newsletter',
      description: 'Sends a newsletter to all active subscribers, or to the guardians among them. 409 once it is sent.',
      takes: defineJsonBody(statusChange, { status: 'sent', audience: 'guardians' }),
      gives: newsletterRecord,
      refuses: [409],
      run: ({ db, user, id, body: { audience }, context: { settings } }) =>
        sendNewsletter(db, user, id, { audience, holdSeconds: settings.newsletter.holdSeconds }),
    }),
    definePost('postNewsletterAttachment', '/api/newsletters/{id}/attachments', {
      who: 'tutor',
      summary: 'Attach a file to a draft',
      description: 'Adds an attachment of up to 5 MB to a draft. 409 once it is sent.',
      takes: defineFormBody(newAttachment, { title: 'The choir', description: 'On stage in the hall.' }),
      gives: attachmentRecord,
      refuses: [409],
      run: ({ db, uploads, user, id, body }) => addAttachment(db, uploads, user, id, body),
    }),
    defineList('getNewsletterSubscribers', '/api/newsletter/subscribers', {
      who: 'tutor',
      summary: 'List subscribers',
      description: 'Gives all subscribers, the newest first.',
      gives: subscriberRecord,
      run: ({ db, pageRequest, user }) => listSubscribers(db, user, pageRequest),
    }),
    definePatch('patchNewsletterSubscriber', '/api/newsletter/subscribers/{id}', {
      who: 'tutor',
      summary: 'Unsubscribe or reactivate a subscriber',
      description:
        'Unsubscribes someone, or makes them active again. `active: true` also tries an address again that does not work (`isUndeliverable`): mail servers refused three newsletters to it for good.',
      takes: defineChangeBody(subscriberChange, { active: false }),
      gives: subscriberRecord,
      run: ({ db, user, id, body }) => changeSubscriber(db, user, id, body),
    }),
  ],
}
