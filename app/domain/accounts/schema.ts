import { z } from 'zod'
import {
  checkbox,
  choiceOf,
  NO_DAY,
  openedVersion,
  optionalDay,
  optionalIds,
  optionalText,
  requiredParagraphs,
  requiredText,
} from '~/domain/rules'
import { foldForSearch } from '~/domain/text'
import { roles } from '~db/choices'

const existingPassword = (message: string) =>
  z.string(message).min(1, message).max(1000, 'Please use at most 1000 characters.')

/** The log-in fields. A password is never trimmed. */
export const credentials = z.object({
  // A phone may add a capital or an accent.
  username: requiredText('Username must be at least 2 characters.', { min: 2, max: 100 }).transform(foldForSearch),
  password: existingPassword('Password is required.'),
  rememberMe: checkbox(),
})
export type Credentials = z.output<typeof credentials>

/** A log-in by one API call, with the code of the second step if there is one. */
export const credentialsWithCode = credentials.extend({ code: optionalText(100) })

/** The second step of a log-in, or the first code that turns it on. */
export const secondStepCode = z.object({ code: requiredText('Please type the code.', { max: 100 }) })
export type SecondStepCode = z.output<typeof secondStepCode>

const password = z
  .string('Please choose a password of at least 8 characters.')
  .min(8, 'Please choose a password of at least 8 characters.')
  .max(1000, 'Please use at most 1000 characters.')

export const personName = z.object({
  firstName: requiredText('First name is required.'),
  lastName: optionalText().transform((name) => name ?? ''),
})
export type PersonName = z.output<typeof personName>

export const nameEdit = personName.extend({ version: openedVersion() })

export const LAST_DAY_BEFORE_FIRST = 'The last day is before the first day.'

/** A student's first and last day at the centre. Both count. */
export const studentDays = z
  .object({ firstDay: optionalDay(NO_DAY), lastDay: optionalDay(NO_DAY) })
  .refine(({ firstDay, lastDay }) => !firstDay || !lastDay || firstDay <= lastDay, {
    path: ['lastDay'],
    error: LAST_DAY_BEFORE_FIRST,
  })
export type StudentDays = z.output<typeof studentDays>

export const studentDaysEdit = z.object({ ...studentDays.shape, version: openedVersion() })

export const newPassword = z.object({ password })

/** Required before a person's own log-in changes. */
export const currentPassword = z.object({ currentPassword: existingPassword('Please type your current password.') })
export type CurrentPassword = z.output<typeof currentPassword>

const OWN_PASSWORD_MISSING = 'Please type your own password.'

/**
 * Required before another tutor's log-in changes or all data is exported: the tutor's own password, and a code if they have a
 * second step.
 */
export const ownProof = z.object({
  currentPassword: existingPassword(OWN_PASSWORD_MISSING),
  code: optionalText(100),
})
export type OwnProof = z.output<typeof ownProof>

const NO_ACCOUNT = 'Please tick who may log in.'

/** The accounts that a tutor confirms after a restore. */
export const confirmedAccounts = z.object({
  userIds: optionalIds(NO_ACCOUNT).refine((ids) => ids.length > 0, NO_ACCOUNT),
})
export type ConfirmedAccounts = z.output<typeof confirmedAccounts>

/** The task of the backup page: make a backup, unless another button was pressed. */
export const backupTask = ownProof.extend({
  task: choiceOf(['make', 'download', 'website'], 'Please press one of the three buttons.').default('make'),
})
export type BackupTask = z.output<typeof backupTask>

/** A password that a tutor sets for another tutor. */
export const newTutorPassword = newPassword.extend(ownProof.shape)

export const ownPassword = currentPassword.extend({ newPassword: password })
export type OwnPassword = z.output<typeof ownPassword>

export const newAccount = z.object({
  ...personName.shape,
  username: requiredText('Username must be at least 2 characters.', { min: 2, max: 100 }).regex(
    /^[\w.-]+$/,
    'Please use only letters, numbers, dots and dashes in a username.',
  ),
  role: choiceOf(roles, 'Please choose student or tutor.'),
  password,
})
export type NewAccount = z.output<typeof newAccount>

/** Adds the sender's own password to a form that may add a tutor: a tutor sees everything. */
const withProofForTutors = <Fields extends z.ZodRawShape & Pick<typeof newAccount.shape, 'role'>>(
  fields: z.ZodObject<Fields>,
) =>
  z.object({ ...fields.shape, ...ownProof.partial({ currentPassword: true }).shape }).refine(
    (typed) => (typed as { role?: string }).role !== 'tutor' || (typed as Partial<OwnProof>).currentPassword,
    // Shown at the same time as all other missing fields.
    { path: ['currentPassword'], error: OWN_PASSWORD_MISSING, when: () => true },
  )

/** A student's first day; without one it is today. */
const firstDayField = { firstDay: optionalDay(NO_DAY) }

/** The day on which a student whose account is opened again comes back; without one it is today. */
export const returnToCentre = z.object(firstDayField)
export type ReturnToCentre = z.output<typeof returnToCentre>

/** A student's last day, on the form that closes the account; without one it is today. */
export const closure = z.object({ lastDay: optionalDay(NO_DAY) })
export type Closure = z.output<typeof closure>

export const newPerson = withProofForTutors(newAccount.extend(firstDayField))
export type NewPerson = z.output<typeof newPerson>

/** People to add at once: one name a line, and their role. */
export const newPeople = withProofForTutors(
  z.object({
    names: requiredParagraphs('Please write at least one name.', { max: 5000 }),
    role: newAccount.shape.role,
    ...firstDayField,
    /** Whether a name that is there already is another person's. */
    addsTwins: checkbox(),
  }),
)
export type NewPeople = z.output<typeof newPeople>
