import { type RefObject, useEffect, useRef, useState } from 'react'
import { observed } from '~/ui/browser/observed'
import { renderedWords, typedWords, type Words } from './typed'

interface Begun {
  element: () => HTMLFormElement | null
  isUnsaved: () => boolean
  /** Called when its words are given up, and when they are kept after all. */
  letGo: (gone: boolean) => void
}

/** The forms that were begun in this browser's page, the oldest first. The first asks for all: the router asks one alone. */
const begun = new Map<string, Begun>()
/** What is done once the question is answered by leaving, while it is asked about a dialog. */
let asked: { go: () => void } | undefined
const { changed, useValue } = observed()

/** Whether something typed would be lost: anywhere on the page, or within an element of it. */
export function isUnsaved(within: Element = document.body): boolean {
  return [...begun.values()].some((form) => within.contains(form.element()) && form.isUnsaved())
}

/** Calls `go`, which shuts a dialog: at once, or when somebody wants to leave without saving. */
export function askFirst(dialog: Element, go: () => void): void {
  if (isUnsaved(dialog)) {
    asked = { go }
    changed()
  } else go()
}

/** Leaves, without asking again, or keeps writing; for the question. */
export function answer(isLeaving: boolean): void {
  const go = asked?.go
  asked = undefined
  for (const form of begun.values()) form.letGo(isLeaving)
  changed()
  if (isLeaving) go?.()
}

/** Whether the question is asked about a dialog. */
export function useAsked(): boolean {
  return useValue(() => asked !== undefined, false)
}

/** Sends a form with a full navigation, which keeps what was typed on the server: without asking. */
export function sendWhole(form: HTMLFormElement): void {
  for (const other of begun.values()) if (other.element() === form) other.letGo(true)
  form.submit()
}

interface UnsavedForm {
  id: string
  form: RefObject<HTMLFormElement>
  /** False where nothing would be lost, such as at a log-in. */
  isAsked: boolean
  /** What it was rendered with is not saved either: it came back, or was kept from before. */
  isUnsavedAtFirst: boolean
  formData: FormData | undefined
  isLeaving: boolean
  isRefused: boolean
  onSaved: () => void
  onLetGo: () => void
}

/** What was in a form when it was sent: what it was rendered with, and what was typed. */
interface Sent {
  rendered: Words
  typed: Words
}

const isOfList = (name: string) => name.includes('[')

function useComparison(latest: { current: UnsavedForm }) {
  const sent = useRef<Sent>()
  // A refused form is rendered with what was typed, so that what it was rendered with before is remembered.
  const [saved] = useState<{ first?: Words; last?: Words; isLetGo: boolean }>({ isLetGo: false })
  const [isUnsaved] = useState(() => () => {
    const { form, isUnsavedAtFirst } = latest.current
    if (!form.current || sent.current || saved.isLetGo) return false
    if (isUnsavedAtFirst && !saved.last) return true
    const start = saved.first ?? renderedWords(form.current)
    const typed = typedWords(form.current)
    return (
      [...typed].some(([name, words]) => words !== start.get(name) && words !== saved.last?.get(name)) ||
      [...start.keys()].some((name) => isOfList(name) && !typed.has(name))
    )
  })
  return { sent, saved, isUnsaved }
}

/** Whether a form has words that are not saved; what to call as it is typed into and sent; whether it asks for all. */
export function useUnsaved(options: UnsavedForm) {
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
    begun.set(id, {
      element: () => form.current,
      isUnsaved,
      letGo: (isGone) => {
        saved.isLetGo = isGone
        sent.current = undefined
        if (isGone) latest.current.onLetGo()
      },
    })
    changed()
    return () => {
      begun.delete(id)
      changed()
    }
  }, [id, form, isBegun, isUnsaved, saved, sent])

  // What stands in a form that was reset is its start, once Conform has filled it in.
  useEffect(() => {
    const element = form.current
    const start = () => {
      setTimeout(() => {
        if (element) saved.first = typedWords(element)
      })
    }
    element?.addEventListener('reset', start)
    return () => element?.removeEventListener('reset', start)
  }, [form, saved])

  // It was on its way, and is not any more: saved, refused, or broken off by another page.
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

  // A redirect after the save takes the form away.
  useEffect(
    () => () => {
      if (sent.current) latest.current.onSaved()
    },
    [sent],
  )

  const asksForAll = useValue(() => begun.keys().next().value === id, false)
  return {
    asksForAll,
    isUnsaved,
    onTyped: () => {
      saved.isLetGo = false
      if (isAsked) setBegun(true)
    },
    // What stands at which place of a list changes, so that what it was rendered with is remembered.
    onRearranged: () => {
      if (form.current) saved.first ??= renderedWords(form.current)
      saved.isLetGo = false
      if (isAsked) setBegun(true)
    },
    onSent: () => {
      if (form.current) sent.current = { rendered: renderedWords(form.current), typed: typedWords(form.current) }
    },
  }
}
