import {
  Form,
  type FormProps,
  type Location,
  useActionData,
  useBlocker,
  useFetcher,
  useLocation,
  useNavigation,
} from '@remix-run/react'
import { type FormEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import type { InterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'
import { useHydrated } from '~/ui/browser/external-store'
import { useCountRefusedForm } from '~/ui/browser/refused-forms'
import type { FailedActionData, RequestFailure } from '~/ui/browser/request-failure'
import { usePortalData, useRootData } from '~/ui/browser/root-data'
import { Button, ButtonAnchor } from '~/ui/button'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import { useFailureToast } from '~/ui/dialogs/toast'
import { WithPhoneLink } from '~/ui/site/contact-links'
import { DraftNotice, type DraftState } from './draft'
import { type FailureMessage, getFailureAdvice, getFailureMessage } from './failure'
import { answerLeaveQuestion, isListChange, isUnsaved, useIsLeaveQuestionOpen, useUnsaved } from './unsaved'
import './older-browsers'
import { createPortal } from 'react-dom'
import { hasModalSupport, useModal } from '~/ui/dialogs/modal'
import { SubmissionContext } from './submit-button'

/** Identifies the forms on the screen. `?index` belongs to Remix, and `?add` shows a form that the screen already has. */
function getFormScreen({ pathname, search }: Location): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('index')
  parameters.delete('add')
  return `${pathname}?${parameters}`
}

/** Asks before unsaved text is lost. The first form with typed text renders it; the browser itself asks before an unload. */
function LeaveQuestion() {
  const isDialogClosing = useIsLeaveQuestionOpen()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      getFormScreen(currentLocation) !== getFormScreen(nextLocation) && isUnsaved(),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isUnsaved()) return
      event.preventDefault()
      // Chrome before 119.
      event.returnValue = true
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  if (!isDialogClosing && blocker.state !== 'blocked') return null

  function choose(isLeaving: boolean) {
    if (isLeaving) blocker.proceed?.()
    else blocker.reset?.()
    answerLeaveQuestion(isLeaving)
  }
  if (!hasModalSupport()) return <NativeConfirm onChosen={choose} />
  return createPortal(<LeaveDialog onChosen={choose} />, document.body)
}

const TITLE = 'You have not saved this.'
const TEXT = 'If you leave now, you will lose what you wrote.'

/** The question in browsers without modal dialogs. */
function NativeConfirm({ onChosen }: { onChosen: (isLeaving: boolean) => void }) {
  const choose = useRef(onChosen)
  useEffect(() => choose.current(confirm(`${TITLE} ${TEXT} Leave without saving?`)), [])
  return null
}

