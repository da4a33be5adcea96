import { Link, NavLink, useLocation } from '@remix-run/react'
import { ButtonLink } from './button'
import { Icon } from './icon'
import { PhoneLink } from './phone-link'
import { useCentre } from './root-data'

export const siteLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/programmes', label: 'Activities' },
  { to: '/achievements', label: 'Achievements' },
  { to: '/resources', label: 'Resources' },
  { to: '/board', label: 'Directors' },
  { to: '/contact', label: 'Contact Us' },
] as const

/** The current page is underlined, since forced colours remove backgrounds and shadows. */
function NavigationLinks({ className }: { className: string }) {
  return siteLinks.map(({ to, label }) => (
    <li key={to}>
      <NavLink
        to={to}
        end={to === '/'}
        className={({ isActive }) =>
          `flex min-h-control items-center rounded-sm font-bold ${className} ${isActive ? 'bg-tide text-ink underline decoration-[3px] underline-offset-8' : 'text-river no-underline hover:bg-tide'}`
        }
      >
        {label}
      </NavLink>
    </li>
  ))
}

function PortalLink({ className }: { className?: string }) {
  return (
    <ButtonLink to="/portal" look="secondary" className={className}>
      <Icon name="lock" className="h-5 w-5" />
      Student Portal
    </ButtonLink>
  )
}

const MENU = 'site-menu'

/**
 * The menu of a phone, where browsers know popovers: Esc closes it and gives the focus back to its button, with or without scripts.
 * Its links overlay the page, so that nothing below them moves. Other browsers show the links of a desk.
 */
function Menu() {
  const { key } = useLocation()
  const button =
    'flex min-h-control items-center justify-center gap-2 rounded border-2 border-river px-4 font-bold text-river hover:bg-tide'
  return (
    // A new key for each navigation closes the menu when a link is followed, to this very page too.
    <div key={key} className="hidden supports-[selector(:popover-open)]:block lg:!hidden">
      <button type="button" {...{ popovertarget: MENU }} className={button}>
        <Icon name="menu" className="h-6 w-6" />
        Menu
      </button>
      <nav
        id={MENU}
        {...{ popover: 'auto' }}
        aria-label="Main"
        className="inset-x-0 bottom-auto top-0 m-0 max-h-full w-full border-0 border-b border-line bg-white px-4 py-3 text-ink shadow-raised backdrop:bg-ink/40 sm:px-6"
      >
        <div className="flex justify-end">
          <button type="button" {...{ popovertarget: MENU, popovertargetaction: 'hide' }} className={button}>
            <Icon name="close" className="h-6 w-6" />
            Close
          </button>
        </div>
        <ul className="mx-auto mt-2 max-w-page space-y-1">
          <NavigationLinks className="px-4" />
          <li className="pt-2">
            <PortalLink className="w-full" />
          </li>
        </ul>
      </nav>
    </div>
  )
}

export function SiteHeader() {
  const { shortName } = useCentre()
  return (
    <header className="no-print relative border-b border-line bg-white">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-8 gap-y-3 px-4 py-3 sm:px-6 lg:pb-1 lg:pt-4">
        <Link
          to="/"
          className="flex min-h-control min-w-full flex-1 items-center gap-3 text-ink no-underline sm:min-w-0"
        >
          <img src="/pictures/logo.svg" alt="" width={64} height={64} className="h-14 w-14 shrink-0 lg:h-16 lg:w-16" />
          <span className="min-w-0">
            <span className="block text-h3 font-bold leading-tight">{shortName}</span>{' '}
            <span className="block text-[0.9375rem] leading-snug text-ink-soft lg:text-small lg:leading-snug">
              Day Service for Adults with Intellectual Disabilities
            </span>
          </span>
        </Link>
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:flex-none sm:gap-x-8">
          <PhoneLink className="no-underline hover:underline" />
          <div className="hidden lg:block">
            <PortalLink />
          </div>{' '}
          <Menu />
        </div>
      </div>
      <nav
        aria-label="Main"
        className="mx-auto max-w-page px-4 pb-2 supports-[selector(:popover-open)]:hidden sm:px-6 lg:!block"
      >
        <ul className="-mx-3 flex flex-wrap gap-1">
          <NavigationLinks className="px-3" />
        </ul>
      </nav>
    </header>
  )
}
