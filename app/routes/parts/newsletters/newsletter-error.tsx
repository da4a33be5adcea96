import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorPage } from '~/ui/error-page'
import { isLoadFailure, TryAgain } from '~/ui/not-loaded'
import { Notice } from '~/ui/notice'
import { NewsletterTabs } from './newsletter-tabs'

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
    <>
      <Notice
        kind="error"
        title="Error Loading Data"
        text="There was an error loading the newsletter data. Please try again later."
      />
      <div className="mt-4">
        <TryAgain />
      </div>
    </>
  )
}

/** The Newsletter tab's page for an error. A refusal other than a 404 keeps its own page. */
export function NewsletterError() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  if (!isLoadFailure(error) && !isMissing) return <ErrorPage />
  return <NewsletterTabs current="/dashboard/newsletter">{isMissing ? <NotFound /> : <LoadingFailed />}</NewsletterTabs>
}

/** The same for the subscribers, which have no pages of their own. */
export function SubscribersError() {
  if (!isLoadFailure(useRouteError())) return <ErrorPage />
  return (
    <NewsletterTabs current="/dashboard/newsletter/subscribers">
      <LoadingFailed />
    </NewsletterTabs>
  )
}
