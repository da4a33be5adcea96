// In memory alone: after a restart the next try shows how things are.
let trouble: string | null = null

/** Why the mail server can't be used at present, in its own text; null while it can. */
export function mailTrouble(): string | null {
  return trouble
}

/** Called by the worker: with what went wrong, or null once a mail is accepted again. */
export function reportTrouble(found: string | null): void {
  trouble = found
}
