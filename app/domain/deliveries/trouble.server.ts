// Kept in memory alone: after a restart the next try says how things are.
let trouble: string | null = null

/** Why the mail server can't be used at present, in its own words; null while it can. */
export function mailTrouble(): string | null {
  return trouble
}

/** The worker's finding: what went wrong, or null once a mail was taken again. */
export function reportTrouble(found: string | null): void {
  trouble = found
}
