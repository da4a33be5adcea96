import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { Conflict, type FieldDescriptions, findDifferences } from '~/domain/change.server'
import { addServerRules, inspectFiles } from '~/domain/contents.server'
import { isSecretField, nestTypedText, readTypedText } from '~/domain/form-words'
import { getReadingAdvice } from '~/domain/reading.server'
import { collectErrors, type FieldErrors, Refused } from '~/domain/refused'
import { renderMarkdown, type SafeHtml } from '~/domain/rich-text.server'
import { SPARE } from '~/domain/rules'
import { toRefusal } from '~/domain/storage.server'
import { createRetryAfterHeader, isApiRequest } from '~/http/errors/refusal'
import { REQUEST_ID } from '~/http/middleware/observe-requests.server'
import { log } from '~/log.server'
import type { FailedActionData } from '~/ui/browser/request-failure'
import type { ConflictData } from '~/ui/forms/conflict-notice'
import { INTENT_FIELD, type ListChange } from '~/ui/forms/list-change'
import { getFormShape } from './fields.server'
import { AlreadyAnswered } from './idempotency.server'
import { addListMessages, type NewItems, readListIntent } from './list-intent.server'

/**
 * Validates a form: only fields of `schema`, `intent` and list changes reach Conform, which obeys fields of its own. Texts far too
 * long are cut, and that is said. `begins` is what a list's new item begins with.
 */
export function parseForm<Schema extends ZodType>(
  form: FormData,
  schema: Schema,
  begins?: NewItems,
): Sent<output<Schema>> {
  const known = new FormData()
  const cut = new Set<string>()
  const shape = getFormShape(schema)
  const intent = readListIntent(form, shape, begins)
  if (intent) known.append(INTENT_FIELD, JSON.stringify(intent))
  for (const [name, length] of [...shape.fields, ['intent', 0] as const])
    for (const value of form.getAll(name)) {
      const isLong = typeof value === 'string' && value.length > length + SPARE
      if (isLong) cut.add(name)
      known.append(name, isLong ? value.slice(0, length + SPARE) : value)
    }
  const submission = parseWithZod(known, { schema: addServerRules(schema) }) as Sent<output<Schema>>
  return { ...replyingWithCare(submission, cut), inspectFiles: () => inspectFiles(schema, submission.payload) }
}

const CUT = 'What you wrote was too long for us to keep all of it. Please check where it ends.'

interface ReplyOptions {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
}

/** The same submission, with replies that hold no secret and say which of the fields `cut` were truncated. */
function replyingWithCare<Form extends Submission<unknown, string[]>>(submission: Form, cut: Set<string>): Form {
  const isShown = [...cut].some((name) => !isSecretField(name))
  const hideFields = Object.keys(submission.payload).filter(isSecretField)
  const reply = (options: ReplyOptions = {}) => {
    const formErrors = isShown ? [CUT, ...(options.formErrors ?? [])] : options.formErrors
    return submission.reply({ ...options, ...(formErrors && { formErrors }), hideFields })
  }
  return { ...submission, reply } as Form
}

/** What a page gets after a form was sent and not saved: what was typed, with messages, a failure, a conflict or a preview. */
export interface FormResult extends FailedActionData {
  result?: SubmissionResult<string[]>
  conflict?: ConflictData
  preview?: SafeHtml
  /** What would make the text of a preview easier to read. */
  advice?: string[]
  /** What a button did to a list of the form, which is not saved by it. */
  change?: ListChange
}

type Sent<Fields> = Submission<Fields, string[], Fields> & {
  /** Looks into the files of an invalid form. Throws Refused. */
  inspectFiles?: () => Promise<void>
}

/** How a form reports that it was not saved. */
interface SubmissionOptions<Fields> {
  /** The message above the fields for a refusal, instead of the refusal's own. */
  refused?: (why: Pick<Refused, 'status' | 'message'>) => string
  /** The record's fields with labels, where two people may save at the same time. */
  inWords?: FieldDescriptions<Fields>
  /** Where a refusal redirects when the form's own page is no longer of use; undefined for the form itself. */
  elsewhere?: (error: unknown) => Promise<Response> | undefined
  /** Checks what can be known of an invalid form besides its rules, so that all is told at once. Throws Refused. */
  also?: (typed: Partial<Record<keyof Fields, unknown>>) => Promise<unknown>
  /** What a button did to a list of the form, in words. */
  listChange?: () => ListChange | undefined
}

function intentOf({ payload }: Submission<unknown, string[]>): string | undefined {
  return typeof payload.intent === 'string' ? payload.intent : undefined
}

