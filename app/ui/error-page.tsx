import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { isReturnedForm, listTypedFields, type ReturnedForm } from '~/domain/interrupted-forms/returned-form'
import { paths } from '~/paths'
import { toRequestFailure } from './browser/request-failure'
import { useFirstTabLabel } from './browser/root-data'
import { Button, ButtonAnchor, ButtonLink } from './button'
import { classes } from './classes'
import { isLoadFailure, LoadFailureNotice } from './lists/not-loaded'
import { Drawing } from './site/drawing'
import { Container } from './site/page'

/** The text that was typed into a form, to copy; nothing if there is none. */
function TypedFields({ fields }: Pick<ReturnedForm, 'fields'>) {
  const typed = listTypedFields(fields)
  if (typed.length === 0) return null
  return (
    <>
      <h2>What you typed</h2>
      <ul className="mt-4 grid max-w-measure gap-4">
        {typed.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and values repeat.
          <li key={index} className="whitespace-pre-line break-words rounded border border-line bg-sand p-4">
            <span className="block font-bold">{label}</span>
            {value}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What was typed into a form that was sent without a log-in. It can be sent again after a log-in in another window. */
function ReturnedFormPanel({ form: { fields, isPartial } }: { form: ReturnedForm }) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={pathname + search} className="mt-8">
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and names repeat.
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <TypedFields fields={fields} />
      {isPartial && <p className="mt-4">We will ask you again for passwords and files.</p>}
      <div className="mt-8 flex flex-wrap gap-4">
        <ButtonAnchor href={paths.portal} target="_blank" variant="secondary">
          Log in (opens a new window)
        </ButtonAnchor>
        <Button type="submit">Send again</Button>
      </div>
    </form>
  )
}

const headings = new Map<unknown, string>([
  [400, 'We could not read that'],
  [401, 'Please log in'],
  [403, 'You can’t open this page'],
  [404, 'Page Not Found'],
  [405, 'This page can’t do that'],
  [409, 'That did not work'],
  [413, 'That is too large'],
  [415, 'We could not read that'],
  [429, 'Please wait a moment'],
])

/** The form that could not be saved; null for other errors. */
const findReturnedForm = (error: unknown): ReturnedForm | null =>
  isRouteErrorResponse(error) && isReturnedForm(error.data) ? error.data : null

export function getErrorHeading(error: unknown): string {
  if (findReturnedForm(error)?.isGone) return 'This is gone'
  return headings.get(toRequestFailure(error).status) ?? 'Something went wrong'
}

/** The level is h2 in the portal, which has its own h1. */
type HeadingLevel = 'h1' | 'h2'

/** True below /dashboard, where the link onwards is the first tab. */
function useIsInPortal(): boolean {
  return /^\/dashboard(\/|$)/.test(useLocation().pathname)
}

/** The specification's text for an unknown address. */
const NOT_FOUND_TEXT = 'Did you forget to add the page to the router?'

const Reassurance = () => `You did nothing wrong. You can start again from ${useFirstTabLabel()}.`

export function NotFound({ heading: Heading = 'h1' }: { heading?: HeadingLevel }) {
  const inPortal = useIsInPortal()
  return (
    <Container className={classes('grid items-center gap-8 md:grid-cols-2', inPortal ? '!px-0 py-2' : 'py-16')}>
      <div>
        <Heading>Page Not Found</Heading>
        <p className="mt-4 text-lead">{NOT_FOUND_TEXT}</p>
        <p className="mt-4">
          {inPortal ? (
            <>
              The page may have moved, or someone may have deleted it. <Reassurance />
            </>
          ) : (
            'The page may have moved. You can start again from the home page, or write to us and we will help.'
          )}
        </p>
        <NextSteps>
          {!inPortal && (
            <ButtonLink to={paths.contact} variant="secondary">
              Contact Us
            </ButtonLink>
          )}
        </NextSteps>
      </div>
      <Drawing name="not-found" width={320} height={240} className="mx-auto h-auto w-full max-w-md" />
    </Container>
  )
}

/** The list of a record's address; photos' and files' have none. */
const LIST_ADDRESS = /^(\/dashboard\/(?!files\/|profile\/people\/photos\/).+?)\/\d+(?:\/|$)/

function Gone({ form, heading: Heading }: { form: ReturnedForm; heading: HeadingLevel }) {
  const list = LIST_ADDRESS.exec(useLocation().pathname)?.[1]
  return (
    <Container className={Heading === 'h2' ? '!px-0 py-2' : 'py-16'}>
      <Heading>This is gone</Heading>
      <p className="my-4 text-lead">Someone may have deleted it.</p>
      <LostFormPanel form={form} to={list}>
        Back to the list
      </LostFormPanel>
    </Container>
  )
}

/** What was typed into a form that can't be sent again, and a link onwards. */
function LostFormPanel({ form, to, children }: { form: ReturnedForm; to?: string; children: string }) {
  return (
    <>
      <TypedFields fields={form.fields} />
      {form.isPartial && <p className="mt-4">Passwords, files and very long texts cannot be shown here.</p>}
      <NextSteps>
        {to && (
          <ButtonLink to={to} variant="secondary" reloadDocument>
            {children}
          </ButtonLink>
        )}
      </NextSteps>
    </>
  )
}

function NextSteps({ children }: { children?: ReactNode }) {
  const firstTab = useFirstTabLabel()
  return (
    <div className="mt-8 flex flex-wrap gap-4">
      {useIsInPortal() ? (
        <ButtonLink to={paths.dashboard.index}>{`Go to ${firstTab}`}</ButtonLink>
      ) : (
        <ButtonLink to={paths.home} reloadDocument>
          Go to the home page
        </ButtonLink>
      )}
      {children}
    </div>
  )
}

/** An error's page with plain text and a link onwards. In the portal its heading is an h2, unless it `isAlone` on the page. */
export function ErrorPage({ isAlone = false }: { isAlone?: boolean }) {
  const error = useRouteError()
  const heading = useIsInPortal() && !isAlone ? 'h2' : 'h1'
  const { status, message } = toRequestFailure(error)
  const { pathname, search } = useLocation()
  const returned = findReturnedForm(error)
  if (returned?.isGone) return <Gone form={returned} heading={heading} />
  if (status === 404 && !returned) return <NotFound heading={heading} />
  const Heading = heading
  return (
    <Container className={heading === 'h2' ? '!px-0 py-2' : 'py-16'}>
      <Heading>{getErrorHeading(error)}</Heading>
      <div className="my-4">
        {isLoadFailure(error) ? (
          <LoadFailureNotice />
        ) : (
          <>
            <p className="text-lead">{message ?? 'Please go back and try again.'}</p>
            {status === 403 && (
              <p className="mt-4">
                <Reassurance />
              </p>
            )}
          </>
        )}
      </div>
      {!returned ? (
        <NextSteps />
      ) : status === 401 ? (
        <ReturnedFormPanel form={returned} />
      ) : (
        <LostFormPanel form={returned} to={status === 403 || status === 404 ? undefined : pathname + search}>
          Open the page again
        </LostFormPanel>
      )}
    </Container>
  )
}

/** A screen's error boundary: shows `empty`, the screen with empty lists, when loading failed; otherwise the error's page. */
export function LoadError({ empty }: { empty: ReactNode }) {
  return isLoadFailure(useRouteError()) ? empty : <ErrorPage />
}
