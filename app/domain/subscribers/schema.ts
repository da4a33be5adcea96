import { z } from 'zod'
import { type Encoding, encodings } from '~/domain/encodings'
import {
  checkbox,
  choiceOf,
  emailAddress,
  openedVersion,
  optionalParagraphs,
  optionalText,
  requiredText,
} from '~/domain/rules'
import { LIST_LIMIT, LIST_TOO_LARGE, MAX_PACKED, MAX_PASTED, NO_LIST } from './import-limits'

const address = emailAddress('Please enter a valid email address')

const newSubscriberFields = {
  email: address,
  name: optionalText(),
  isGuardian: checkbox(),
  studentName: optionalText(),
  vouchedFor: optionalText(),
}

function forGuardiansAlone<Fields extends { isGuardian: boolean; studentName: string | null }>(fields: Fields): Fields {
  return { ...fields, studentName: fields.isGuardian ? fields.studentName : null }
}

/** A sign-up, or a subscriber that a tutor adds: a student's name is kept only for guardians. */
export const newSubscriber = z.object(newSubscriberFields).transform(forGuardiansAlone)
export type NewSubscriber = z.output<typeof newSubscriber>

export type SignUp = Pick<NewSubscriber, 'email' | 'name'>

const VOUCH = 'Please say in a few words how you know that they agreed.'
const vouching = { vouchedFor: requiredText(VOUCH) }

export const unsubscribeRequest = z.object({ email: address })

export const subscriberChange = z.object({ active: z.boolean('Please say true or false.') })
export type SubscriberChange = z.output<typeof subscriberChange>

/** The same as the button in a subscriber's row sends it, with the version that the row showed. */
export const subscriberButton = z.object({ active: checkbox(), version: openedVersion() })

export const subscriberEdit = z
  .object({ ...newSubscriberFields, version: openedVersion() })
  .transform(({ version, ...fields }) => ({ ...forGuardiansAlone(fields), version }))

/** A list as its form sends it, as a file or pasted; parseList (import.server.ts) parses it. */
export const subscriberList = z
  .object({
    file: z
      .instanceof(File, { error: NO_LIST })
      .refine(({ size }) => size > 0, NO_LIST)
      .refine(({ size }) => size <= LIST_LIMIT, LIST_TOO_LARGE)
      .optional(),
    pasted: optionalParagraphs(MAX_PASTED),
    ...vouching,
  })
  .refine(({ file, pasted }) => file !== undefined || pasted !== null, { path: ['file'], message: NO_LIST })

const RELOAD = 'We have lost your list. Please choose it again.'

/** The list again, once its tutor has seen its first names: packed (preview.server.ts), with the encoding it is written in. */
export const confirmedList = z.object({
  list: z.string(RELOAD).min(1, RELOAD).max(MAX_PACKED, RELOAD),
  ...vouching,
  encoding: choiceOf(
    Object.keys(encodings) as [Encoding, ...Encoding[]],
    'Please choose one from the list.',
  ).optional(),
})
