import type { output, ZodType } from 'zod'
import { FileRefused } from '~/domain/files/refused'
import { FORM_LIMIT, readForm, readJson, UPLOAD_LIMIT } from './body'
import { fieldsOf } from './fields.server'
import { refusal } from './refusal'

/**
 * The guard of the methods of an address that is no call, such as a file's: lets the named ones pass and throws 405 with Allow
 * for all others. (What a call's methods are, stands in http/contract.server.ts.)
 */
export function methods(...allowed: string[]) {
  return ({ request }: { request: Request }): null => {
    if (allowed.includes(request.method) || (request.method === 'HEAD' && allowed.includes('GET'))) return null
    throw refusal(request, 405, { message: `${request.method} is not possible here.` }, { Allow: allowed.join(', ') })
  }
}

/** The JSON body of a call, checked by its schema. Throws a Response: 400 with the form's own messages by field, or as readJson does. */
export async function readInput<Schema extends ZodType>(
  request: Request,
  schema: Schema,
  limit = FORM_LIMIT,
): Promise<output<Schema>> {
  return accept(request, await readJson(request, limit), schema)
}

/** The same for a form with a file. Throws a Response as readInput, or as readForm does. */
export async function readUpload<Schema extends ZodType>(request: Request, schema: Schema): Promise<output<Schema>> {
  const form = await readForm(request, UPLOAD_LIMIT)
  const input: [string, unknown][] = []
  for (const name of fieldsOf(schema).keys()) {
    const values = form.getAll(name)
    // A field that came twice is a list, which no rule of one text or one file takes.
    if (values.length > 0) input.push([name, values.length > 1 ? values : values[0]])
  }
  return accept(request, Object.fromEntries(input), schema)
}

function accept<Schema extends ZodType>(request: Request, input: unknown, schema: Schema): output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    if (field) errors[field] = [...(errors[field] ?? []), message]
  }
  throw refusal(request, 400, { message: result.error.issues.map(({ message }) => message).join(' '), errors })
}

/** What `keep` gives. Throws a Response, 400, for a file that can't be kept; every other error stays what it is. */
export async function answerRefusedFile<Result>(request: Request, keep: Promise<Result>): Promise<Result> {
  return keep.catch((error: unknown) => {
    if (!(error instanceof FileRefused)) throw error
    throw refusal(request, 400, { message: error.message, errors: { [error.field]: [error.message] } })
  })
}
