import { wordsOf } from '~/domain/form-words'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'

const PREFIX = 'riverbank-draft '

/** What was typed into a form, as Conform takes it. */
export type Draft = Record<string, string>

/** A form's address with its person: nobody is offered another's words on a shared computer. */
export const draftKey = (userId: number, path: string) => `${draftsOf(userId)}${path}`
const draftsOf = (userId: number) => `${PREFIX}${userId} `

/** What was typed into a form, without its secrets and files, and what belongs to one rendering alone. */
export function draftOf(form: FormData): Draft {
  const { [IDEMPOTENCY_FIELD]: _, ...words } = wordsOf(form)
  return words
}

/** Keeps a draft on this device until the browser is closed; a full or switched-off storage keeps none. */
export function keepDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The words are still on the screen, and leaving asks first.
  }
}

/** The draft that was kept, if any. */
export function storedDraft(key: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Forgets a draft. */
export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Forgets all drafts, but for those of `userId` where one is given. */
export function forgetDrafts(userId?: number): void {
  const isGone = (key: string) => key.startsWith(PREFIX) && (userId === undefined || !key.startsWith(draftsOf(userId)))
  try {
    for (const key of Object.keys(sessionStorage)) if (isGone(key)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
