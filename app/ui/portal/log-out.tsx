import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '~/paths'
import { ApiError, logOutByApi } from '~/ui/browser/api-client'
import { fetchWithTimeout, NoAnswerError } from '~/ui/browser/request-failure'
import { ButtonAnchor } from '~/ui/button'
import { useToast } from '~/ui/dialogs/toast'
import { Container } from '~/ui/site/page'

/** In milliseconds. WebKit may never settle a fetch, even when aborted, so each step has its own timeout. */
const STEP_TIMEOUT = 10_000

function withStepTimeout<Result>(step: Promise<Result>): Promise<Result> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new NoAnswerError('no answer')), STEP_TIMEOUT)
  })
  return Promise.race([step, timeout])
}

export interface LogOutState {
  isLeaving: boolean
  /** The result, if the home page can't be reached. */
  outcome?: keyof typeof outcomes
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** Ends the session through the API; returns whether it has ended. Throws NoAnswerError. */
async function endSession(): Promise<boolean> {
  try {
    await logOutByApi()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 401 && error.refusal !== undefined
  }
}

/** True if our server answers with a redirect, which sets the home page's message; false for a proxy. Throws NoAnswerError. */
async function isRedirected(address: string, init?: RequestInit): Promise<boolean> {
  const { response } = await withStepTimeout(fetchWithTimeout(address, { ...init, redirect: 'manual' }))
  return response.type === 'opaqueredirect'
}

/**
 * Logs out through the API, then through the form, which sets the message, and goes to the home page. Without a connection, or behind
 * a blocking proxy, the result appears in this document, where a normal submission would end on an error page.
 */
export function useLogOut(): LogOutState {
  const [outcome, setOutcome] = useState<LogOutState['outcome']>()
  const [isLeaving, setLeaving] = useState(false)

  async function logOut(form: HTMLFormElement) {
    let result: keyof typeof outcomes = 'failed'
    setLeaving(true)
    try {
      if (await withStepTimeout(endSession())) result = 'loggedOut'
      const body = new URLSearchParams(new FormData(form) as never)
      if (
        (await isRedirected(form.action, { method: 'POST', body })) ||
        (await isRedirected(`${paths.portal}?log-out`))
      )
        // Replaces the portal in the history, so that Back does not lead there.
        return window.location.replace(paths.home)
      window.history.replaceState(window.history.state, '', paths.home)
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
    }
    setOutcome(result)
    setLeaving(false)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isLeaving) void logOut(event.currentTarget)
  }
  return { isLeaving, outcome, submit }
}

const outcomes = {
  failed: {
    kind: 'error',
    title: 'Logout failed',
    text: 'You are still logged in on this device. Try again when the connection is back.',
  },
  loggedOut: { kind: 'success', title: 'Logged out', text: 'You have been successfully logged out.' },
} as const

/** Reloads a portal page restored from the back/forward cache, since the user may have logged out. */
export function useReloadOnRestore(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}

/**
 * Replaces the portal, to protect its content, when a log-out got no answer: `form` tries again, automatically once
 * the connection is back. Also shown when logged out but the home page can't be reached.
 */
export function LogOutResult({ outcome, form }: { outcome: keyof typeof outcomes; form: ReactNode }) {
  const { kind, title, text } = outcomes[outcome]
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const toast = useToast()
  useEffect(() => {
    heading.current?.focus()
    // Replaces any earlier message on the page.
    toast({ kind, title, text })
  }, [toast, kind, title, text])
  useEffect(() => {
    const tryAgain = () => place.current?.querySelector('button')?.click()
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [])
  return (
    <Container className="py-16">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div ref={place} className="mt-8">
        {outcome === 'failed' ? form : <ButtonAnchor href={paths.home}>Go to the home page</ButtonAnchor>}
      </div>
    </Container>
  )
}
