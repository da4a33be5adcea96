import { z } from 'zod'
import { emailAddress, optionalText, tick } from '~/domain/rules'

/** Spec section 5, public newsletter sign-up and Add subscriber; section 3: a student's name means something only for guardians. */
export const newSubscriber = z
  .object({
    email: emailAddress('Please enter a valid email address'),
    name: optionalText(),
    isGuardian: tick(),
    studentName: optionalText(),
  })
  .transform((subscriber) => ({ ...subscriber, studentName: subscriber.isGuardian ? subscriber.studentName : null }))
export type NewSubscriber = z.output<typeof newSubscriber>
