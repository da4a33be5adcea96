import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { output, ZodType } from 'zod'

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
