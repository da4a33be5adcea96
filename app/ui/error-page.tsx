import { useLocation, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { failedBy } from './browser/answered'
import { ButtonLink } from './button'
import { classes } from './classes'
import { isLoadFailure, NotLoaded } from './lists/not-loaded'
import { Drawing } from './site/drawing'
import { Container } from './site/page'

const headings = new Map<unknown, string>([
  [400, 'We could not read that'],
  [401, 'Please log in'],
  [403, 'You can’t open this page'],
  [404, 'Page Not Found'],
  [405, 'This page can’t do that'],
  [413, 'That is too large'],
  [415, 'We could not read that'],
  [429, 'Please wait a little'],
])

/** What an error's page is called, in its heading and its title. */
export function errorHeading(error: unknown): string {
  return headings.get(failedBy(error).status) ?? 'Something went wrong'
}

/** The heading below the portal's own, or the only one of a page. */
type Heading = 'h1' | 'h2'

/** Below /dashboard, the way on is My Files. */
function useInPortal(): boolean {
  return /^\/dashboard(\/|$)/.test(useLocation().pathname)
}

/** The specification's text of the page for an unknown address. */
const ROUTER = 'Did you forget to add the page to the router?'

const NO_FAULT = 'You did nothing wrong. You can start again from My Files.'

/** The page for an unknown address. */
export function NotFound({ heading: Heading = 'h1' }: { heading?: Heading }) {
  const inPortal = useInPortal()
  return (
    <Container className={classes('grid items-center gap-8 md:grid-cols-2', inPortal ? '!px-0 py-2' : 'py-16')}>
      <div>
        <Heading>Page Not Found</Heading>
        <p className="mt-4 text-lead">{ROUTER}</p>
        <p className="mt-4">
          {inPortal
            ? `The page may have moved, or someone may have deleted it. ${NO_FAULT}`
            : 'The page may have moved. You can start again from the home page, or write to us and we will help.'}
        </p>
        <WayOn>
          {!inPortal && (
            <ButtonLink to={paths.contact} variant="secondary">
              Contact Us
            </ButtonLink>
          )}
        </WayOn>
      </div>
      <Drawing name="not-found" width={320} height={240} className="mx-auto h-auto w-full max-w-md" />
    </Container>
  )
}

function WayOn({ children }: { children?: ReactNode }) {
  return (
    <div className="mt-8 flex flex-wrap gap-4">
      {useInPortal() ? (
        <ButtonLink to={paths.dashboard.index}>Go to My Files</ButtonLink>
      ) : (
        <ButtonLink to={paths.home} reloadDocument>
          Go to the home page
        </ButtonLink>
      )}
      {children}
    </div>
  )
}

/** The page of an error: plain words, a way on. In the portal an h2 below its header's h1, unless it is `alone`. */
export function ErrorPage({ alone = false }: { alone?: boolean }) {
  const error = useRouteError()
  const heading = useInPortal() && !alone ? 'h2' : 'h1'
  const { status, message } = failedBy(error)
  if (status === 404) return <NotFound heading={heading} />
  const Heading = heading
  return (
    <Container className={heading === 'h2' ? '!px-0 py-2' : 'py-16'}>
      <Heading>{errorHeading(error)}</Heading>
      <div className="mt-4">
        {isLoadFailure(error) ? (
          <NotLoaded />
        ) : (
          <>
            <p className="text-lead">{message ?? 'Please go back and try again.'}</p>
            {status === 403 && <p className="mt-4">{NO_FAULT}</p>}
          </>
        )}
      </div>
      <WayOn />
    </Container>
  )
}

/** A screen's error boundary: `empty`, the screen without its lists, when these could not be loaded; a refusal has its own page. */
export function LoadError({ empty }: { empty: ReactNode }) {
  return isLoadFailure(useRouteError()) ? empty : <ErrorPage />
}
