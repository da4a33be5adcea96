/** Messages by field of the form or API body. */
export type FieldErrors = Record<string, string[]>

/** The API's body for a refused request; `now` is the record as it is, if another person changed or added it first. */
export interface RefusalBody {
  message: string
  errors?: FieldErrors
  now?: object
}

interface RefusalDetails {
  field?: string
  errors?: FieldErrors
  /** Seconds until the caller should try again. */
  retryAfter?: number
  /** The record as it is, for the API. */
  now?: object
}

/** The message for every body over its route's limit. */
export const BODY_TOO_LARGE = 'That is too large to send. Please choose a smaller file, or send less at a time.'

/** Why a request is refused. `unauthenticated`: who sends it is not confirmed. `busy`: nothing happened, and a later try may succeed. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooLarge'
  | 'tooMany'
  | 'busy'
  | 'storageFailed'

/** The error that domain functions throw to refuse a request: a kind, and a message for the person who sent it. */
export class Refused extends Error {
  readonly errors: FieldErrors
  readonly retryAfter?: number
  readonly now?: object

  constructor(
    readonly kind: RefusalKind,
    text: string,
    { field, errors, retryAfter, now }: RefusalDetails = {},
  ) {
    super(text)
    this.errors = errors ?? (field ? { [field]: [text] } : {})
    this.retryAfter = retryAfter
    this.now = now
  }
}

/** Waits for all checks. Throws one Refused with all their messages and the first one's kind. */
export async function collectErrors(checks: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(checks)
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  for (const error of errors) if (!(error instanceof Refused)) throw error
  const refusals = errors as Refused[]
  const [first, ...others] = refusals
  if (!first) return
  if (others.length === 0) throw first
  throw new Refused(first.kind, refusals.map(({ message }) => message).join(' '), {
    errors: Object.assign({}, ...refusals.map(({ errors }) => errors)),
    retryAfter: first.retryAfter,
  })
}

/** Returns `record`. Throws Refused, notFound, if it does not exist or the user may not see it: both give the same response. */
export function orNotFound<Found>(record: Found | null | undefined): Found {
  if (record === null || record === undefined) throw new Refused('notFound', 'Not found.')
  return record
}
