import type { output, ZodType } from 'zod'
import { readJson } from './body'
import { refusal } from './refusal'

/**
 * The guard of a call's methods: lets the named ones pass and throws 405 with Allow for all others.
 * As a route's loader it answers GET where only changes are served.
 */
export function methods(...allowed: string[]) {
  return ({ request }: { request: Request }): null => {
    if (allowed.includes(request.method) || (request.method === 'HEAD' && allowed.includes('GET'))) return null
    throw refusal(request, 405, { message: `${request.method} is not possible here.` }, { Allow: allowed.join(', ') })
  }
}

/** The body of a call, checked by its schema. Throws a Response: 400 with the form's own messages by field, or as readJson does. */
export async function readInput<Schema extends ZodType>(request: Request, schema: Schema): Promise<output<Schema>> {
  const body = await readJson(request)
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    if (field) errors[field] = [...(errors[field] ?? []), message]
  }
  throw refusal(request, 400, { message: result.error.issues.map(({ message }) => message).join(' '), errors })
}
