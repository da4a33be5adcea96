import { Link, NavLink, useLocation } from '@remix-run/react'
import { ButtonLink } from './button'
import { Icon } from './icon'
import { useCentre } from './root-data'

/** Spec section 2, Shared layout: navigation links. */
export const siteLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/programmes', label: 'Activities' },
  { to: '/achievements', label: 'Achievements' },
  { to: '/resources', label: 'Resources' },
  { to: '/board', label: 'Directors' },
  { to: '/contact', label: 'Contact Us' },
] as const

function NavigationLinks({ className }: { className: string }) {
  return siteLinks.map(({ to, label }) => (
    <li key={to}>
      <NavLink
        to={to}
        end={to === '/'}
        className={({ isActive }) =>
          `${className} ${isActive ? 'bg-tide text-ink shadow-[inset_0_-4px_0_theme(colors.river.DEFAULT)]' : 'text-river hover:bg-tide'}`
        }
      >
        {label}
      </NavLink>
    </li>
  ))
}

/** Logo, tagline, navigation. On phones the links wait behind a Menu toggle that needs no script. */
export function SiteHeader() {
  const { shortName, phone } = useCentre()
  const { pathname } = useLocation()
  return (
    <header className="no-print border-b border-line bg-white">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 sm:px-6">
        <Link to="/" className="flex min-h-control min-w-0 flex-1 items-center gap-3 text-ink no-underline">
          <img src="/pictures/logo.svg" alt="" width={64} height={64} className="h-12 w-12 shrink-0 sm:h-14 sm:w-14" />
          <span className="min-w-0">
            <span className="block text-h3 font-bold leading-tight">{shortName}</span>
            <span className="block text-[0.875rem] leading-snug text-ink-soft sm:text-small">
              Day Service for Adults with Intellectual Disabilities
            </span>
          </span>
        </Link>
        <a
          href={`tel:${phone.replace(/\s/g, '')}`}
          className="hidden min-h-control items-center gap-2 font-bold no-underline hover:underline md:flex"
        >
          <Icon name="phone" className="h-6 w-6" />
          {phone}
        </a>
        <div className="hidden lg:block">
          <ButtonLink to="/portal">
            <Icon name="lock" className="h-5 w-5" />
            Student Portal
          </ButtonLink>
        </div>
        {/* A new key for each address closes the menu when a link is chosen. */}
        <details key={pathname} className="group w-full lg:hidden">
          <summary className="flex min-h-control cursor-pointer list-none items-center justify-center gap-2 rounded border-2 border-river font-bold text-river group-open:bg-tide">
            <Icon name="menu" className="h-6 w-6 group-open:hidden" />
            <Icon name="close" className="hidden h-6 w-6 group-open:block" />
            Menu
          </summary>
          <nav aria-label="Main" className="pt-3">
            <ul className="space-y-1">
              <NavigationLinks className="flex min-h-control items-center rounded-sm px-4 font-bold no-underline" />
              <li className="pt-2">
                <ButtonLink to="/portal" className="w-full">
                  <Icon name="lock" className="h-5 w-5" />
                  Student Portal
                </ButtonLink>
              </li>
            </ul>
          </nav>
        </details>
      </div>
      <nav aria-label="Main" className="mx-auto hidden max-w-page px-4 pb-2 sm:px-6 lg:block">
        <ul className="-mx-3 flex flex-wrap gap-1">
          <NavigationLinks className="flex min-h-control items-center rounded-sm px-3 font-bold no-underline" />
        </ul>
      </nav>
    </header>
  )
}
