import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { PasswordQueueFull } from '~/domain/accounts/password.server'
import { type Conflict, differences, type InWords } from '~/domain/conflict.server'
import { FileRefused } from '~/domain/files/refused'
import { toSafeHtml } from '~/domain/rich-text.server'
import type { ConflictAnswer } from '~/ui/conflict-notice'
import type { SafeHtml } from '~/ui/rich-text'
import { fieldsOf } from './fields.server'
import { log } from './log.server'
import { retryAfterHeader } from './refusal'

/** How much more than its rule takes a text may have and still come back whole, to be shortened. */
const SPARE = 1000

/**
 * Checks a form's fields by its schema. Conform builds whatever a field's name describes, and takes orders from fields of its
 * own (__intent__, __state__): only the fields that the schema knows reach it, and which form of the page it is (`intent`). A
 * text far beyond its rule is cut, so that an answer is not much larger than what a form can hold; the message says so.
 */
export function check<Schema extends ZodType>(
  form: FormData,
  schema: Schema,
): Submission<output<Schema>, string[], output<Schema>> {
  const known = new FormData()
  const cut = new Set<string>()
  for (const [name, length] of [...fieldsOf(schema), ['intent', 0] as const])
    for (const value of form.getAll(name)) {
      const isLong = typeof value === 'string' && value.length > length + SPARE
      if (isLong) cut.add(name)
      known.append(name, isLong ? value.slice(0, length + SPARE) : value)
    }
  return replyingWithCare(parseWithZod(known, { schema }) as Submission<output<Schema>, string[], output<Schema>>, cut)
}

const CUT = 'What you wrote was too long to come back whole. Please check where it ends.'
/** The fields that no answer gives back. */
const SECRETS = ['password', 'currentPassword', 'newPassword', 'code']

interface ReplyOptions {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
}

/** The same submission, whose replies hold no secret, and say so where one of the fields `cut` does not come back whole. */
function replyingWithCare<Sent extends Submission<unknown, string[]>>(submission: Sent, cut: Set<string>): Sent {
  const isShown = [...cut].some((name) => !SECRETS.includes(name))
  const reply = (options: ReplyOptions = {}) => {
    const formErrors = isShown ? [CUT, ...(options.formErrors ?? [])] : options.formErrors
    return submission.reply({ ...options, ...(formErrors && { formErrors }), hideFields: SECRETS })
  }
  return { ...submission, reply } as Sent
}

/** What a form's page is told after it was sent and not saved: what was typed, with messages, a conflict or a preview. */
export interface FormAnswer {
  result: SubmissionResult<string[]>
  conflict?: ConflictAnswer
  preview?: SafeHtml
}

type Sent<Fields> = Submission<Fields, string[], Fields>

/** The answer to a form that was refused: its messages and everything typed, with status 400 (decisions.md section 1). */
export function refused(result: SubmissionResult<string[]>, status = 400, headers?: HeadersInit) {
  return data<FormAnswer>({ result }, { status, headers })
}

/** The answer to a form that could not be saved, through no fault of its own: `text` on the form, everything typed, status 500. */
export function failed<Fields>(submission: Sent<Fields>, text: string, error: unknown) {
  log.error({ err: error }, text)
  return refused(submission.reply({ formErrors: [text] }), 500)
}

/** The answer to a form whose password has no place in the queue: words, all but the passwords, status 503. Any other error is thrown again. */
export function busy<Fields>(submission: Sent<Fields>, error: unknown) {
  if (!(error instanceof PasswordQueueFull)) throw error
  const result = submission.reply({ formErrors: [error.message] })
  return refused(result, 503, retryAfterHeader(error.retryAfter))
}

/** The answer to a form that was opened before somebody else's save: 409, what was typed, and how it differs. */
export function conflicted<Fields>(
  submission: Sent<Fields>,
  { by, at, now }: Conflict<Fields>,
  typed: Fields,
  inWords: InWords<Fields>,
) {
  const { initialValue } = submission.reply()
  const conflict = { by, at, version: now.version, differences: differences(now, typed, inWords) }
  return data<FormAnswer>({ result: { initialValue }, conflict }, { status: 409 })
}

/** True when a form came to be looked at, not to be saved (ui/html-field.tsx, PreviewButton). */
export function asksForPreview(form: FormData): boolean {
  return form.has('preview')
}

/** The answer to such a form: everything typed, no messages, and its HTML as it will be shown. */
export function previewed<Fields>(submission: Sent<Fields>, html: FormDataEntryValue | null) {
  const { initialValue } = submission.reply()
  return data<FormAnswer>({ result: { initialValue }, preview: toSafeHtml(String(html ?? '')) })
}

/** What a form says of its file that can't be kept (spec section 8). Any other error is thrown again. */
export function replyToUpload(submission: Submission<unknown, string[]>, error: unknown): SubmissionResult<string[]> {
  if (!(error instanceof FileRefused)) throw error
  return submission.reply({
    formErrors: [`Failed to upload file: ${error.message}`],
    fieldErrors: { [error.field]: [error.message] },
  })
}
