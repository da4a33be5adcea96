/** Messages by the field of the form, or of the call's body, that each is about. */
export type FieldErrors = Record<string, string[]>

/** The API's body for a refused request; `now` is the current record, where somebody else changed it first. */
export interface RefusalBody {
  message: string
  errors?: FieldErrors
  now?: object
}

interface About {
  /** The field that the message is about. */
  field?: string
  /** The messages of several fields. */
  errors?: FieldErrors
  /** The seconds after which to try again. */
  retryAfter?: number
}

/** The one error that domain functions throw to refuse: an HTTP status, and a message for the person who asked. */
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

/** Waits for all checks. Throws one Refused with the messages of all that refuse, and the first one's status. */
export async function collectErrors(checks: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(checks)
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  for (const error of errors) if (!(error instanceof Refused)) throw error
  const refusals = errors as Refused[]
  const [first, ...others] = refusals
  if (!first) return
  if (others.length === 0) throw first
  throw new Refused(first.status, refusals.map(({ message }) => message).join(' '), {
    errors: Object.assign({}, ...refusals.map(({ errors }) => errors)),
    retryAfter: first.retryAfter,
  })
}

/** `record` itself. Throws Refused, 404, when it does not exist or the user may not see it: the response is the same. */
export function orNotFound<Found>(record: Found | null | undefined): Found {
  if (record === null || record === undefined) throw new Refused(404, 'Not found.')
  return record
}
