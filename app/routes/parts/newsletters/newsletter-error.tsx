import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorPage } from '~/ui/error-page'
import { Notice } from '~/ui/notice'

function NotFound() {
  return (
    <Card className="max-w-3xl">
      <h3>Newsletter not found</h3>
      <p className="mt-2">It may have been deleted.</p>
      <ButtonLink to="/dashboard/newsletter" look="secondary" className="mt-6">
        Close
      </ButtonLink>
    </Card>
  )
}

function LoadingFailed() {
  return (
    <Notice
      kind="error"
      title="Error Loading Data"
      text="There was an error loading the newsletter data. Please try again later."
    />
  )
}

/** The Newsletter tab's page for an error. A refusal other than a 404 keeps its own page. */
export function NewsletterError() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status < 500 && status !== 404) return <ErrorPage />
  return <>{status === 404 ? <NotFound /> : <LoadingFailed />}</>
}

/** The same for the subscribers, which have no pages of their own. */
export function SubscribersError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage />
  return <LoadingFailed />
}
