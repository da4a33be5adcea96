import { useLocation } from '@remix-run/react'
import { toRequestFailure } from '~/ui/browser/request-failure'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'

/** True if a page could not be loaded: no answer, or a server error. A refusal is neither. */
export function isLoadFailure(error: unknown): boolean {
  const { status } = toRequestFailure(error)
  return typeof status !== 'number' || status >= 500
}

/** Loads the same address again; with scripts the surrounding page stays. */
export function TryAgain() {
  const { pathname, search } = useLocation()
  return (
    <ButtonLink to={pathname + search} variant="secondary" preventScrollReset className="no-print">
      Try again
    </ButtonLink>
  )
}

export function LoadFailureNotice() {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded border-2 border-brick bg-brick-tint p-4"
    >
      <p className="flex items-center gap-3 font-bold">
        <Icon name="warning" className="h-6 w-6 shrink-0 text-brick" />
        We could not load this. Try again.
      </p>
      <TryAgain />
    </div>
  )
}
