import { z } from 'zod'
import {
  createLogOutHeaders,
  findRequestSession,
  getSession,
  hasCredentials,
  readBearerToken,
} from '~/auth/identity.server'
import { logIn } from '~/auth/log-in.server'
import { logOut } from '~/auth/sessions.server'
import { getSignUpMessage } from '~/content/contact'
import { isTutor, type Tutor } from '~/domain/accounts/account'
import { credentialsWithCode } from '~/domain/accounts/schema'
import { userRecord } from '~/domain/accounts/students.server'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { newEnquiry } from '~/domain/enquiries/schema'
import { recordId } from '~/domain/record'
import { newSubscriber } from '~/domain/subscribers/schema'
import { addSubscriber, requireNotOnList, subscriberRecord } from '~/domain/subscribers/subscribers.server'
import { signUp } from '~/domain/subscribers/subscription.server'
import { requireSecondStep, requireUser } from '~/http/access/require-access.server'
import { classifyEnquiry, countEnquiryAttempt, countRequestedMail } from '~/http/limits/spam.server'
import {
  type CallGroup,
  type CallRequest,
  defineCall,
  defineGet,
  defineJsonBody,
  defineMessageAnswer,
  definePost,
  WithHeaders,
} from './call.server'

const session = z
  .strictObject({ token: z.string() })
  .meta({ examples: [{ token: 'm5Yq0d1nVb2X8sKfT7wZr4LcJ9hGpE3uQaNiOyRxBtk' }] })

const LOGGED_OUT = 'You have been successfully logged out.'

export const logInCalls: CallGroup = {
  name: 'Logging in',
  description: 'Sessions: logging in starts one, logging out ends it.',
  calls: [
    definePost('postLogin', '/api/login', {
      access: 'anyone',
      logsIn: true,
      summary: 'Log in',
      description:
        'Starts a session: gives its token and sets its cookie. If the cookie of another session is sent with it, that session ends. Anyone with a second step also sends `code`, from their app or a recovery code; without it the answer is 401, with an error for `code`. 429 after ten wrong tries, 503 while too many people log in at once.',
      body: defineJsonBody(credentialsWithCode, {
        username: 'demo.tutor',
        password: 'riverbank-demo',
        rememberMe: false,
        code: '123456',
      }),
      status: 200,
      response: session,
      errors: [401, 429, 503],
      run: async ({ request, context, body }) => {
        const { token, headers } = await logIn({ request, context }, body)
        return new WithHeaders({ token }, headers)
      },
    }),
    defineCall('POST', 'postLogout', '/api/logout', {
      access: 'session',
      summary: 'Log out',
      description: 'Ends the session: its token and its cookie stop working.',
      response: defineMessageAnswer(LOGGED_OUT),
      run: async ({ request, context }) => {
        await logOut(context, getSession({ context }))
        return new WithHeaders({ message: LOGGED_OUT }, await createLogOutHeaders({ request, context }))
      },
    }),
    defineGet('getUser', '/api/user', {
      access: 'anyone',
      summary: 'Get the person who is logged in',
      description:
        'Gives the person whose session this is, or null without a session. 401 for a session that has ended.',
      response: userRecord.nullable(),
      errors: [401, 403],
      run: async (args) => ((await hasCredentials(args)) ? (await requireUser(args)).user : null),
    }),
  ],
}

const THANKS = "Thank you for your message. We'll get back to you soon!"

/** The requesting tutor, if any. A Bearer token must be valid, but an expired cookie does not refuse a visitor. */
async function findRequestingTutor(args: CallRequest): Promise<Tutor | null> {
  const session = readBearerToken(args.request) ? await requireUser(args) : await findRequestSession(args)
  if (session) await requireSecondStep(args, session)
  return session && isTutor(session.user) ? session.user : null
}

/** Counts a visitor's attempt, and refuses a subscribed address for a tutor. Visitors never learn who is subscribed. */
async function requireNotSubscribed(args: CallRequest) {
  const tutor = await findRequestingTutor(args)
  if (!tutor) countRequestedMail(args.context)
  return async ({ email }: { email?: unknown }) => tutor && requireNotOnList(args.context.db, tutor, email)
}

export const enquiryCalls: CallGroup = {
  name: 'Enquiries and sign-up',
  description: 'What visitors send: enquiries to the office, and sign-ups for the newsletter.',
  calls: [
    definePost('postContact', '/api/contact', {
      access: 'anyone',
      summary: 'Send an enquiry',
      description: 'Sends the office an enquiry. 429 after 50 enquiries from one network in a day.',
      body: defineJsonBody(
        newEnquiry,
        {
          name: 'Maura Byrne',
          email: 'maura@example.org',
          phone: '086 123 4567',
          subject: 'visit',
          message: 'May we come and see you?',
        },
        async ({ context }) => {
          countEnquiryAttempt(context)
          return async () => undefined
        },
      ),
      response: z.strictObject({ message: z.string(), id: recordId }).meta({ examples: [{ message: THANKS, id: 12 }] }),
      errors: [429],
      run: async ({ db, context, body }) => {
        const { isSpam } = await classifyEnquiry(context, { isAutomatic: false })
        const id = await addEnquiry(db, body, { isSpam, officeEmail: context.settings.officeEmail })
        return { id, message: THANKS }
      },
    }),
    definePost('postNewsletterSubscription', '/api/newsletter/subscribe', {
      access: 'anyone',
      summary: 'Sign up for the newsletter',
      description:
        'Signs an address up for the newsletter. With a tutor’s session it adds a subscriber and gives the record; `vouchedFor` says how the tutor knows that they agreed. 409 if the address is already on the list.',
      body: defineJsonBody(
        newSubscriber,
        {
          email: 'maura@example.org',
          name: 'Maura Byrne',
          isGuardian: true,
          studentName: 'Niamh Byrne',
        },
        requireNotSubscribed,
      ),
      response: z.union([defineMessageAnswer('Thank you for subscribing to our newsletter!'), subscriberRecord]),
      errors: [401, 409, 429],
      run: async ({ db, context, request, body }) => {
        const tutor = await findRequestingTutor({ request, context })
        if (tutor) return addSubscriber(db, tutor, body)
        const { newsletter, mailRoute } = context.settings
        await signUp(db, body, newsletter)
        return { message: getSignUpMessage(newsletter.doubleOptIn, mailRoute) }
      },
    }),
  ],
}
