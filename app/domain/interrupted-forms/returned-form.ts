/** A form that was sent without a log-in, and comes back in the answer: nothing of it is stored. */
export interface ReturnedForm {
  message: string
  /** The names and values of all fields, in order, without secrets and files. */
  fields: [name: string, value: string][]
  /** True if it had a secret or a file. */
  isPartial: boolean
}

export function isReturnedForm(data: unknown): data is ReturnedForm {
  return Array.isArray((data as Partial<ReturnedForm> | null)?.fields)
}

/** The most that its fields may take as HTML, in characters: each is written three times, for anybody. */
const MAX_HTML = 50_000
const getHtmlLength = (text: string) => text.length + 5 * (text.match(/["'&<>]/g)?.length ?? 0)

/** True if a form has what a person typed, and no more than a page can give back. */
export const isReturnable = (fields: ReturnedForm['fields']): boolean =>
  listTypedValues(fields).length > 0 &&
  fields.reduce((sum, field) => sum + getHtmlLength(field.join('')), 0) <= MAX_HTML

/** Fields that a person does not type. */
const NOT_TYPED =
  /^(?:intent|preview|version|idempotencyKey|list|encoding|half|dates|again|timeAnswer|use|scope|next|upTo|rest|\w*Ids?|__\w+__)$/

/** The values that a person typed, as they are shown. */
export function listTypedValues(fields: ReturnedForm['fields']): string[] {
  return fields.flatMap(([name, value]) =>
    NOT_TYPED.test(name) || /^(?:\s*|on|true|false)$/.test(value) ? [] : [value],
  )
}
