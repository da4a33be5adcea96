import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ZodType } from 'zod'
import { wronglyNamed } from '~/domain/contents'

/** A form's validation for Conform: FormData in, a submission out. */
export type Check = (form: FormData) => Submission<unknown, string[]>

/** Checks a form by its schema. A file that looks wrong is told beside other faults; alone, the server judges it. */
export function checkBy(rules: ZodType): Check {
  return (form) => {
    const submission = parseWithZod(form, { schema: rules })
    if (submission.status !== 'error') return submission
    const error = { ...wronglyNamed(rules, submission.payload), ...submission.error }
    return { ...submission, error, reply: (options) => ({ ...submission.reply(options), error }) }
  }
}
