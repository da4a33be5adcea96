import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { Conflict, type FieldDescriptions, findDifferences } from '~/domain/change.server'
import { isSecretField, nestTypedText, readTypedText, type TypedText } from '~/domain/form-words'
import type { TextBlock } from '~/domain/newsletters/blocks'
import { getReadingAdvice } from '~/domain/reading.server'
import { collectErrors, type FieldErrors, Refused } from '~/domain/refused'
import { renderMarkdown, type SafeHtml } from '~/domain/rich-text.server'
import { SPARE } from '~/domain/rules'
import { addServerRules, inspectFiles } from '~/domain/server-rules.server'
import { toRefusal } from '~/domain/storage.server'
import { createRetryAfterHeader, isApiRequest } from '~/http/errors/refusal'
import { REQUEST_ID } from '~/http/middleware/observe-requests.server'
import { log } from '~/log.server'
import { getRefusalStatus } from '~/refusal-status'
import type { FailedActionData } from '~/ui/browser/request-failure'
import type { ConflictData } from '~/ui/forms/conflict-notice'
import { INTENT_FIELD, type ListChange } from '~/ui/forms/unsaved'
import { getFormShape } from './fields.server'
import { AlreadyAnswered } from './idempotency.server'
import { addListMessages, type NewItems, readListIntent } from './list-intent.server'

/**
 * Validates a form. Only fields of `schema`, `intent` and list changes reach Conform, which would obey its own fields too. Texts far too
 * long are truncated, with a message. `newItems` are the initial values of a list's new item.
 */
export function parseForm<Schema extends ZodType>(
  form: FormData,
  schema: Schema,
  newItems?: NewItems,
): ParsedForm<output<Schema>> {
  const knownFields = new FormData()
  const truncated = new Set<string>()
  const shape = getFormShape(schema)
  const intent = readListIntent(form, shape, newItems)
  if (intent) knownFields.append(INTENT_FIELD, JSON.stringify(intent))
  for (const [name, length] of [...shape.fields, ['intent', 0] as const])
    for (const value of form.getAll(name)) {
      const isLong = typeof value === 'string' && value.length > length + SPARE
      if (isLong) truncated.add(name)
      knownFields.append(name, isLong ? value.slice(0, length + SPARE) : value)
    }
  const submission = parseWithZod(knownFields, { schema: addServerRules(schema) }) as ParsedForm<output<Schema>>
  return { ...withSafeReplies(submission, truncated), inspectFiles: () => inspectFiles(schema, submission.payload) }
}

const TRUNCATED_MESSAGE = 'Your text was too long, so we cut off the end. Please check it.'

interface ReplyOptions {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
}

/** The same submission, with replies that hold no secret and report truncated fields. */
function withSafeReplies<Form extends Submission<unknown, string[]>>(submission: Form, truncated: Set<string>): Form {
  const isVisible = [...truncated].some((name) => !isSecretField(name))
  const hideFields = Object.keys(submission.payload).filter(isSecretField)
  const reply = (options: ReplyOptions = {}) => {
    const formErrors = isVisible ? [TRUNCATED_MESSAGE, ...(options.formErrors ?? [])] : options.formErrors
    return submission.reply({ ...options, ...(formErrors && { formErrors }), hideFields })
  }
  return { ...submission, reply } as Form
}

/** The action data of a form that was not saved: the typed values with messages, a failure, a conflict or a preview. */
export interface FormResult extends FailedActionData {
  result?: SubmissionResult<string[]>
  conflict?: ConflictData
  preview?: SafeHtml
  /** The preview of a newsletter. */
  blocks?: TextBlock[]
  /** Advice to make the text of a preview easier to read. */
  advice?: string[]
  /** The change that a button made to a list of the form, without saving it. */
  change?: ListChange
}

type ParsedForm<Fields> = Submission<Fields, string[], Fields> & {
  /** Checks the files of an invalid form. Throws Refused. */
  inspectFiles?: () => Promise<void>
}

/** How a form reports that it was not saved. */
interface SubmissionOptions<Fields> {
  /** The message above the fields for a refusal, instead of the refusal's own. */
  refused?: (why: { status: number; message: string }) => string
  /** The record's fields with labels, for a conflict between two people who save at the same time. */
  descriptions?: FieldDescriptions<Fields>
  /** The redirect for a refusal after which the form's page is useless; undefined to show the form again. */
  redirectOnRefusal?: (error: unknown) => Promise<Response> | undefined
  /** Checks an invalid form beyond its rules, so that all errors are shown at once. Throws Refused. */
  refine?: (typed: Partial<Record<keyof Fields, unknown>>) => Promise<unknown>
  /** Describes the change that a button made to a list of the form. */
  listChange?: () => ListChange | undefined
}

function getIntent({ payload }: Submission<unknown, string[]>): string | undefined {
  return typeof payload.intent === 'string' ? payload.intent : undefined
}

