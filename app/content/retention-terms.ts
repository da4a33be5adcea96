/** Data that is removed once its term has passed. */
interface Term {
  days: number
  /** Why no longer and no shorter (GDPR article 5(1)(e), storage limitation). */
  why: string
}

/** Every term there is: the retention job (retention.server.ts) keeps to them, and the privacy page tells them. */
export const retentionTerms = {
  interruptedForms: { days: 1, why: 'People come back to a form on the same day, or begin it again.' },
  tickets: { days: 1, why: 'Whoever lost the answer presses again on the same day.' },
  unconfirmedSignUps: {
    days: 30,
    why: 'Whoever has not pressed the button in the mail by then did not want the newsletter, or never asked for it.',
  },
  otherMails: { days: 30, why: 'They say what became of a mail that somebody waits for; nobody waits for a month.' },
  readers: {
    days: 90,
    why: 'Refusals and complaints come in within weeks. The numbers of sent and failed mails stay.',
  },
  endedSessions: { days: 30, why: 'Someone who suspects a stranger in their account asks within days.' },
  absences: {
    days: 365,
    why: 'Tutors compare a term with the one of the year before; later nobody asks who stayed at home.',
  },
  activity: { days: 730, why: 'Families ask about the year before; older lines answer no question any more.' },
} as const satisfies Record<string, Term>

/** What has a term. */
export type Retained = keyof typeof retentionTerms

/** A term in milliseconds. */
export const retentionIn = (what: Retained): number => retentionTerms[what].days * 24 * 3_600_000

/** A term in words: '1 day', '30 days', '2 years'. */
export function retentionInWords(what: Retained): string {
  const { days } = retentionTerms[what]
  const [number, unit] = days % 365 === 0 ? [days / 365, 'year'] : [days, 'day']
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
