/** The field that carries a form's ticket, a random UUID of the page that the form was on. */
export const IDEMPOTENCY_FIELD = 'ticket'