/** The answer to a form: as typed with its messages when invalid or refused by the domain, else what `save` returns. */
export async function handleSubmission<Fields, Answer>(
  submission: Sent<Fields>,
  save: (fields: Fields) => Promise<Answer>,
  telling: SubmissionOptions<Fields> = {},
) {
  const form = intentOf(submission)
  // Neither saved nor refused: a list was changed by one of its buttons.
  if (submission.status === undefined) {
    const result = addListMessages(submission.reply(), await otherErrors(submission, telling))
    return data<FormResult>({ form, result, change: telling.listChange?.() })
  }
  if (submission.status !== 'success') {
    const fieldErrors = await otherErrors(submission, telling)
    return data<FormResult>({ form, result: submission.reply({ fieldErrors: fieldErrors as never }) }, { status: 400 })
  }
  try {
    return await save(submission.value)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error instanceof Conflict && telling.inWords) return conflicted(submission, telling, error)
    if (!telling.refused && isOfServer(error)) throw error
    return (await telling.elsewhere?.(error)) ?? notSaved(submission, telling, error)
  }
}

/** True for a refusal that nothing in the form can mend: restoreForm has its form tell it as any failure, with the form's own title. */
function isOfServer({ status, errors }: Refused): boolean {
  return [413, 429, 503, 507].includes(status) && Object.keys(errors).length === 0
}

async function otherErrors<Fields>(
  submission: Sent<Fields>,
  { also }: SubmissionOptions<Fields>,
): Promise<FieldErrors> {
  const typed = submission.payload as Parameters<NonNullable<typeof also>>[0]
  try {
    await collectErrors([submission.inspectFiles?.() ?? Promise.resolve(), also?.(typed) ?? Promise.resolve()])
    return {}
  } catch (error) {
    if (error instanceof Refused) return error.errors
    throw error
  }
}

/** A refusal of the domain on the form's own page. Rethrown where the record does not exist, and so the page doesn't. */
function notSaved<Fields>(submission: Sent<Fields>, { refused }: SubmissionOptions<Fields>, error: Refused) {
  const { status, message, errors, retryAfter } = error
  if (status === 404) throw error
  const isOfFields = Object.keys(errors).length > 0
  const formErrors = refused ? [refused(error)] : isOfFields ? undefined : [message]
  const result = submission.reply({ formErrors, fieldErrors: errors as never })
  return data<FormResult>(
    { form: intentOf(submission), result },
    { status, headers: createRetryAfterHeader(retryAfter) },
  )
}

/** The answer to a form that failed through no fault of its own: what was typed, and why. Throws what leads elsewhere. */
export function restoreForm({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>, error: unknown) {
  const form = context.submission?.form
  if (error instanceof Response || error instanceof AlreadyAnswered || isApiRequest(request) || !form) throw error
  if (error instanceof Refused && error.status === 404) throw error
  const refused = toRefusal(error)
  const { status, message, retryAfter } = refused ?? { status: 500 }
  if (status === 500) log.error({ id: request.headers.get(REQUEST_ID), err: error }, 'a form could not be saved')
  const words = readTypedText(form)
  const result = { initialValue: nestTypedText(cutShort(words)) }
  const answer: FormResult = { form: words.intent, result, failed: { status, message } }
  return data(answer, { status, headers: createRetryAfterHeader(retryAfter) })
}

const LONGEST_TEXT = 30_000 + SPARE

function cutShort(words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, value.slice(0, LONGEST_TEXT)]))
}

function conflicted<Fields>(
  submission: Sent<Fields> & { status: 'success' },
  { inWords = [] }: SubmissionOptions<Fields>,
  { by, at, now }: Conflict,
) {
  const { initialValue } = submission.reply()
  // The record of the conflict is the one that the form edits, so it has the fields of `describeError`.
  const changes = findDifferences(now as Conflict['now'] & Fields, submission.value, inWords)
  const conflict = { by, at, version: now.version, differences: changes }
  return data<FormResult>({ form: intentOf(submission), result: { initialValue }, conflict }, { status: 409 })
}

/** The message above a form's fields when its file is refused. */
export const formatUploadFailure = ({ message }: { message: string }) => `Failed to upload file: ${message}`

/** True when a form was sent for a preview, not to be saved (PreviewButton in ui/forms/html-field.tsx). */
export function isPreviewRequest(form: FormData): boolean {
  return form.has('preview')
}

/** The response for a preview: everything typed, no messages, and its HTML sanitised. */
export function createPreviewResult<Fields>(submission: Sent<Fields>, html: FormDataEntryValue | null) {
  const { initialValue } = submission.reply()
  const preview = renderMarkdown(String(html ?? ''))
  return data<FormResult>({ result: { initialValue }, preview, advice: getReadingAdvice(preview) })
}
