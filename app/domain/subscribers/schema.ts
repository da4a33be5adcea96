import { z } from 'zod'
import { emailAddress, optionalText, tick } from '~/domain/rules'
import { LIST_LIMIT, LIST_TOO_LARGE, NO_LIST } from './import-limits'

const address = emailAddress('Please enter a valid email address')

/** Spec section 5, public newsletter sign-up and Add subscriber; section 3: a student's name means something only for guardians. */
export const newSubscriber = z
  .object({
    email: address,
    name: optionalText(),
    isGuardian: tick(),
    studentName: optionalText(),
  })
  .transform((subscriber) => ({ ...subscriber, studentName: subscriber.isGuardian ? subscriber.studentName : null }))
export type NewSubscriber = z.output<typeof newSubscriber>

/** What a visitor tells of themselves when signing up. */
export type SignUp = Pick<NewSubscriber, 'email' | 'name'>

/** 'I have no mail any more': the address that asks for its link. */
export const unsubscribeRequest = z.object({ email: address })

/** What of a subscriber a call can change (decisions.md section 6). */
export const subscriberChange = z.object({ active: z.boolean('Please say true or false.') })

/** A list as its form sends it; what stands in it is read by readList (list-in.server.ts). */
export const subscriberList = z.object({
  file: z
    .instanceof(File, { error: NO_LIST })
    .refine(({ size }) => size > 0, NO_LIST)
    .refine(({ size }) => size <= LIST_LIMIT, LIST_TOO_LARGE),
})
