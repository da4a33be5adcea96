import { parseWithZod } from '@conform-to/zod/v4'
import type { ZodType } from 'zod'
import type { Check } from './form'

/** Checks a form by its schema; loaded only when somebody fills the form in. */
export function checkBy(rules: ZodType): Check {
  return (formData) => parseWithZod(formData, { schema: rules }) as ReturnType<Check>
}
