import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { isReturnedForm, listTypedFields } from '~/domain/interrupted-forms/returned-form'
import { paths } from '~/paths'
import { toRequestFailure } from '~/ui/browser/request-failure'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { MessageBox } from '~/ui/dialogs/message'
import { useFailureToast } from '~/ui/dialogs/toast'
import { ErrorPage } from '~/ui/error-page'
import { isLoadFailure, TryAgain } from '~/ui/lists/not-loaded'

function NewsletterNotFound() {
  return (
    <Card className="max-w-3xl">
      <h3>Newsletter not found</h3>
      <p className="mt-2">It may have been deleted.</p>
      <ButtonLink to={paths.dashboard.newsletter.list} variant="secondary" className="mt-6">
        Close
      </ButtonLink>
    </Card>
  )
}

function useDataName(): string {
  const { pathname } = useLocation()
  if (pathname.includes('/subscribers')) return 'subscribers'
  return /\/newsletter\/\d+/.test(pathname) ? 'newsletter' : 'newsletters'
}

function LoadingFailed() {
  const error = useRouteError()
  const text = `Failed to fetch ${useDataName()}: ${toRequestFailure(error).status}`
  useFailureToast(error, { text })
  return (
    <>
      <MessageBox
        kind="error"
        title="Error Loading Data"
        text="There was an error loading the newsletter data. Please try again later."
      />
      <p className="mt-4">{text}</p>
      <div className="mt-4">
        <TryAgain />
      </div>
    </>
  )
}

const hasTypedText = (data: unknown) =>
  isReturnedForm(data) && (data.isPartial || listTypedFields(data.fields).length > 0)

/** The Newsletter tab's error boundary: for load failures and 404. Other errors, and a form with text, get the general page. */
export function NewsletterError() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404 && !hasTypedText(error.data)
  if (!isLoadFailure(error) && !isMissing) return <ErrorPage />
  return isMissing ? <NewsletterNotFound /> : <LoadingFailed />
}

/** The error boundary for subscribers, which have no 404. */
export function SubscribersError() {
  return isLoadFailure(useRouteError()) ? <LoadingFailed /> : <ErrorPage />
}
