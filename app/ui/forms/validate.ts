import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ZodType } from 'zod'
import { findMisnamedFiles } from '~/domain/server-rules'
import { applyTimeAnswer } from '~/domain/times'

export type FormValidator = (form: FormData) => Submission<unknown, string[]>

/** Creates a validator from a schema. A wrong file type is reported with other errors; alone, the server decides. */
export function createValidator(rules: ZodType): FormValidator {
  return (form) => {
    applyTimeAnswer(form)
    const submission = parseWithZod(form, { schema: rules })
    if (submission.status !== 'error') return submission
    const error = { ...findMisnamedFiles(rules, submission.payload), ...submission.error }
    return { ...submission, error, reply: (options) => ({ ...submission.reply(options), error }) }
  }
}
