import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ZodType } from 'zod'
import { wronglyNamed } from '~/domain/contents'

/** A form's validation for Conform: FormData in, a submission out. */
export type Check = (form: FormData) => Submission<unknown, string[]>

/**
 * Validates a form by its schema; loaded only when somebody fills the form in. A file that looks wrong is told beside what else is
 * wrong; by itself it goes to the server, which looks into it.
 */
export function checkBy(rules: ZodType): Check {
  return (form) => {
    const submission = parseWithZod(form, { schema: rules })
    if (submission.status !== 'error') return submission
    const error = { ...wronglyNamed(rules, submission.payload), ...submission.error }
    return { ...submission, error, reply: (options) => ({ ...submission.reply(options), error }) }
  }
}
