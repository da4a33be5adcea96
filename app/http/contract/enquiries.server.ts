import { z } from 'zod'
import { bearerToken, whoIsAsking } from '~/auth/identity.server'
import { signedUp } from '~/content/contact'
import { isTutor, type Tutor } from '~/domain/accounts/account'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { newEnquiry } from '~/domain/enquiries/schema'
import { recordId } from '~/domain/record'
import { subscriberRecord } from '~/domain/subscribers/record'
import { newSubscriber } from '~/domain/subscribers/schema'
import { addSubscriber, refuseOnList } from '~/domain/subscribers/subscribers.server'
import { signUp } from '~/domain/subscribers/subscription.server'
import { requireSecondStep, requireUser } from '~/http/access/require-access.server'
import { countEnquiry, countMail } from '~/http/limits/spam.server'
import { type Asking, type Group, json, message, post } from './call.server'

const THANKS = "Thank you for your message. We'll get back to you soon!"

/** The tutor who asks, if one does. A Bearer token must be valid; an expired cookie is no reason to refuse a visitor. */
async function tutorIn(asking: Asking): Promise<Tutor | null> {
  const session = bearerToken(asking.request) ? await requireUser(asking) : await whoIsAsking(asking)
  if (session) await requireSecondStep(asking, session)
  return session && isTutor(session.user) ? session.user : null
}

/** To a tutor an address that is on the list is refused; a visitor is not told. */
async function notOnList(asking: Asking) {
  const tutor = await tutorIn(asking)
  return async ({ email }: { email?: unknown }) => tutor && refuseOnList(asking.context.db, email)
}

export const enquiries: Group = {
  name: 'Enquiries and sign-up',
  description: 'What visitors send: enquiries to the office, and sign-ups for the newsletter.',
  calls: [
    post('postContact', '/api/contact', {
      who: 'anyone',
      summary: 'Send an enquiry',
      description: 'Sends the office an enquiry. 429 after 50 enquiries from one network in a day.',
      takes: json(newEnquiry, {
        name: 'Maura Byrne',
        email: 'maura@example.org',
        phone: '086 123 4567',
        subject: 'visit',
        message: 'May we come and see you?',
      }),
      gives: z.strictObject({ message: z.string(), id: recordId }).meta({ examples: [{ message: THANKS, id: 12 }] }),
      refuses: [429],
      run: async ({ db, context, body }) => {
        const { isSpam } = await countEnquiry(context, { isAutomatic: false })
        const id = await addEnquiry(db, body, { isSpam, officeEmail: context.settings.officeEmail })
        return { id, message: THANKS }
      },
    }),
    post('postNewsletterSubscription', '/api/newsletter/subscribe', {
      who: 'anyone',
      summary: 'Sign up for the newsletter',
      description:
        'Signs an address up for the newsletter. With a tutor’s session it adds a subscriber and gives the record; `vouchedFor` says how the tutor knows that they agreed. 409 if the address is already on the list.',
      takes: json(
        newSubscriber,
        {
          email: 'maura@example.org',
          name: 'Maura Byrne',
          isGuardian: true,
          studentName: 'Niamh Byrne',
        },
        notOnList,
      ),
      gives: z.union([message('Thank you for subscribing to our newsletter!'), subscriberRecord]),
      refuses: [401, 409, 429],
      run: async ({ db, context, request, body }) => {
        const tutor = await tutorIn({ request, context })
        if (tutor) return addSubscriber(db, tutor, body)
        await countMail(context)
        const { newsletter, mailRoute } = context.settings
        await signUp(db, body, newsletter)
        return { message: signedUp(newsletter.doubleOptIn, mailRoute) }
      },
    }),
  ],
}
