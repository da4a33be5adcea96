import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fetchWhole, Unanswered } from './answered'
import { ApiError, logOut } from './api-client'
import { ButtonAnchor } from './button'
import { Notice } from './notice'
import { Container } from './page'
import { useFailureToast, useToast } from './toast'

/** How a log-out went: under way, without an answer, or done while the next page can't be reached. */
type Outcome = 'leaving' | 'failed' | 'done'

/** Whether the server has ended the session, by the API; undefined where it said that it could not. Throws Unanswered. */
async function endSession(): Promise<boolean | undefined> {
  try {
    await logOut()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A proxy's page.
    if (!error.refusal) throw new Unanswered(error.status)
    return error.status === 401 || undefined
  }
}

/** Sends the form, which ends a session that is still open, and leaves the message for the next page. Throws Unanswered. */
async function sendForm(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams(new FormData(form) as never)
  const { response } = await fetchWhole(form.action, { method: 'POST', body, redirect: 'manual' })
  if (response.type !== 'opaqueredirect') throw new Unanswered(response.status)
}

/**
 * Logs out by the API, then by the form that is submitted. The next page says how it went; without an answer this one does, since
 * a form that the browser sends by itself would end on the browser's own page.
 */
export function useLogOut() {
  const [outcome, setOutcome] = useState<Outcome>()

  async function leave(form: HTMLFormElement) {
    let isEnded: boolean | undefined
    setOutcome('leaving')
    try {
      isEnded = await endSession()
      await sendForm(form)
      window.location.assign('/')
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      setOutcome(isEnded ? 'done' : 'failed')
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (outcome !== 'leaving') void leave(event.currentTarget)
  }
  return { outcome, submit }
}

const FAILED = {
  title: 'Logout failed',
  text: 'You are still logged in on this device. Try again when the connection is back.',
} as const

const DONE = 'You have been successfully logged out.'

/** Says that a log-out got no answer, focused. */
export function LogOutFailed() {
  const notice = useRef<HTMLDivElement>(null)
  useFailureToast(notice, FAILED)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} className="order-last col-span-full">
      <Notice kind="error" {...FAILED} />
    </div>
  )
}

/** What takes the place of the portal once its session has ended and no other page can be reached. */
export function LoggedOut() {
  const heading = useRef<HTMLHeadingElement>(null)
  const toast = useToast()
  useEffect(() => heading.current?.focus(), [])
  // In the place of one that still says that an earlier try failed.
  useEffect(() => toast({ kind: 'success', title: 'Logged out', text: DONE }), [toast])
  return (
    <Container className="py-16">
      <h1 ref={heading} tabIndex={-1}>
        Logged out
      </h1>
      <p className="mt-4 text-lead">{DONE}</p>
      <div className="mt-8">
        <ButtonAnchor href="/">Go to the home page</ButtonAnchor>
      </div>
    </Container>
  )
}
