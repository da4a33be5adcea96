import { Form, type FormProps, useActionData, useFetcher, useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { TICKET_FIELD } from '~/domain/tickets/field'
import type { Failed, FailedAnswer } from './answered'
import { adviceOn, type Failure, failureInWords } from './failure'
import { useHydrated } from './hydrated'
import { Icon } from './icon'
import { useRootData } from './root-data'
import { useFailureToast } from './toast'

/** A form to another page's action has `navigate={false}`, so that this page stays while it is sent. */
interface PostFormProps extends Omit<FormProps, 'method' | 'fetcherKey'> {
  /** Which of a page's forms it is. */
  intent?: string
  /** What it says when it was not saved. */
  failure: Failure
  /** Why it was not saved, for a form that sends itself in its own way. */
  failed?: Failed
  /** False for buttons alone. */
  isTyped?: boolean
  /** False for a form that may be sent twice, or whose answer must not be kept, such as a log-in. */
  once?: boolean
}

/** The form that was sent last in this browser's page: an answer that names no form is for that one. */
let lastSent: string | undefined

/**
 * The form through which everything on the site is sent. When it was not saved, whoever is to blame, it stays on the screen with all
 * that was typed and chosen, says what failed and what to do, and can be sent again: its ticket keeps it from being saved twice
 * (domain/tickets).
 */
export function PostForm({
  intent,
  failure,
  failed: ownFailed,
  isTyped = true,
  once = true,
  children,
  onSubmit,
  ...props
}: PostFormProps) {
  const id = useId()
  const { ticket } = useRootData()
  const actionData = useActionData() as FailedAnswer | undefined
  const navigation = useNavigation()
  const fetcher = useFetcher<FailedAnswer>({ key: id })
  const { answer, formData } =
    props.navigate === false
      ? { answer: fetcher.data, formData: fetcher.formData }
      : { answer: actionData, formData: navigation.formData }
  const isOwn = answer?.form === undefined ? lastSent === undefined || lastSent === id : answer.form === intent
  const failed = ownFailed ?? (isOwn && !formData ? answer?.failed : undefined)

  function send(event: FormEvent<HTMLFormElement>) {
    // A second press while the first is on its way.
    if (formData && lastSent === id) return event.preventDefault()
    onSubmit?.(event)
    if (!event.defaultPrevented) lastSent = id
  }

  return (
    <Form method="post" fetcherKey={id} {...props} onSubmit={send}>
      {failed && (
        <FailureNotice
          failure={failure}
          failed={failed}
          isTyped={isTyped}
          hasFile={props.encType === 'multipart/form-data'}
        />
      )}
      {intent && <input type="hidden" name="intent" value={intent} />}
      {once && <input type="hidden" name={TICKET_FIELD} value={ticket} />}
      {children}
    </Form>
  )
}

/** What failed and what to do, focused, and in a toast too. */
function FailureNotice({
  failure,
  failed,
  isTyped,
  hasFile,
}: {
  failure: Failure
  failed: Failed
  isTyped: boolean
  hasFile: boolean
}) {
  const notice = useRef<HTMLDivElement>(null)
  const [isServed] = useState(useHydrated() === false)
  const { title, text } = failureInWords(failure, failed)
  useFailureToast(failed, { title, text })
  useEffect(() => {
    if (failed) notice.current?.focus()
  }, [failed])
  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      data-failure
      className="rounded border-2 border-brick bg-brick-tint p-4"
    >
      {/* biome-ignore lint/a11y/noAutofocus: without scripts nothing else can bring the reader to what went wrong */}
      <h3 tabIndex={-1} autoFocus className="flex items-center gap-2 text-brick">
        <Icon name="warning" className="h-6 w-6 shrink-0" />
        {title}
      </h3>
      <p className="mt-2">{text}</p>
      <p className="mt-2">
        {adviceOn(failed, isTyped)}
        {isServed && hasFile && ' You will have to choose any file again.'}
      </p>
    </div>
  )
}
