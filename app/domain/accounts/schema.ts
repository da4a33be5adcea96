import { z } from 'zod'
import { oneOf, requiredText, tick } from '~/domain/rules'

/** Spec section 5, Login. Nothing trims a password. */
export const credentials = z.object({
  username: requiredText('Username must be at least 2 characters.', { min: 2, max: 100 }),
  password: z
    .string('Password is required.')
    .min(1, 'Password is required.')
    .max(1000, 'Please use at most 1000 characters.'),
  rememberMe: tick(),
})
export type Credentials = z.output<typeof credentials>

const password = z
  .string('Please choose a password of at least 8 characters.')
  .min(8, 'Please choose a password of at least 8 characters.')
  .max(1000, 'Please use at most 1000 characters.')

/** What people are called. */
export const personName = z.object({
  firstName: requiredText('First name is required.'),
  lastName: requiredText('Last name is required.'),
})
export type PersonName = z.output<typeof personName>

/** A password that a tutor or the operator sets. */
export const newPassword = z.object({ password })

/** An account as a tutor or the operator makes it (decisions.md section 4). */
export const newAccount = z.object({
  ...personName.shape,
  username: requiredText('Username must be at least 2 characters.', { min: 2, max: 100 }).regex(
    /^[\w.-]+$/,
    'Please use only letters, numbers, dots and dashes in a username.',
  ),
  role: oneOf(['student', 'tutor'], 'Please choose student or tutor.'),
  password,
})
export type NewAccount = z.output<typeof newAccount>
