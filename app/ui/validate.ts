import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ZodType } from 'zod'

/** A form's validation for Conform: FormData in, a submission out. */
export type Check = (form: FormData) => Submission<unknown, string[]>

/** Validates a form by its schema; loaded only when somebody fills the form in. */
export function checkBy(rules: ZodType): Check {
  return (form) => parseWithZod(form, { schema: rules })
}
