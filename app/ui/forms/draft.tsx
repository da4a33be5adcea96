import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import { wordsOf } from '~/domain/form-words'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { useHydrated } from '~/ui/browser/hydrated'
import { inStorage } from '~/ui/browser/in-storage'
import { Button } from '~/ui/button'
import { renderedWords, typedWords } from './typed'

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

/** Keeps a draft on this device until the browser is closed, or it is forgotten. */
export function keepDraft(key: string, draft: Draft): void {
  inStorage(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

/** The draft that was kept, if any. */
export const storedDraft = (key: string): Draft | undefined =>
  inStorage(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined)

/** Forgets a draft. */
export function forgetDraft(key: string): void {
  inStorage(() => sessionStorage.removeItem(key))
}

/** Forgets all drafts, but for those of `userId` where one is given. */
export function forgetDrafts(userId?: number): void {
  const isGone = (key: string) => key.startsWith(PREFIX) && (userId === undefined || !key.startsWith(draftsOf(userId)))
  inStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (isGone(key)) sessionStorage.removeItem(key)
  })
}

/** A long text that is kept on this device while it is typed. */
export interface StoredDraft {
  /** What was kept before, where the form is filled in with it. */
  words?: Draft
  /** Keeps what stands in the form, as long as it `isUnsaved`. */
  keep: (isUnsaved: boolean) => void
  forget: () => void
  startAfresh: () => void
}

/** The draft of the form called `id` at this address. A form that came back from the server, with an `answer`, has newer words. */
export function useDraft(id: string, answer: unknown): StoredDraft {
  const portal = useRouteLoaderData('routes/dashboard/layout') as { user: Account } | undefined
  const userId = portal?.user.id ?? 0
  const [key] = useState(draftKey(userId, useLocation().pathname))
  const hydrated = useHydrated()
  const [words, setWords] = useState(() => (hydrated && !answer ? storedDraft(key) : undefined))

  // A served page is filled in only now; what was typed into it before the scripts ran is newer.
  const isServed = useRef(!hydrated && !answer)
  useEffect(() => {
    const form = formOf(id)
    if (isServed.current && form && !isTypedInto(form)) setWords(storedDraft(key))
    isServed.current = false
    forgetDrafts(userId)
  }, [id, key, userId])

  // Conform fills a form in anew, with its present defaults, when it is reset.
  const filledWith = useRef(words)
  useEffect(() => {
    if (filledWith.current === words) return
    filledWith.current = words
    const form = formOf(id)
    form?.reset()
    // The button that was pressed is gone with the notice.
    if (!words) queueMicrotask(() => form?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus())
  }, [id, words])

  const forget = () => forgetDraft(key)
  return {
    words,
    keep: (isUnsaved) => {
      const form = formOf(id)
      if (isUnsaved && form) keepDraft(key, draftOf(new FormData(form)))
      else forget()
    },
    forget,
    startAfresh: () => {
      forget()
      setWords(undefined)
    },
  }
}

const formOf = (id: string) => document.querySelector<HTMLFormElement>(`form#${id}`)

function isTypedInto(form: HTMLFormElement): boolean {
  const rendered = renderedWords(form)
  return [...typedWords(form)].some(([name, words]) => words !== rendered.get(name))
}

/** Says that the form is filled in with what was typed before, and takes it away again. */
export function DraftNotice({ draft: { words, startAfresh } }: { draft: StoredDraft }) {
  if (!words) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-4 rounded border-2 border-river bg-tide p-4">
      <p className="grow font-bold">We kept what you wrote here before.</p>
      <Button type="button" variant="secondary" onClick={startAfresh}>
        Start afresh
      </Button>
    </div>
  )
}
