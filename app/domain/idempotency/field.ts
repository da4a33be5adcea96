/** Form field with a random UUID for each rendered form. */
export const IDEMPOTENCY_FIELD = 'idempotencyKey'
