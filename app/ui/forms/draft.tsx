import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { readTypedText, type TypedText } from '~/domain/form-words'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { tryStorage } from '~/ui/browser/browser-storage'
import { useHydrated } from '~/ui/browser/external-store'
import { usePortalData } from '~/ui/browser/root-data'
import { Button } from '~/ui/button'
import { readFormValues, readInitialValues } from './unsaved'

const PREFIX = 'riverbank-draft '

/** A form's typed values, as Conform's default value. */
export type FormDraft = TypedText

/** Returns the storage key of a draft. It includes the user, so that people who share a computer don't see each other's text. */
export const getDraftKey = (userId: number, path: string) => `${getDraftPrefix(userId)}${path}`
const getDraftPrefix = (userId: number) => `${PREFIX}${userId} `

/** Creates a draft of a form, without secrets, files and the idempotency key. */
export function createDraft(form: FormData): FormDraft {
  const { [IDEMPOTENCY_FIELD]: _, ...words } = readTypedText(form)
  return words
}

/** Stores a draft on this device until the browser is closed or the draft removed. */
export function storeDraft(key: string, draft: FormDraft): void {
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

export const readDraft = (key: string): FormDraft | undefined =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined)

export function removeDraft(key: string): void {
  tryStorage(() => sessionStorage.removeItem(key))
}

/** Removes all drafts, except those of `userId`. */
export function removeDrafts(userId?: number): void {
  const isRemovable = (key: string) =>
    key.startsWith(PREFIX) && (userId === undefined || !key.startsWith(getDraftPrefix(userId)))
  tryStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (isRemovable(key)) sessionStorage.removeItem(key)
  })
}

/** A long text that is stored on this device while it is typed. */
export interface DraftState {
  words?: FormDraft
  /** Stores the form's values while it `isUnsaved`. */
  save: (isUnsaved: boolean) => void
  remove: () => void
  discard: () => void
}

/** The draft of the form `id` at this address. A refused form has newer values in its `answer`. */
export function useDraft(id: string, answer: unknown): DraftState {
  const portal = usePortalData()
  const userId = portal?.user.id ?? 0
  const [key] = useState(getDraftKey(userId, useLocation().pathname))
  const hydrated = useHydrated()
  const [words, setWords] = useState(() => (hydrated && !answer ? readDraft(key) : undefined))

  // Fill a served page only after hydration, since text typed before the scripts ran is newer.
  const isServed = useRef(!hydrated && !answer)
  useEffect(() => {
    const form = findForm(id)
    if (isServed.current && form && !hasTypedInput(form)) setWords(readDraft(key))
    isServed.current = false
    removeDrafts(userId)
  }, [id, key, userId])

  // Conform fills a form with its current defaults when it is reset.
  const filledWith = useRef(words)
  useEffect(() => {
    if (filledWith.current === words) return
    filledWith.current = words
    const form = findForm(id)
    form?.reset()
    // The focused button disappears with the notice.
    if (!words) queueMicrotask(() => form?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus())
  }, [id, words])

  const remove = () => removeDraft(key)
  return {
    words,
    save: (isUnsaved) => {
      const form = findForm(id)
      if (isUnsaved && form) storeDraft(key, createDraft(new FormData(form)))
      else remove()
    },
    remove,
    discard: () => {
      remove()
      setWords(undefined)
    },
  }
}

const findForm = (id: string) => document.querySelector<HTMLFormElement>(`form#${id}`)

function hasTypedInput(form: HTMLFormElement): boolean {
  const rendered = readInitialValues(form)
  return [...readFormValues(form)].some(([name, words]) => words !== rendered.get(name))
}

export function DraftNotice({ draft: { words, discard } }: { draft: DraftState }) {
  if (!words) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-4 rounded border-2 border-river bg-tide p-4">
      <p className="grow font-bold">We saved what you wrote here before.</p>
      <Button type="button" variant="secondary" onClick={discard}>
        Start again
      </Button>
    </div>
  )
}
