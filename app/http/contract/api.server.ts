import type { output, ZodType } from 'zod'
import { z } from 'zod'
import { accepted, acceptedWith, type Change } from '~/domain/change.server'
import { inspectFiles } from '~/domain/contents.server'
import { openedVersion } from '~/domain/rules'
import { refusal } from '~/http/errors/refusal'
import { readForm, readJson } from '~/http/forms/body'
import { fieldsOf } from '~/http/forms/fields.server'

/**
 * A guard for a route outside the API, such as a file's: passes the named methods and throws 405 with Allow for all others. (The
 * methods of API calls are in http/contract/contract.server.ts.)
 */
export function methods(...allowed: string[]) {
  return ({ request }: { request: Request }): null => {
    if (allowed.includes(request.method) || (request.method === 'HEAD' && allowed.includes('GET'))) return null
    throw refusal(request, 405, { message: `${request.method} is not allowed here.` }, { Allow: allowed.join(', ') })
  }
}

/**
 * The JSON body of an API call, parsed by its schema. Throws Refused, 400, with the form's own messages by field, and those of
 * `also`, which refuses what can be known besides; and what readJson throws.
 */
export async function readInput<Schema extends ZodType>(
  request: Request,
  schema: Schema,
  also = (_: Record<string, unknown>): Promise<unknown> => Promise.resolve(),
): Promise<output<Schema>> {
  const input = await readJson(request)
  return acceptedWith(schema, input, () => also(Object(input)))
}

/**
 * The JSON body of a call that changes the record `id`: the fields to set, and optionally the version that was read. Throws
 * Refused, 400, for the id of another record; and what readJson throws.
 */
export async function readChange<Fields>(request: Request, id: number): Promise<Change<Fields>> {
  const own = z.literal(id, 'The id must match the one in the address.').optional()
  const body = z.looseObject({ id: own, version: openedVersion().optional() })
  const { id: _, version, ...patch } = accepted(body, await readJson(request))
  return { version, patch: patch as Change<Fields>['patch'] }
}

/** The multipart form of an API call with a file. Throws as readInput and readForm do. */
export async function readUpload<Schema extends ZodType>(request: Request, schema: Schema): Promise<output<Schema>> {
  const form = await readForm(request)
  const input: [string, unknown][] = []
  for (const name of fieldsOf(schema).keys()) {
    const values = form.getAll(name)
    // A repeated field becomes an array, which the rules of a text or a file refuse.
    if (values.length > 0) input.push([name, values.length > 1 ? values : values[0]])
  }
  const fields = Object.fromEntries(input)
  return acceptedWith(schema, fields, () => inspectFiles(schema, fields))
}
