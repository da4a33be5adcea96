/** Messages by the field of the form, or of the call's body, that each is about. */
export type FieldErrors = Record<string, string[]>

/** What the API says of a request that was refused; `now` is the record as it is, where somebody else changed it first. */
export interface Refusal {
  message: string
  errors?: FieldErrors
  now?: object
}

interface About {
  /** The field that the words are about. */
  field?: string
  /** The messages of several fields. */
  errors?: FieldErrors
  /** After how many seconds another try makes sense. */
  retryAfter?: number
}

/**
 * The one error that a domain function throws for what it will not do: an HTTP status, and words for the person who asked.
 * http/answering.server.ts makes it the API's answer or a page, http/form.server.ts a form that still holds what was typed.
 */
export class Refused extends Error {
  readonly errors: FieldErrors
  readonly retryAfter?: number

  constructor(
    readonly status: number,
    words: string,
    { field, errors, retryAfter }: About = {},
  ) {
    super(words)
    this.errors = errors ?? (field ? { [field]: [words] } : {})
    this.retryAfter = retryAfter
  }
}

/** The record that was looked for. Throws Refused, 404, where it is not there or not for whoever asked: the two are never told apart. */
export function found<Found>(record: Found | null | undefined): Found {
  if (record === null || record === undefined) throw new Refused(404, 'Not found.')
  return record
}
