import { z } from 'zod'
import { emailAddress, openedVersion, optionalText, tick } from '~/domain/rules'
import { LIST_LIMIT, LIST_TOO_LARGE, NO_LIST } from './import-limits'

const address = emailAddress('Please enter a valid email address')

/** A sign-up, or a subscriber that a tutor adds: a student's name is kept only for guardians. */
export const newSubscriber = z
  .object({
    email: address,
    name: optionalText(),
    isGuardian: tick(),
    studentName: optionalText(),
  })
  .transform((subscriber) => ({ ...subscriber, studentName: subscriber.isGuardian ? subscriber.studentName : null }))
export type NewSubscriber = z.output<typeof newSubscriber>

/** What a visitor enters when signing up. */
export type SignUp = Pick<NewSubscriber, 'email' | 'name'>

/** A request for an unsubscribe link to an address. */
export const unsubscribeRequest = z.object({ email: address })

/** The fields of a subscriber that can be changed. */
export const subscriberChange = z.object({ active: z.boolean('Please say true or false.') })
export type SubscriberChange = z.output<typeof subscriberChange>

/** The same as the button in a subscriber's row sends it, with the version that the row showed. */
export const subscriberButton = z.object({ active: tick(), version: openedVersion() })

/** A list as its form sends it; readList (import.server.ts) parses it. */
export const subscriberList = z.object({
  file: z
    .instanceof(File, { error: NO_LIST })
    .refine(({ size }) => size > 0, NO_LIST)
    .refine(({ size }) => size <= LIST_LIMIT, LIST_TOO_LARGE),
})