/** Saves a form and returns the result of `save`; an invalid or refused form is returned as typed, with its messages. */
export async function handleSubmission<Fields, Answer>(
  submission: ParsedForm<Fields>,
  save: (fields: Fields) => Promise<Answer>,
  options: SubmissionOptions<Fields> = {},
) {
  const form = getIntent(submission)
  // Neither saved nor refused: a button changed a list.
  if (submission.status === undefined) {
    const result = addListMessages(submission.reply(), await findOtherErrors(submission, options))
    return data<FormResult>({ form, result, change: options.listChange?.() })
  }
  if (submission.status !== 'success') {
    const fieldErrors = await findOtherErrors(submission, options)
    return data<FormResult>({ form, result: submission.reply({ fieldErrors: fieldErrors as never }) }, { status: 400 })
  }
  try {
    return await save(submission.value)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error instanceof Conflict && options.descriptions) return createConflictResult(submission, options, error)
    if (!options.refused && isServerRefusal(error)) throw error
    return (await options.redirectOnRefusal?.(error)) ?? createRefusalResult(submission, options, error)
  }
}

/** True for a refusal that no change of the form can fix. restoreForm shows it like any failure, with the form's title. */
function isServerRefusal({ kind, errors }: Refused): boolean {
  return ['tooLarge', 'tooMany', 'busy', 'storageFailed'].includes(kind) && Object.keys(errors).length === 0
}

async function findOtherErrors<Fields>(
  submission: ParsedForm<Fields>,
  { refine }: SubmissionOptions<Fields>,
): Promise<FieldErrors> {
  const typed = submission.payload as Parameters<NonNullable<typeof refine>>[0]
  try {
    await collectErrors([submission.inspectFiles?.() ?? Promise.resolve(), refine?.(typed) ?? Promise.resolve()])
    return {}
  } catch (error) {
    if (error instanceof Refused) return error.errors
    throw error
  }
}

/** Shows a refusal of the domain on the form's page. Rethrows 'not found': without the record there is no page. */
function createRefusalResult<Fields>(
  submission: ParsedForm<Fields>,
  { refused }: SubmissionOptions<Fields>,
  error: Refused,
) {
  const { kind, message, errors, retryAfter } = error
  if (kind === 'notFound') throw error
  const status = getRefusalStatus(error)
  const isOfFields = Object.keys(errors).length > 0
  const formErrors = refused ? [refused({ status, message })] : isOfFields ? undefined : [message]
  const result = submission.reply({ formErrors, fieldErrors: errors as never })
  return data<FormResult>(
    { form: getIntent(submission), result },
    { status, headers: createRetryAfterHeader(retryAfter) },
  )
}

/**
 * Returns the typed values and the reason for a form that failed through no fault of its own. Rethrows redirects, refusals with a page of
 * their own, and 'not found'.
 */
export function restoreForm({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>, error: unknown) {
  const form = context.submission?.form
  if (error instanceof Response || error instanceof AlreadyAnswered || isApiRequest(request) || !form) throw error
  if (error instanceof Refused && error.kind === 'notFound') throw error
  const refused = toRefusal(error)
  const { message, retryAfter }: Partial<Refused> = refused ?? {}
  const status = refused ? getRefusalStatus(refused) : 500
  if (!refused) log.error({ id: request.headers.get(REQUEST_ID), err: error }, 'a form could not be saved')
  const words = readTypedText(form)
  const result = { initialValue: nestTypedText(truncateTexts(words)) }
  const answer: FormResult = { form: [words.intent ?? []].flat()[0], result, failed: { status, message } }
  return data(answer, { status, headers: createRetryAfterHeader(retryAfter) })
}

const MAX_TEXT_LENGTH = 30_000 + SPARE

function truncateTexts(words: TypedText): TypedText {
  const truncate = (text: string) => text.slice(0, MAX_TEXT_LENGTH)
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, Array.isArray(value) ? value.map(truncate) : truncate(value)]),
  )
}

function createConflictResult<Fields>(
  submission: ParsedForm<Fields> & { status: 'success' },
  { descriptions = [] }: SubmissionOptions<Fields>,
  { by, at, now }: Conflict,
) {
  const { initialValue } = submission.reply()
  // The record of the conflict is the one that the form edits, so it has the fields of `descriptions`.
  const changes = findDifferences(now as Conflict['now'] & Fields, submission.value, descriptions)
  const conflict = { by, at, version: now.version, differences: changes }
  return data<FormResult>({ form: getIntent(submission), result: { initialValue }, conflict }, { status: 409 })
}

/** The message above the fields of a form whose file is refused. */
export const formatUploadFailure = ({ message }: { message: string }) => `Failed to upload file: ${message}`

/** True for a form sent to preview it, not to save it (PreviewButton in ui/forms/html-field.tsx). */
export function isPreviewRequest(form: FormData): boolean {
  return form.has('preview')
}

/** The action data of a preview: the typed values without messages, and the sanitised HTML or the newsletter's `blocks`. */
export function createPreviewResult<Fields>(
  submission: ParsedForm<Fields>,
  html: FormDataEntryValue | null,
  blocks?: TextBlock[],
) {
  const { initialValue } = submission.reply()
  const preview = renderMarkdown(String(html ?? ''))
  const advice = getReadingAdvice(preview)
  return data<FormResult>({ result: { initialValue }, ...(blocks ? { blocks } : { preview }), advice })
}
