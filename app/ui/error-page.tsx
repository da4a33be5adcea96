import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { ButtonLink } from './button'
import { Container } from './page'
import { Picture } from './picture'

/** The page for an unknown address. */
export function NotFound() {
  return (
    <Container className="grid items-center gap-8 py-16 md:grid-cols-2">
      <div>
        <h1>Page Not Found</h1>
        <p className="mt-4 text-lead">Did you forget to add the page to the router?</p>
        <p className="mt-4">
          The page may have moved. You can start again from the home page, or write to us and we will help.
        </p>
        <div className="mt-8 flex flex-wrap gap-4">
          <ButtonLink to="/">Go to the home page</ButtonLink>
          <ButtonLink to="/contact" look="secondary">
            Contact Us
          </ButtonLink>
        </div>
      </div>
      <Picture name="not-found" width={320} height={240} className="mx-auto h-auto w-full max-w-md" />
    </Container>
  )
}

const headings: Record<number, string> = {
  400: 'We could not read that',
  401: 'Please log in',
  403: 'This page is not for you',
  405: 'This page can’t do that',
  413: 'That is too large',
  415: 'We could not read that',
  429: 'Please wait a little',
}

/** The message of a refusal (http/refusal.ts); Remix's own messages are for developers. */
function ownWords(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || error.status >= 500) return null
  return typeof error.data === 'string' && !error.data.startsWith('Error:')
    ? error.data
    : 'Please go back and try again.'
}

/** The page of a loader's or action's error: plain words, and a way on. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return <NotFound />
  const inPortal = pathname.startsWith('/dashboard')
  return (
    <Container className="py-16">
      <h1>{headings[status] ?? 'Something went wrong'}</h1>
      <p className="mt-4 text-lead">
        {ownWords(error) ?? 'This is our fault, not yours. Please try again in a few minutes.'}
      </p>
      <div className="mt-8">
        <ButtonLink to={inPortal ? '/dashboard' : '/'} reloadDocument>
          {inPortal ? 'Go to My Files' : 'Go to the home page'}
        </ButtonLink>
      </div>
    </Container>
  )
}
