import { z } from 'zod'
import { newEnquiry } from '~/domain/enquiries/schema'
import { recordId } from '~/domain/record'
import { subscriberRecord } from '~/domain/subscribers/record'
import { newSubscriber } from '~/domain/subscribers/schema'
import { type Group, json, message, post } from './call.server'

export const enquiries: Group = {
  name: 'Enquiries and sign-up',
  description: 'What visitors send: enquiries to the office, and sign-ups for the newsletter.',
  calls: [
    post('postContact', '/api/contact', {
      summary: 'Send an enquiry',
      description: 'Sends the office an enquiry. 429 after 50 enquiries from one network in a day.',
      takes: json(newEnquiry, {
        name: 'Maura Byrne',
        email: 'maura@example.org',
        phone: '086 123 4567',
        subject: 'visit',
        message: 'May we come and see you?',
      }),
      gives: z
        .strictObject({ message: z.string(), id: recordId })
        .meta({ examples: [{ message: "Thank you for your message. We'll get back to you soon!", id: 12 }] }),
      refuses: [429],
    }),
    post('postNewsletterSubscription', '/api/newsletter/subscribe', {
      summary: 'Sign up for the newsletter',
      description:
        'Signs an address up for the newsletter. With a tutor’s session it adds a subscriber and gives the record; 409 if the address is already on the list.',
      takes: json(newSubscriber, {
        email: 'maura@example.org',
        name: 'Maura Byrne',
        isGuardian: true,
        studentName: 'Niamh Byrne',
      }),
      gives: z.union([message('Thank you for subscribing to our newsletter!'), subscriberRecord]),
      refuses: [401, 409, 429],
    }),
  ],
}
