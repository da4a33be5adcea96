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

function clearStudentUnlessGuardian<Fields extends { isGuardian: boolean; studentName: string | null }>(
  fields: Fields,
): Fields {
  return { ...fields, studentName: fields.isGuardian ? fields.studentName : null }
}

/** A sign-up, or a subscriber that a tutor adds. Only guardians have a student's name. */
export const newSubscriber = z.object(newSubscriberFields).transform(clearStudentUnlessGuardian)
export type NewSubscriber = z.output<typeof newSubscriber>

export type SignUp = Pick<NewSubscriber, 'email' | 'name'>

const NO_CONSENT_NOTE = 'Please say in a few words how you know that they agreed.'
const consentNoteField = { vouchedFor: requiredText(NO_CONSENT_NOTE) }

export const unsubscribeRequest = z.object({ email: address })

export const subscriberChange = z.object({ active: z.boolean('Please say true or false.') })
export type SubscriberChange = z.output<typeof subscriberChange>

/** The same for the button in a subscriber's row, with the row's version. */
export const subscriberButton = z.object({ active: checkbox(), version: openedVersion() })

export const subscriberEdit = z
  .object({ ...newSubscriberFields, version: openedVersion() })
  .transform(({ version, ...fields }) => ({ ...clearStudentUnlessGuardian(fields), version }))

/** The import form: a file or pasted text, which parseList (import.server.ts) reads. */
export const subscriberList = z
  .object({
    file: z
      .instanceof(File, { error: NO_LIST })
      .refine(({ size }) => size > 0, NO_LIST)
      .refine(({ size }) => size <= LIST_LIMIT, LIST_TOO_LARGE)
      .optional(),
    pasted: optionalParagraphs(MAX_PASTED),
    ...consentNoteField,
  })
  .refine(({ file, pasted }) => file !== undefined || pasted !== null, { path: ['file'], message: NO_LIST })

const RELOAD = 'We have lost your list. Please choose it again.'

/** The preview's form: the packed list (preview.server.ts) and its encoding. */
export const confirmedList = z.object({
  list: z.string(RELOAD).min(1, RELOAD).max(MAX_PACKED, RELOAD),
  ...consentNoteField,
  encoding: choiceOf(
    Object.keys(encodings) as [Encoding, ...Encoding[]],
    'Please choose one from the list.',
  ).optional(),
})
