import { isSecretField } from '~/domain/form-words'

/** A form that could not be saved, and comes back in the answer: nothing of it is stored. */
export interface ReturnedForm {
  message: string
  /** The names and values of all fields, in order, without secrets and files. */
  fields: [name: string, value: string][]
  /** True if it had a secret, a file, or more text than a page can give back. */
  isPartial: boolean
  /** True if the form's record is gone. */
  isGone?: boolean
}

/** The form as it is returned with a message. */
export function toReturnedForm(form: FormData, message: string): ReturnedForm {
  const all = [...form]
  const fields = all.flatMap(([name, value]): ReturnedForm['fields'] =>
    typeof value === 'string' && !isSecretField(name) ? [[name, value]] : [],
  )
  const isPartial = all.some(([name, value]) =>
    typeof value === 'string' ? isSecretField(name) && value !== '' : value.size > 0,
  )
  return { message, fields, isPartial }
}

/** The most that the texts of a form may take as HTML on an error's page, in characters: the longest newsletter fits. */
const MAX_ERROR_HTML = 300_000

/** The form as an error's page returns it with a message. Texts that are too long for a page are left out. */
export function toBoundedForm(form: FormData, message: string): ReturnedForm {
  const returned = toReturnedForm(form, message)
  return fitsHtml(returned.fields, MAX_ERROR_HTML) ? returned : { ...returned, fields: [], isPartial: true }
}

export function isReturnedForm(data: unknown): data is ReturnedForm {
  return Array.isArray((data as Partial<ReturnedForm> | null)?.fields)
}

/** The most that its fields may take as HTML, in characters: each is written three times, for anybody. */
const MAX_HTML = 50_000

/** True if the fields' escaped texts have at most `max` characters. The length is compared first: the matches of 16 MB take 500 MB. */
function fitsHtml(fields: ReturnedForm['fields'], max: number): boolean {
  const text = fields.flat().join('')
  return text.length <= max && text.length + 5 * (text.match(/["'&<>]/g)?.length ?? 0) <= max
}

/** True if a form has what a person typed, and no more than a page can give back. */
export const isReturnable = (fields: ReturnedForm['fields']): boolean =>
  listTypedFields(fields).length > 0 && fitsHtml(fields, MAX_HTML)

/** Fields that a person does not type. */
const NOT_TYPED =
  /^(?:intent|preview|version|idempotencyKey|list|encoding|half|dates|again|timeAnswer|use|scope|next|upTo|rest|id|opened\w*|seen|sure|session|vouchedFor|inPicture|\w*Ids?|__\w+__)$/

/** The fields that a person typed, as they are shown: 'firstName' as 'First name', 'items[0].title' as 'Items 1 title'. */
export function listTypedFields(fields: ReturnedForm['fields']): { label: string; value: string }[] {
  return fields.flatMap(([name, value]) =>
    NOT_TYPED.test(name) || /^(?:\s*|on|true|false)$/.test(value) ? [] : [{ label: formatFieldName(name), value }],
  )
}

function formatFieldName(name: string): string {
  const words = name
    .replace(/\[(\d+)\]/g, (_, index: string) => ` ${Number(index) + 1}`)
    .replace(/\.|(?=[A-Z])/g, ' ')
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
