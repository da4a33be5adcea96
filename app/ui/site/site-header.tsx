import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { PhoneLink } from './contact-links'
import { Logo } from './logo'

const buttonClass =
  'flex min-h-control items-center justify-center gap-2 rounded border-2 border-river px-4 font-bold text-river hover:bg-tide'

/** Opens the MenuPanel with the same `id`; only on narrow pages, in browsers with popovers. */
function MenuButton({ id }: { id: string }) {
  return (
    <div className="menu-only">
      <button type="button" {...{ popovertarget: id }} className={buttonClass}>
        <Icon name="menu" className="h-6 w-6" />
        Menu
      </button>
    </div>
  )
}

/**
 * On narrow pages a popover, which Esc closes even without scripts. On wide ones, and in browsers without popovers, its
 * content is part of the page.
 */
function MenuPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} {...{ popover: 'auto' }} className="menu">
      <div className="menu-only justify-end pb-2">
        <button type="button" {...{ popovertarget: id, popovertargetaction: 'hide' }} className={buttonClass}>
          <Icon name="close" className="h-6 w-6" />
          Close
        </button>
      </div>
      {children}
    </div>
  )
}

export const siteLinks = [
  { to: paths.home, label: 'Home' },
  { to: paths.about, label: 'About' },
  { to: paths.programmes, label: 'Activities' },
  { to: paths.achievements, label: 'Achievements' },
  { to: paths.resources.list, label: 'Resources' },
  { to: paths.board, label: 'Directors' },
  { to: paths.contact, label: 'Contact Us' },
] as const

const isCurrentPage = (pathname: string, to: string) =>
  pathname === to || (to !== paths.home && pathname.startsWith(`${to}/`))

/** Underlines the current page, since forced colours remove backgrounds and shadows. */
function NavigationLinks({ className }: { className: string }) {
  const pathname = useLocation().pathname.toLowerCase()
  return siteLinks.map(({ to, label }) => {
    const isHere = isCurrentPage(pathname, to)
    return (
      <li key={to}>
        <Link
          to={to}
          aria-current={isHere ? 'page' : undefined}
          className={`flex min-h-control items-center rounded-sm font-bold ${className} ${isHere ? 'bg-tide text-ink underline decoration-[3px] underline-offset-8' : 'text-river no-underline hover:bg-tide'}`}
        >
          {label}
        </Link>
      </li>
    )
  })
}

function PortalLink({ className }: { className?: string }) {
  return (
    <ButtonLink to={paths.portal} variant="secondary" className={className}>
      <Icon name="lock" className="h-5 w-5" />
      Student Portal
    </ButtonLink>
  )
}

const MENU_ID = 'site-menu'

const taglineClass = 'text-[0.9375rem] leading-tight text-ink-soft lg:text-small lg:leading-snug'

/** The site's header. On phones the links and the telephone number are in the menu. */
export function SiteHeader() {
  const { shortName, tagline, logo, logoHasName } = useCentre()
  const { key } = useLocation()
  return (
    <header className="no-print relative border-b border-line bg-white">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-end gap-x-3 px-4 py-1 sm:gap-x-8 sm:px-6 sm:py-2 lg:pb-1 lg:pt-4">
        <Link
          to={paths.home}
          className="flex min-h-control min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-3 text-ink no-underline tiny:min-w-full"
        >
          <Logo className="h-10 w-10 shrink-0 sm:h-14 sm:w-14 lg:h-16 lg:w-16" maxWidthClass="max-w-40 lg:max-w-56" />
          {/* On phones the name wraps below a wide logo or doubled text. */}
          <span className="min-w-0 flex-1 basis-24 tiny:basis-full">
            <span className={logo && logoHasName ? 'sr-only' : 'block text-h3 font-bold leading-tight'}>
              {shortName}
            </span>{' '}
            <span className={`hidden sm:block ${taglineClass}`}>{tagline}</span>
          </span>
        </Link>
        <div className="hidden sm:block">
          <PhoneLink className="no-underline hover:underline" />
        </div>
        <div className="hidden lg:block">
          <PortalLink />
        </div>{' '}
        <MenuButton id={MENU_ID} />
        <p className={`w-full pb-1 sm:hidden ${taglineClass}`}>{tagline}</p>
      </div>
      {/* A new key for each navigation closes the menu, even for a link to the same page. */}
      <MenuPanel key={key} id={MENU_ID}>
        <nav aria-label="Main" className="mx-auto max-w-page px-4 pb-2 sm:px-6">
          <ul className="-mx-3 flex flex-col gap-1 lg:flex-row lg:flex-wrap">
            <NavigationLinks className="px-3" />
            <li className="sm:hidden">
              <PhoneLink className="px-3" />
            </li>
            <li className="pt-2 lg:hidden">
              <PortalLink className="w-full" />
            </li>
          </ul>
        </nav>
      </MenuPanel>
    </header>
  )
}
