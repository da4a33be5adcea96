import {
  Form,
  type FormProps,
  useActionData,
  useFetcher,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from '@remix-run/react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import type { InterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'
import type { Failed, FailedAnswer } from '~/ui/browser/answered'
import { useHydrated } from '~/ui/browser/hydrated'
import { useRefusedForm } from '~/ui/browser/refused-forms'
import { useRootData } from '~/ui/browser/root-data'
import { ButtonAnchor } from '~/ui/button'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import { useFailureToast } from '~/ui/dialogs/toast'
import { WithPhoneLink } from '~/ui/site/phone-link'
import { DraftNotice, type StoredDraft } from './draft'
import { adviceOn, type Failure, failureInWords } from './failure'
import { LeaveQuestion } from './leave-question'
import { changesList } from './list-change'
import './older-browsers'
import { Sending } from './submit-button'
import { useUnsaved } from './unsaved'

const WORDS = 'Your words are still here.'

/** A form to another page's action has `navigate={false}`, so that this page stays while it is sent. */
interface PostFormProps extends Omit<FormProps, 'method'> {
  intent?: string
  failure: Failure
  /** Why it was not saved, for a form that sends itself in its own way. */
  failed?: Failed
  /** False for buttons alone. */
  isTyped?: boolean
  kept?: string
  /** False for a form that may be sent twice, or whose answer must not be kept, such as a log-in. */
  once?: boolean
  draft?: StoredDraft
}

interface RefusedAnswer extends FailedAnswer {
  result?: unknown
  conflict?: unknown
}

/** The form that was sent last in this document: the answer is for that one. A page that was served goes by the form's intent. */
let lastSent: string | undefined

/**
 * The form through which everything is sent. Not saved, it stays with all that was typed and chosen, says what failed,
 * and can be sent again: its idempotency key keeps it from being saved twice (domain/idempotency).
 */
export function PostForm({
  intent,
  failure,
  failed: ownFailed,
  isTyped = true,
  kept = WORDS,
  once = true,
  draft,
  children,
  onSubmit,
  onInput,
  ...props
}: PostFormProps) {
  const id = useId()
  const { idempotencyKey } = useRootData()
  const actionData = useActionData() as RefusedAnswer | undefined
  const navigation = useNavigation()
  // A new one after each save: Remix keeps a fetcher's last answer, and so what failed before the save.
  const fetcherKey = props.fetcherKey ?? `${id} ${idempotencyKey}`
  const fetcher = useFetcher<RefusedAnswer>({ key: fetcherKey })
  const { answer, formData, state } =
    props.navigate === false
      ? { answer: fetcher.data, formData: fetcher.formData, state: fetcher.state }
      : { answer: actionData, formData: navigation.formData, state: navigation.state }
  const isOwn = lastSent ? lastSent === id : answer?.form === undefined || answer.form === intent
  const failed = ownFailed ?? (isOwn && !formData ? answer?.failed : undefined)

  const form = useRef<HTMLFormElement>(null)
  const isRefused = isOwn && Boolean(answer?.failed || answer?.result || answer?.conflict)
  const [cameBack] = useState(isRefused)
  const interrupted = useInterrupted(intent)
  const { asksForAll, isUnsaved, onTyped, onRearranged, onSent } = useUnsaved({
    id,
    form,
    isAsked: isTyped && once,
    isUnsavedAtFirst: cameBack || interrupted !== undefined || draft?.words !== undefined,
    formData,
    isLeaving: state !== 'idle',
    isRefused,
    onSaved: () => draft?.forget(),
    onLetGo: () => draft?.forget(),
  })

  function type(event: FormEvent<HTMLFormElement>) {
    onInput?.(event)
    onTyped()
    draft?.keep(isUnsaved())
  }

  function send(event: FormEvent<HTMLFormElement>) {
    // A second press while the first is on its way.
    if (formData && lastSent === id) return event.preventDefault()
    if (changesList(event)) onRearranged()
    onSubmit?.(event)
    if (event.defaultPrevented) return
    lastSent = id
    onSent()
  }

  return (
    <Form ref={form} method="post" {...props} fetcherKey={fetcherKey} onInput={type} onSubmit={send}>
      {draft && <DraftNotice draft={draft} />}
      {isTyped && interrupted && <InterruptedNotice {...interrupted} />}
      {failed && (
        <FailureNotice
          failure={failure}
          failed={failed}
          kept={isTyped ? kept : undefined}
          hasFile={props.encType === 'multipart/form-data'}
        />
      )}
      {intent && <input type="hidden" name="intent" value={intent} />}
      {once && <input type="hidden" name={IDEMPOTENCY_FIELD} value={idempotencyKey} />}
      <Sending.Provider value={lastSent === id ? formData : undefined}>{children}</Sending.Provider>
      {asksForAll && <LeaveQuestion />}
    </Form>
  )
}

/** What was typed into this form when its session expired (domain/interrupted-forms), for one rendering. */
export function useInterrupted(intent: string | undefined): InterruptedForm | undefined {
  const portal = useRouteLoaderData('routes/dashboard/layout') as { interrupted: InterruptedForm | null } | undefined
  const { pathname } = useLocation()
  const [first] = useState(portal?.interrupted)
  const isThisForm = first?.path.split('?')[0] === pathname && first.fields.intent === intent
  return isThisForm ? first : undefined
}

/** Says when the words in this form were typed: on a shared device it may have been somebody else. */
function InterruptedNotice({ typed, path }: InterruptedForm) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded border-2 border-river bg-tide p-4">
      <p className="grow">
        <strong>{typed}</strong>. It is not saved yet.
      </p>
      <ButtonAnchor href={path} variant="secondary">
        Not mine: start again
      </ButtonAnchor>
    </div>
  )
}

function FailureNotice({
  failure,
  failed,
  kept,
  hasFile,
}: {
  failure: Failure
  failed: Failed
  kept: string | undefined
  hasFile: boolean
}) {
  const [isServed] = useState(useHydrated() === false)
  const { title, text } = failureInWords(failure, failed)
  useFailureToast(failed, { title, text })
  useRefusedForm(true)
  return (
    <AlertPanel title={title} news={failed} data-failure>
      <p className="mt-2">
        <WithPhoneLink>{text}</WithPhoneLink>
      </p>
      <p className="mt-2">
        <WithPhoneLink>
          {adviceOn(failed, isServed && hasFile && kept !== WORDS ? undefined : kept, text)}
        </WithPhoneLink>
        {isServed && hasFile && ' You will have to choose any file again.'}
      </p>
    </AlertPanel>
  )
}
