/** True for the name of a field that is neither kept nor sent back to a page: a password, a code. */
export function isSecret(name: string): boolean {
  return /password|^code$/i.test(name)
}

/** What was typed into a form, by field; without its secrets and files. */
export function wordsOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !isSecret(entry[0])),
  )
}
