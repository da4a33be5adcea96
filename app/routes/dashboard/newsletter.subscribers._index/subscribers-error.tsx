import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { ErrorPage } from '~/ui/error-page'
import { Notice } from '~/ui/notice'
import { NewsletterTabs } from '../newsletter._index/newsletter-tabs'

/** What stands in place of the subscribers when they can't be had (spec section 2, Newsletter tab). A refusal keeps its own page. */
export function SubscribersError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage />
  return (
    <NewsletterTabs current="/dashboard/newsletter/subscribers">
      <Notice
        kind="error"
        title="Error Loading Data"
        text="There was an error loading the newsletter data. Please try again later."
      />
    </NewsletterTabs>
  )
}
