import type { SubmissionResult } from '@conform-to/react'
import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { signUpTexts } from '~/content/contact'
import { fill } from '~/content/fill'
import { paths } from '~/paths'
import type { Centre } from '~/settings.server'
import { useCentre, useRootData } from '~/ui/browser/root-data'
import { Button } from '~/ui/button'
import { signUpFailure } from '~/ui/forms/failure'
import { getRequiredProps, RequiredMark } from '~/ui/forms/labelled'
import { PostForm } from '~/ui/forms/post-form'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { CallLink, EmailLink } from './contact-links'
import { policies } from './policies'
import { siteLinks } from './site-header'

const networkNames = new Map([
  ['facebook.com', 'Facebook'],
  ['instagram.com', 'Instagram'],
  ['youtube.com', 'YouTube'],
  ['linkedin.com', 'LinkedIn'],
  ['tiktok.com', 'TikTok'],
  ['bsky.app', 'Bluesky'],
  ['x.com', 'X'],
  ['twitter.com', 'X'],
])

const getHost = (address: string) => new URL(address).hostname.replace(/^(www|m)\./, '')
const getNetworkName = (address: string) => networkNames.get(getHost(address)) ?? getHost(address)

/** Returns the name of a social link: 'Facebook', or its host; with the path if another has the same name. */
export function getSocialName(address: string, addresses: readonly string[]): string {
  const name = getNetworkName(address)
  const isAlone = addresses.filter((other) => getNetworkName(other) === name).length === 1
  return isAlone ? name : `${name} ${new URL(address).pathname}`
}

/** The header's links, which the footer repeats, and one more. */
const quickLinks = [
  ...siteLinks,
  { to: paths.events.list, label: 'What’s on' },
  { to: paths.portal, label: 'Student Portal' },
]

const newsletterLinks = [
  { to: paths.news.list, label: 'Read our past newsletters' },
  { to: paths.unsubscribe.index, label: 'Unsubscribe' },
]

const NEWSLETTER_ID = 'footer-newsletter'

/** The newsletter box of every page. It posts to the Contact page, where errors appear; with scripts they appear here. */
function NewsletterBox() {
  const centre = useCentre()
  const { heading, about, button } = signUpTexts.footer
  const fetcherKey = `${NEWSLETTER_ID} ${useRootData().idempotencyKey}`
  const { pathname } = useLocation()
  const refused = useFetcher<{ result?: SubmissionResult }>({ key: fetcherKey }).data?.result?.error
  const message = refused?.email?.[0]
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refused) input.current?.focus()
  }, [refused])
  return (
    // No idempotency key, since the page may be cached for many readers (http/cache/page-cache.ts); signing up twice is harmless.
    <PostForm
      id={NEWSLETTER_ID}
      fetcherKey={fetcherKey}
      intent="subscribe"
      failure={signUpFailure}
      hasIdempotencyKey={false}
      action={paths.contact}
      navigate={false}
      noValidate
      className="not-plain grid content-start gap-2"
    >
      <h2 className="text-h3">{heading}</h2>
      <p>{fill(about, centre)}</p>
      <input type="hidden" name="from" value={pathname} />
      <div className="flex flex-wrap items-baseline gap-x-2">
        <label htmlFor="footer-email" className="font-bold">
          Email
        </label>
        <RequiredMark required className="text-white" />
      </div>
      <input
        ref={input}
        id="footer-email"
        name="email"
        type="email"
        autoComplete="email"
        {...getRequiredProps(true)}
        aria-invalid={message ? true : undefined}
        aria-describedby={message && `${NEWSLETTER_ID}-error`}
        className="block min-h-control w-full rounded-sm border-2 border-white bg-white px-3 text-ink"
      />
      {message && (
        <p id={`${NEWSLETTER_ID}-error`} className="font-bold">
          <span className="sr-only">Error: </span>
          {message}
        </p>
      )}
      <Button variant="light" className="w-full">
        {button}
      </Button>
      <Links links={newsletterLinks} className="flex flex-wrap gap-x-6" />
    </PostForm>
  )
}

/** Returns ' · CHY 12345 · RCN 20012345', or ''. */
function formatCharityNumbers({ chy, rcn, cro }: Pick<Centre, 'chy' | 'rcn' | 'cro'>): string {
  const given = Object.entries({ CHY: chy, RCN: rcn, CRO: cro }).filter(([, number]) => number)
  return given.map(([label, number]) => ` · ${label} ${number}`).join('')
}

function SocialLinks({ addresses, className }: { addresses: readonly string[]; className: string }) {
  if (addresses.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6">
      {addresses.map((address) => (
        <li key={address}>
          <a href={address} rel="me" className={`inline-flex min-h-target items-center ${className}`}>
            {getSocialName(address, addresses)}
          </a>
        </li>
      ))}
    </ul>
  )
}

const lightLinkClass = 'text-white underline'

function Links({ links, className }: { links: readonly { to: string; label: string }[]; className: string }) {
  return (
    <ul className={className}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className={`inline-flex min-h-target items-center ${lightLinkClass}`}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** How to reach the centre, first in every footer (WCAG 3.2.6). */
function Contacts() {
  const { phone, email } = useCentre()
  return (
    <>
      <li>
        <CallLink className={`flex min-h-target items-center gap-3 ${lightLinkClass}`}>
          <Icon name="phone" className="h-6 w-6 shrink-0" />
          {phone}
        </CallLink>
      </li>
      <li>
        <EmailLink address={email} className={lightLinkClass} />
      </li>
    </>
  )
}

function FooterColumns() {
  const { shortName, address, openingHours, social } = useCentre()
  return (
    <div className="mx-auto grid max-w-page gap-6 px-4 py-6 lg:gap-10 lg:py-12 sm:px-6 md:grid-cols-2 lg:grid-cols-[3fr_2fr_3fr]">
      <div>
        <h2 className="text-h3">{shortName}</h2>
        <ul className="mt-3 space-y-3">
          <li className="flex gap-3">
            <Icon name="place" className="mt-1 h-6 w-6 shrink-0" />
            <span>{address}</span>
          </li>
          <Contacts />
          {openingHours.length > 0 && (
            <li className="flex gap-3">
              <Icon name="clock" className="mt-1 h-6 w-6 shrink-0" />
              <div>
                <p className="sr-only">Opening hours</p>
                {openingHours.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </div>
            </li>
          )}
        </ul>
        <SocialLinks addresses={social} className={lightLinkClass} />
      </div>
      <nav aria-label="Quick links" className="not-plain">
        <h2 className="text-h3">Quick links</h2>
        <Links links={quickLinks} className="mt-2 columns-[7.5rem] gap-8 lg:columns-1" />
      </nav>
      <NewsletterBox key={useRootData().idempotencyKey} />
    </div>
  )
}

/** With `isShort`, only contacts and policies, for pages where visitors do one thing. */
export function SiteFooter({ isShort }: { isShort: boolean }) {
  const { name, ...numbers } = useCentre()
  const { year } = useRootData()
  return (
    <footer className="no-print border-t-8 border-sun bg-river-deep text-white">
      {!isShort && <FooterColumns />}
      <div className={isShort ? undefined : 'border-t border-[rgb(255_255_255/0.3)]'}>
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-4 lg:py-6 text-small sm:px-6">
          {isShort && (
            <ul className="flex w-full flex-wrap gap-x-8 text-body">
              <Contacts />
            </ul>
          )}
          <p>
            © {year} {name}
            {formatCharityNumbers(numbers)}
          </p>
          <Links links={Object.values(policies)} className="flex flex-wrap gap-x-6" />
        </div>
      </div>
    </footer>
  )
}
