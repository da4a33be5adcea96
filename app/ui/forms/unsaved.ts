import { type RefObject, useEffect, useRef, useState } from 'react'
import { createExternalStore } from '~/ui/browser/external-store'

/** A form's values by field name; for tick boxes and radio buttons the key includes the value. */
type FormValues = Map<string, string>

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const UNTYPED_INPUTS = ['hidden', 'submit', 'button', 'reset', 'image']

/** Lists the fields that people fill in. Browsers fill in the current password themselves. */
function listFields(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '' &&
      !UNTYPED_INPUTS.includes(element.type) &&
      element.autocomplete !== 'current-password',
  )
}

const isTickable = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const getFieldKey = (field: Field) => (isTickable(field) ? `${field.name}=${field.value}` : field.name)

function getValue(field: Field): string {
  if (isTickable(field)) return String(field.checked)
  if (field instanceof HTMLInputElement && field.files) return [...field.files].map(({ name }) => name).join()
  return field.value
}

function getInitialValue(field: Field): string {
  if (isTickable(field)) return String(field.defaultChecked)
  if (!(field instanceof HTMLSelectElement)) return field.type === 'file' ? '' : field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

/** Reads the current values; files by their names. */
export function readFormValues(form: HTMLFormElement): FormValues {
  return new Map(listFields(form).map((field) => [getFieldKey(field), getValue(field)]))
}

export function readInitialValues(form: HTMLFormElement): FormValues {
  return new Map(listFields(form).map((field) => [getFieldKey(field), getInitialValue(field)]))
}

interface StartedForm {
  element: () => HTMLFormElement | null
  isUnsaved: () => boolean
  onDecision: (isDiscarded: boolean) => void
}

/** Forms with typed text, oldest first. The first shows the question for all of them, since the router allows one blocker. */
const startedForms = new Map<string, StartedForm>()
/** The pending close of a dialog while the question is open. */
let pendingLeave: { leave: () => void } | undefined
const { notify, useValue } = createExternalStore()

export function isUnsaved(within: Element = document.body): boolean {
  return [...startedForms.values()].some((form) => within.contains(form.element()) && form.isUnsaved())
}

/** Closes a dialog with `leave`; if it has unsaved text, only after the user agrees to lose it. */
export function confirmLeaving(dialog: Element, leave: () => void): void {
  if (isUnsaved(dialog)) {
    pendingLeave = { leave }
    notify()
  } else leave()
}

export function answerLeaveQuestion(isLeaving: boolean): void {
  const leave = pendingLeave?.leave
  pendingLeave = undefined
  for (const form of startedForms.values()) form.onDecision(isLeaving)
  notify()
  if (isLeaving) leave?.()
}

export function useIsLeaveQuestionOpen(): boolean {
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
  isProtected: boolean
  /** True if its initial values are unsaved too: it was refused, or holds a draft. */
  isUnsavedAtFirst: boolean
  formData: FormData | undefined
  isLeaving: boolean
  isRefused: boolean
  onSaved: () => void
  onDiscarded: () => void
}

interface SentValues {
  rendered: FormValues
  typed: FormValues
}

const isListField = (name: string) => name.includes('[')

function useComparison(latest: { current: UnsavedFormOptions }) {
  const sent = useRef<SentValues>()
  // A refused form is re-rendered with the typed values, so remember the initial ones.
  const [saved] = useState<{ first?: FormValues; last?: FormValues; isDiscarded: boolean }>({ isDiscarded: false })
  const [isUnsaved] = useState(() => () => {
    const { form, isUnsavedAtFirst } = latest.current
    if (!form.current || sent.current || saved.isDiscarded) return false
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

/** Tracks whether a form has unsaved text. Returns handlers for typing and sending, and whether this form shows the question. */
export function useUnsaved(options: UnsavedFormOptions) {
  const { id, form, isProtected, isUnsavedAtFirst, formData } = options
  const latest = useRef(options)
  latest.current = options
  const { sent, saved, isUnsaved } = useComparison(latest)
  const [isStarted, setStarted] = useState(false)

  // The user may have typed before the scripts ran, or the first values are unsaved.
  useEffect(() => {
    if (isProtected && (isUnsavedAtFirst || isUnsaved())) setStarted(true)
  }, [isProtected, isUnsavedAtFirst, isUnsaved])

  useEffect(() => {
    if (!isStarted) return
    startedForms.set(id, {
      element: () => form.current,
      isUnsaved,
      onDecision: (isDiscarded) => {
        saved.isDiscarded = isDiscarded
        sent.current = undefined
        if (isDiscarded) latest.current.onDiscarded()
      },
    })
    notify()
    return () => {
      startedForms.delete(id)
      notify()
    }
  }, [id, form, isStarted, isUnsaved, saved, sent])

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

  // The form was saved, refused, or interrupted by another page.
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

  const hasLeaveQuestion = useValue(() => startedForms.keys().next().value === id, false)
  return {
    hasLeaveQuestion,
    isUnsaved,
    onTyped: () => {
      saved.isDiscarded = false
      if (isProtected) setStarted(true)
    },
    // Positions in a list change, so remember the initial values.
    onListChanged: () => {
      if (form.current) saved.first ??= readInitialValues(form.current)
      saved.isDiscarded = false
      if (isProtected) setStarted(true)
    },
    onSent: () => {
      if (form.current)
        sent.current = { rendered: readInitialValues(form.current), typed: readFormValues(form.current) }
    },
  }
}

/** An unsaved change to a list in a form, or an opened item: its position and a description. */
export interface ListChange {
  kind: 'insert' | 'remove' | 'reorder' | 'open'
  list: string
  /** The item's current position, or the removed item's last one. */
  place: number
  words: string
}

/** The field in which Conform's buttons send a list change. */
export const INTENT_FIELD = '__intent__'

/** Whether the submit button only changes a list in the form. */
export function isListChange({ nativeEvent }: { nativeEvent: Event }): boolean {
  const { submitter } = nativeEvent as Partial<SubmitEvent>
  return submitter instanceof HTMLButtonElement && submitter.name === INTENT_FIELD
}
