import { attachmentRecord, newsletterRecord } from '~/domain/newsletters/record'
import { newAttachment, newNewsletter, statusChange } from '~/domain/newsletters/schema'
import { subscriberRecord } from '~/domain/subscribers/record'
import { subscriberChange } from '~/domain/subscribers/schema'
import { change, form, type Group, get, json, list, patch, post, remove } from './call.server'

export const newsletters: Group = {
  name: 'Newsletters',
  description: 'Newsletters, their attachments and their subscribers, for tutors.',
  calls: [
    list('getNewsletters', '/api/newsletters', {
      summary: 'List newsletters',
      description: 'Gives all newsletters with their attachments, the newest first.',
      gives: newsletterRecord,
    }),
    get('getNewsletter', '/api/newsletters/{id}', {
      summary: 'Get a newsletter',
      description: 'Gives one newsletter with its attachments.',
      gives: newsletterRecord,
    }),
    post('postNewsletter', '/api/newsletters', {
      summary: 'Add a newsletter',
      description: 'Adds a newsletter as a draft.',
      takes: json(newNewsletter, { title: 'June news', content: 'The choir sang in the hall.' }),
      gives: newsletterRecord,
    }),
    patch('patchNewsletter', '/api/newsletters/{id}', {
      summary: 'Change a draft',
      description:
        'Changes the fields that are sent; the others stay as they are. 409 once the newsletter is sent, or when it has changed since the version that was sent.',
      takes: change(newNewsletter, { title: 'News for June', version: 1 }),
      gives: newsletterRecord,
      refuses: [409],
    }),
    remove('deleteNewsletter', '/api/newsletters/{id}', {
      summary: 'Delete a draft',
      description: 'Deletes a draft. 409 once it is sent.',
      refuses: [409],
    }),
    patch('patchNewsletterStatus', '/api/newsletters/{id}/status', {
      summary: 'Send a newsletter',
      description: 'Sends a newsletter to all active subscribers, or to the guardians among them. 409 once it is sent.',
      takes: json(statusChange, { status: 'sent', audience: 'guardians' }),
      gives: newsletterRecord,
      refuses: [409],
    }),
    post('postNewsletterAttachment', '/api/newsletters/{id}/attachments', {
      summary: 'Attach a file to a draft',
      description: 'Adds an attachment of up to 5 MB to a draft. 409 once it is sent.',
      takes: form(newAttachment, { title: 'The choir', description: 'On stage in the hall.' }),
      gives: attachmentRecord,
      refuses: [409],
    }),
    list('getNewsletterSubscribers', '/api/newsletter/subscribers', {
      summary: 'List subscribers',
      description: 'Gives all subscribers, the newest first.',
      gives: subscriberRecord,
    }),
    patch('patchNewsletterSubscriber', '/api/newsletter/subscribers/{id}', {
      summary: 'Unsubscribe or reactivate a subscriber',
      description: 'Unsubscribes someone, or makes them active again.',
      takes: change(subscriberChange, { active: false }),
      gives: subscriberRecord,
    }),
  ],
}
