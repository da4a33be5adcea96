/** The field that tells forms apart: a random UUID of the page that the form was on. */
export const IDEMPOTENCY_FIELD = 'idempotencyKey'
