import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { FileRefused } from '~/domain/files/refused'

/** Checks a form's fields by its schema. */
export function check<Schema extends ZodType>(
  form: FormData,
  schema: Schema,
): Submission<output<Schema>, string[], output<Schema>> {
  return parseWithZod(form, { schema }) as never
}

/** The answer to a form that was refused: its messages and everything typed, with status 400 (decisions.md section 1). */
export function refused(result: SubmissionResult<string[]>, status = 400, headers?: HeadersInit) {
  return data({ result }, { status, headers })
}

/** What a form says of its file that can't be kept (spec section 8). Any other error is thrown again. */
export function replyToUpload(submission: Submission<unknown, string[]>, error: unknown): SubmissionResult<string[]> {
  if (!(error instanceof FileRefused)) throw error
  return submission.reply({
    formErrors: [`Failed to upload file: ${error.message}`],
    fieldErrors: { [error.field]: [error.message] },
  })
}
