import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { Conflict, differences, type InWords } from '~/domain/conflict.server'
import { Refused } from '~/domain/refused'
import { toSafeHtml } from '~/domain/rich-text.server'
import type { SafeHtml } from '~/domain/safe-html'
import { log } from '~/log.server'
import type { ConflictAnswer } from '~/ui/conflict-notice'
import { fieldsOf } from './fields.server'
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

const CUT = 'What you wrote was too long for us to keep all of it. Please check where it ends.'
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
  /** Which of its page's forms this answers, where there are several. */
  form?: string
  result: SubmissionResult<string[]>
  conflict?: ConflictAnswer
  preview?: SafeHtml
}

type Sent<Fields> = Submission<Fields, string[], Fields>

/** The answer to a form that was refused: its messages and everything typed, with status 400. */
export function refused(result: SubmissionResult<string[]>, status = 400, headers?: HeadersInit) {
  return data<FormAnswer>({ result }, { status, headers })
}

/** How a form tells that it was not saved. */
interface Telling<Fields> {
  /** Which of its page's forms it is, where there are several. */
  form?: string
  /**
   * What it says when it could not be saved through no fault of its own (status 500). Where it is a function, it is asked about
   * everything else too that was refused.
   */
  failure: string | ((why: Pick<Refused, 'status' | 'message'>) => string)
  /** The record's fields in words, where two people may save at the same time. */
  inWords?: InWords<Fields>
  /** Where a refusal leads when the form's own page has nothing to offer any more; undefined for the form itself. */
  elsewhere?: (error: unknown) => Promise<Response> | undefined
}

/**
 * Answers a form: with everything typed and its messages when its rules refuse it, else with what `save` gives. What `save`
 * throws is told on the form as well, with the fault's own status, and nothing typed is lost.
 */
export async function saving<Fields, Answer>(
  submission: Sent<Fields>,
  telling: Telling<Fields>,
  save: (fields: Fields) => Promise<Answer>,
) {
  const { form } = telling
  if (submission.status !== 'success') return data<FormAnswer>({ form, result: submission.reply() }, { status: 400 })
  try {
    return await save(submission.value)
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof Conflict && telling.inWords) return conflicted(submission, telling, error)
    return (await telling.elsewhere?.(error)) ?? notSaved(submission, telling, error)
  }
}

/** A refusal of the domain, or a fault of ours, as the form's own page. A record that is not there has none: thrown again. */
function notSaved<Fields>(submission: Sent<Fields>, { form, failure }: Telling<Fields>, error: unknown) {
  if (!(error instanceof Refused)) {
    const text = typeof failure === 'string' ? failure : failure({ status: 500, message: 'Something went wrong.' })
    log.error({ err: error }, text)
    return data<FormAnswer>({ form, result: submission.reply({ formErrors: [text] }) }, { status: 500 })
  }
  const { status, message, errors, retryAfter } = error
  if (status === 404) throw error
  const isOfFields = Object.keys(errors).length > 0
  const formErrors = typeof failure === 'function' ? [failure(error)] : isOfFields ? undefined : [message]
  const result = submission.reply({ formErrors, fieldErrors: errors as never })
  return data<FormAnswer>({ form, result }, { status, headers: retryAfterHeader(retryAfter) })
}

/** The answer to a form that was opened before somebody else's save: 409, what was typed, and how it differs. */
function conflicted<Fields>(
  submission: Sent<Fields> & { status: 'success' },
  { form, inWords = [] }: Telling<Fields>,
  { by, at, now }: Conflict,
) {
  const { initialValue } = submission.reply()
  // The record of a conflict is the one that the form shows, so it has the fields that the form has words for.
  const changes = differences(now as Conflict['now'] & Fields, submission.value, inWords)
  return data<FormAnswer>(
    { form, result: { initialValue }, conflict: { by, at, version: now.version, differences: changes } },
    { status: 409 },
  )
}

/**
 * Answers the last question before something is deleted, with what `remove` gives. What can't be deleted stays on the question's
 * page, with the reason; `failure` is the reason where the fault is ours.
 */
export async function removing<Answer>(failure: string, remove: () => Promise<Answer>) {
  try {
    return await remove()
  } catch (error) {
    if (error instanceof Response || (error instanceof Refused && error.status === 404)) throw error
    if (error instanceof Refused) return data({ problem: error.message }, { status: error.status })
    log.error({ err: error }, failure)
    return data({ problem: failure }, { status: 500 })
  }
}

/** What a form says above its fields when its file can't be kept. */
export const uploadFailed = ({ message }: { message: string }) => `Failed to upload file: ${message}`

/** True when a form came to be looked at, not to be saved (ui/html-field.tsx, PreviewButton). */
export function asksForPreview(form: FormData): boolean {
  return form.has('preview')
}

/** The answer to such a form: everything typed, no messages, and its HTML as it will be shown. */
export function previewed<Fields>(submission: Sent<Fields>, html: FormDataEntryValue | null) {
  const { initialValue } = submission.reply()
  return data<FormAnswer>({ result: { initialValue }, preview: toSafeHtml(String(html ?? '')) })
}
