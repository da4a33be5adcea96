import { fillIn } from '../browser'
import { onlyTwoReaders } from '../newsletters'
import { always, type SiteForm } from './form'

export const publicForms: SiteForm[] = [
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
    says: always('Failed to subscribe'),
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
    says: always('Failed to subscribe'),
    title: 'Subscription failed',
    tells: ['Subscription successful', 'Thank you for subscribing to our newsletter!'],
    saved: 'select count(*) as n from subscribers',
    fails: 'subscribers',
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
    says: always('Failed to send the link'),
    saved: "select count(*) as n from deliveries where kind = 'unsubscribe'",
    fails: 'deliveries',
  },
]
