import { type RefObject, useEffect, useRef, useState } from 'react'
import { createExternalStore } from '~/ui/browser/external-store'
import { type FormValues, readFormValues, readInitialValues } from './form-values'

interface StartedForm {
  element: () => HTMLFormElement | null
  isUnsaved: () => boolean
  /** Called when its text is discarded, and when it is preserved after all. */
  onDecision: (gone: boolean) => void
}

/** Forms with typed text, oldest first. The first asks for all of them, since the router allows one blocker. */
const startedForms = new Map<string, StartedForm>()
/** The pending close of a dialog while the question is open. */
let pendingLeave: { go: () => void } | undefined
const { notify, useValue } = createExternalStore()

/** Whether typed text would be lost, on the page or within an element. */
export function isUnsaved(within: Element = document.body): boolean {
  return [...startedForms.values()].some((form) => within.contains(form.element()) && form.isUnsaved())
}

/** Calls `go`, which closes a dialog: immediately, or after the user chooses to leave without saving. */
export function confirmLeaving(dialog: Element, go: () => void): void {
  if (isUnsaved(dialog)) {
    pendingLeave = { go }
    notify()
  } else go()
}

/** Handles the answer to the question: leave, or keep writing. */
export function answerLeaveQuestion(isLeaving: boolean): void {
  const go = pendingLeave?.go
  pendingLeave = undefined
  for (const form of startedForms.values()) form.onDecision(isLeaving)
  notify()
  if (isLeaving) go?.()
}

/** Whether the question is open for a dialog. */
export function useIsLeaveAsked(): boolean {
  return useValue(() => pendingLeave !== undefined, false)
}

/** Submits a form with a full navigation, without asking: the server preserves its values. */
export function submitWithoutAsking(form: HTMLFormElement): void {
  for (const other of startedForms.values()) if (other.element() === form) other.onDecision(true)
  form.submit()
}

interface UnsavedFormOptions {
  id: string
  form: RefObject<HTMLFormElement>
  /** False if nothing would be lost, such as at a log-in. */
  isAsked: boolean
  /** True if its initial values are unsaved too: it was refused, or holds a draft. */
  isUnsavedAtFirst: boolean
  formData: FormData | undefined
  isLeaving: boolean
  isRefused: boolean
  onSaved: () => void
  onGivenUp: () => void
}

/** A form's initial and typed values when it was sent. */
interface SentValues {
  rendered: FormValues
  typed: FormValues
}

const isListField = (name: string) => name.includes('[')

function useComparison(latest: { current: UnsavedFormOptions }) {
  const sent = useRef<SentValues>()
  // A refused form is re-rendered with the typed values, so remember the initial ones.
  const [saved] = useState<{ first?: FormValues; last?: FormValues; isLetGo: boolean }>({ isLetGo: false })
  const [isUnsaved] = useState(() => () => {
    const { form, isUnsavedAtFirst } = latest.current
    if (!form.current || sent.current || saved.isLetGo) return false
    if (isUnsavedAtFirst && !saved.last) return true
    const start = saved.first ?? readInitialValues(form.current)
    const typed = readFormValues(form.current)
    return (
      [...typed].some(([name, words]) => words !== start.get(name) && words !== saved.last?.get(name)) ||
      [...start.keys()].some((name) => isListField(name) && !typed.has(name))
    )
  })
  return { sent, saved, isUnsaved }
}

/** Tracks whether a form has unsaved text. Returns handlers for typing and sending, and whether this form asks for all. */
export function useUnsaved(options: UnsavedFormOptions) {
  const { id, form, isAsked, isUnsavedAtFirst, formData } = options
  const latest = useRef(options)
  latest.current = options
  const { sent, saved, isUnsaved } = useComparison(latest)
  const [isBegun, setBegun] = useState(false)

  // Typed before the scripts ran, or unsaved from the start.
  useEffect(() => {
    if (isAsked && (isUnsavedAtFirst || isUnsaved())) setBegun(true)
  }, [isAsked, isUnsavedAtFirst, isUnsaved])

  useEffect(() => {
    if (!isBegun) return
    startedForms.set(id, {
      element: () => form.current,
      isUnsaved,
      onDecision: (isGone) => {
        saved.isLetGo = isGone
        sent.current = undefined
        if (isGone) latest.current.onGivenUp()
      },
    })
    notify()
    return () => {
      startedForms.delete(id)
      notify()
    }
  }, [id, form, isBegun, isUnsaved, saved, sent])

  // After a reset, the values that Conform fills in are the initial ones.
  useEffect(() => {
    const element = form.current
    const start = () => {
      setTimeout(() => {
        if (element) saved.first = readFormValues(element)
      })
    }
    element?.addEventListener('reset', start)
    return () => element?.removeEventListener('reset', start)
  }, [form, saved])

  // Sending has ended: saved, refused, or interrupted by another page.
  useEffect(() => {
    const words = sent.current
    if (formData || !words) return
    sent.current = undefined
    const { isLeaving, isRefused, onSaved } = latest.current
    if (isRefused || isLeaving) saved.first ??= words.rendered
    else {
      saved.first = undefined
      saved.last = words.typed
      onSaved()
    }
  }, [formData, saved, sent])

  // A redirect after saving unmounts the form.
  useEffect(
    () => () => {
      if (sent.current) latest.current.onSaved()
    },
    [sent],
  )

  const asksForAll = useValue(() => startedForms.keys().next().value === id, false)
  return {
    asksForAll,
    isUnsaved,
    onTyped: () => {
      saved.isLetGo = false
      if (isAsked) setBegun(true)
    },
    // Positions in a list change, so remember the initial values.
    onRearranged: () => {
      if (form.current) saved.first ??= readInitialValues(form.current)
      saved.isLetGo = false
      if (isAsked) setBegun(true)
    },
    onSent: () => {
      if (form.current)
        sent.current = { rendered: readInitialValues(form.current), typed: readFormValues(form.current) }
    },
  }
}
