import { parseWithZod } from '@conform-to/zod/v4'
import type { ZodType } from 'zod'
import type { Rules } from './form'

/** The rules of a form's schema for useRiverbankForm; loaded only when somebody fills the form in. */
export function rulesOf(schema: ZodType): Rules {
  return (formData) => parseWithZod(formData, { schema }) as ReturnType<Rules>
}
