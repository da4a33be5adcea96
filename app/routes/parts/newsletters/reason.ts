const known: readonly [RegExp, string][] = [
  [/\b5\.1\.\d|user unknown|no such (user|mailbox)|does not exist/i, 'There is no such address.'],
  [/\b[45]\.2\.2|mailbox (is )?full|quota/i, 'The mailbox is full.'],
  [/\b[45]\.7\.\d|spam|blocked|policy/i, 'Their mail server does not let our emails in.'],
]

/** Why a mail did not arrive, in plain words; and, where it differs, the mail server's own text (RFC 3463 codes, or common phrases). */
export function reasonInWords(reason: string): { plain: string; server: string | null } {
  if (!/^[45]\d\d[ -]/.test(reason)) return { plain: reason, server: null }
  const plain = known.find(([pattern]) => pattern.test(reason))?.[1] ?? 'Their mail server did not accept the email.'
  return { plain, server: reason }
}