function LeaveDialog({ onChosen }: { onChosen: (isLeaving: boolean) => void }) {
  const dialog = useModal('button')
  const id = useId()
  const stay = (event: SyntheticEvent) => {
    event.preventDefault()
    // Events of a React portal also reach the dialog around the form.
    event.stopPropagation()
    onChosen(false)
  }
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-why`}
      onKeyDown={(event) => event.key === 'Escape' && stay(event)}
      onCancel={stay}
      onClose={stay}
      className="m-auto w-[calc(100%-2rem)] max-w-lg space-y-4 rounded border-2 border-river bg-white p-6 text-ink shadow-raised backdrop:bg-[rgb(16_41_45/0.7)]"
    >
      <h2 id={id} className="text-h3">
        {TITLE}
      </h2>
      <p id={`${id}-why`}>{TEXT}</p>
      <div className="flex flex-wrap gap-4">
        <Button type="button" onClick={() => onChosen(false)}>
          Keep editing
        </Button>
        <Button type="button" variant="danger" onClick={() => onChosen(true)}>
          Leave without saving
        </Button>
      </div>
    </dialog>
  )
}

const DEFAULT_PRESERVED_NOTE = 'What you typed is still here.'

/** Set `navigate={false}` on a form that posts to another page's action, to stay on this page. */
interface PostFormProps extends Omit<FormProps, 'method'> {
  intent?: string
  failure: FailureMessage
  /** Why it was not saved, for forms that send themselves. */
  failed?: RequestFailure
  /** False for forms with only buttons. */
  isTyped?: boolean
  /** True for such a form with fields, which shows their messages itself. */
  hasErrorSummary?: boolean
  preservedNote?: string
  /** False for a form that may be sent twice, or with an answer that must not be stored, such as a log-in. */
  hasIdempotencyKey?: boolean
  draft?: DraftState
}

interface RefusedActionData extends FailedActionData {
  result?: { status?: string }
  conflict?: unknown
}

const INVALID: RequestFailure = { status: 400 }

/** The last form that this document sent, to which the answer belongs. On a served page the intent decides. */
let lastSent: string | undefined

/**
 * The form behind every other form. If saving fails, it preserves its values, says what failed, and can be sent again;
 * its idempotency key prevents saving it twice (domain/idempotency).
 */
export function PostForm({
  intent,
  failure,
  failed: ownFailed,
  isTyped = true,
  hasErrorSummary = isTyped,
  preservedNote = DEFAULT_PRESERVED_NOTE,
  hasIdempotencyKey = true,
  draft,
  children,
  onSubmit,
  onInput,
  ...props
}: PostFormProps) {
  const id = useId()
  const { idempotencyKey } = useRootData()
  const actionData = useActionData() as RefusedActionData | undefined
  const navigation = useNavigation()
  // New after each save: Remix stores a fetcher's last answer, including an earlier failure.
  const fetcherKey = props.fetcherKey ?? `${id} ${idempotencyKey}`
  const fetcher = useFetcher<RefusedActionData>({ key: fetcherKey })
  const { answer, formData, state } =
    props.navigate === false
      ? { answer: fetcher.data, formData: fetcher.formData, state: fetcher.state }
      : { answer: actionData, formData: navigation.formData, state: navigation.state }
  const isOwn = lastSent ? lastSent === id : answer?.form === undefined || answer.form === intent
  // Without fields to show their messages, invalid ones are a failure.
  const invalid = !hasErrorSummary && answer?.result?.status === 'error' ? INVALID : undefined
  const failed = ownFailed ?? (isOwn && !formData ? (answer?.failed ?? invalid) : undefined)

  const form = useRef<HTMLFormElement>(null)
  const isRefused = isOwn && Boolean(answer?.failed || answer?.result || answer?.conflict)
  const [wasRefused] = useState(isRefused)
  const interrupted = useInterruptedForm(intent)
  const { hasLeaveQuestion, isUnsaved, onTyped, onListChanged, onSent } = useUnsaved({
    id,
    form,
    isProtected: isTyped && hasIdempotencyKey,
    isUnsavedAtFirst: wasRefused || interrupted !== undefined || draft?.words !== undefined,
    formData,
    isLeaving: state !== 'idle',
    isRefused,
    onSaved: () => draft?.remove(),
    onDiscarded: () => draft?.remove(),
  })

  function handleInput(event: FormEvent<HTMLFormElement>) {
    onInput?.(event)
    onTyped()
    draft?.save(isUnsaved())
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    // A second press while the first is being sent.
    if (formData && lastSent === id) return event.preventDefault()
    if (isListChange(event)) onListChanged()
    onSubmit?.(event)
    if (event.defaultPrevented) return
    lastSent = id
    onSent()
  }

  return (
    <Form ref={form} method="post" {...props} fetcherKey={fetcherKey} onInput={handleInput} onSubmit={handleSubmit}>
      {draft && <DraftNotice draft={draft} />}
      {isTyped && interrupted && <InterruptedNotice {...interrupted} />}
      {failed && (
        <FailureNotice
          failure={failure}
          failed={failed}
          preservedNote={isTyped ? preservedNote : undefined}
          hasFile={props.encType === 'multipart/form-data'}
        />
      )}
      {intent && <input type="hidden" name="intent" value={intent} />}
      {hasIdempotencyKey && <input type="hidden" name={IDEMPOTENCY_FIELD} value={idempotencyKey} />}
      <SubmissionContext.Provider value={lastSent === id ? formData : undefined}>{children}</SubmissionContext.Provider>
      {hasLeaveQuestion && <LeaveQuestion />}
    </Form>
  )
}

/** Returns the form's values from before its session expired, once (domain/interrupted-forms). */
export function useInterruptedForm(intent: string | undefined): InterruptedForm | undefined {
  const portal = usePortalData()
  const { pathname } = useLocation()
  const [first] = useState(portal?.interrupted)
  const isThisForm = first?.path.split('?')[0] === pathname && first.fields.intent === intent
  return isThisForm ? first : undefined
}

/** Says when this text was typed: on a shared device it may be another person's. */
function InterruptedNotice({ typed, path }: InterruptedForm) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded border-2 border-river bg-tide p-4">
      <p className="grow">
        <strong>{typed}</strong>. It is not saved yet.
      </p>
      <ButtonAnchor href={path} variant="secondary">
        This is not mine, start again
      </ButtonAnchor>
    </div>
  )
}

function FailureNotice({
  failure,
  failed,
  preservedNote,
  hasFile,
}: {
  failure: FailureMessage
  failed: RequestFailure
  preservedNote: string | undefined
  hasFile: boolean
}) {
  const [isServed] = useState(useHydrated() === false)
  const { title, text } = getFailureMessage(failure, failed)
  useFailureToast(failed, { title, text })
  useCountRefusedForm(true)
  return (
    <AlertPanel title={title} news={failed} data-failure>
      <p className="mt-2">
        <WithPhoneLink>{text}</WithPhoneLink>
      </p>
      <p className="mt-2">
        <WithPhoneLink>
          {getFailureAdvice(
            failed,
            isServed && hasFile && preservedNote !== DEFAULT_PRESERVED_NOTE ? undefined : preservedNote,
            text,
          )}
        </WithPhoneLink>
        {isServed && hasFile && ' You will have to choose any file again.'}
      </p>
    </AlertPanel>
  )
}
