import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '~/paths'
import { fetchWhole, Unanswered } from '~/ui/browser/answered'
import { ApiError, logOut } from '~/ui/browser/api-client'
import { ButtonAnchor } from '~/ui/button'
import { useToast } from '~/ui/dialogs/toast'
import { Container } from '~/ui/site/page'

/** In milliseconds. WebKit can leave a fetch unsettled even when it is aborted, so each step is given up by a timer of its own. */
const LONGEST_STEP = 10_000

function inTime<Result>(step: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Unanswered('no answer')), LONGEST_STEP)
  })
  return Promise.race([step, late])
}

export interface LogOut {
  isLeaving: boolean
  /** How it went, while the next page can't be reached: without an answer, or done. */
  outcome?: keyof typeof outcomes
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** Ends the session by the API; gives whether it is ended. Throws Unanswered. */
async function endSession(): Promise<boolean> {
  try {
    await logOut()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 401 && error.refusal !== undefined
  }
}

/** Whether our server answers, not a proxy: it leads on, and leaves a message for the home page. Throws Unanswered. */
async function leadsOn(address: string, init?: RequestInit): Promise<boolean> {
  const { response } = await inTime(fetchWhole(address, { ...init, redirect: 'manual' }))
  return response.type === 'opaqueredirect'
}

/**
 * Logs out by the API, then by the form, whose answer says how it went, and goes to the home page. Without a connection, or where a proxy
 * lets nothing through, this document says so: a form that the browser sends by itself would end on another's page.
 */
export function useLogOut(): LogOut {
  const [outcome, setOutcome] = useState<LogOut['outcome']>()
  const [isLeaving, setLeaving] = useState(false)

  async function leave(form: HTMLFormElement) {
    let how: keyof typeof outcomes = 'failed'
    setLeaving(true)
    try {
      if (await inTime(endSession())) how = 'done'
      const body = new URLSearchParams(new FormData(form) as never)
      if ((await leadsOn(form.action, { method: 'POST', body })) || (await leadsOn(`${paths.portal}?log-out`)))
        // In the place of the portal, so that Back does not lead there.
        return window.location.replace(paths.home)
      window.history.replaceState(window.history.state, '', paths.home)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
    }
    setOutcome(how)
    setLeaving(false)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isLeaving) void leave(event.currentTarget)
  }
  return { isLeaving, outcome, submit }
}

const outcomes = {
  failed: {
    kind: 'error',
    title: 'Logout failed',
    text: 'You are still logged in on this device. Try again when the connection is back.',
  },
  done: { kind: 'success', title: 'Logged out', text: 'You have been successfully logged out.' },
} as const

/** Loads a page of the portal again that the browser shows as it was left, since Back may follow a log-out. */
export function useFreshPage(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}

/**
 * What takes the place of the portal, which nobody else is to read, when a log-out got no answer: `form` tries again,
 * and does so by itself once there is a line. Or it is done, and no other page can be reached.
 */
export function AfterLogOut({ outcome, form }: { outcome: keyof typeof outcomes; form: ReactNode }) {
  const { kind, title, text } = outcomes[outcome]
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const toast = useToast()
  useEffect(() => {
    heading.current?.focus()
    // Its words stand above, in the place of what was told before.
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
