import { useLocation } from '@remix-run/react'
import { failedBy } from '~/ui/browser/answered'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'

/** True when a page could not be loaded: no answer came, or the server failed. A refusal is neither. */
export function isLoadFailure(error: unknown): boolean {
  const { status } = failedBy(error)
  return typeof status !== 'number' || status >= 500
}

/** The button that asks for the same address once more: with scripts it keeps what surrounds the page, without them it loads all. */
export function TryAgain() {
  const { pathname, search } = useLocation()
  return (
    <ButtonLink to={pathname + search} variant="secondary" preventScrollReset className="no-print">
      Try again
    </ButtonLink>
  )
}

/** What stands beside the empty state of a list that could not be loaded. */
export function NotLoaded() {
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
