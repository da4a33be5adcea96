import type { ReactNode } from 'react'
import { Container } from '~/ui/site/page'
import { PhoneLink } from '~/ui/site/phone-link'
import { policies } from '~/ui/site/site-footer'
import { useCentre, useRootData } from './browser/root-data'
import { PageMessage } from './dialogs/message'
import { SiteFooter } from './site/site-footer'
import { SiteHeader } from './site/site-header'

/** What surrounds every page's content: the skip link, and the notice of a demonstration. */
function Frame({ header, footer, children }: { header: ReactNode; footer?: ReactNode; children: ReactNode }) {
  const { demo } = useRootData()
  return (
    <div className="page">
      <div className="flex min-h-screen flex-col">
        <div>
          <a
            href="#main"
            className="sr-only rounded-sm bg-sun px-4 py-3 font-bold text-ink focus:not-sr-only focus:absolute focus:left-4 focus:top-4 focus:z-50"
          >
            Skip to the main content
          </a>
        </div>
        {demo && (
          <aside
            aria-label="Demonstration"
            className="no-print bg-sun px-4 py-1 text-center text-small font-bold leading-snug text-ink"
          >
            This is a demonstration. The people and files in it are not real.
          </aside>
        )}
        {header}
        <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
          <PageMessage />
          {children}
          <PageMessage isAfter />
        </main>
        {footer}
      </div>
    </div>
  )
}

/** The public site's header and footer around a page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { name, phone } = useCentre()
  return (
    <Frame header={<SiteHeader />} footer={<SiteFooter />}>
      <p className="hidden border-b border-line pb-2 font-bold print:block">
        {name}, {phone}
      </p>
      {children}
    </Frame>
  )
}

/** The portal's own, simpler header around a page, and its help below; a student's help unless a tutor is known to be there. */
export function PortalFrame({
  header,
  isTutor = false,
  children,
}: {
  header: ReactNode
  isTutor?: boolean
  children: ReactNode
}) {
  return (
    <Frame header={header} footer={<PortalHelp isTutor={isTutor} />}>
      {children}
    </Frame>
  )
}

/** Who helps, and three pages that do: at the end of every portal screen, always in this order (WCAG 3.2.6). */
function PortalHelp({ isTutor }: { isTutor: boolean }) {
  return (
    <footer className="no-print border-t border-line bg-white">
      <Container className="flex flex-wrap items-center justify-between gap-x-8 py-2">
        <p className="py-1">
          {isTutor ? 'Need help? Ring ' : 'Ask your tutor or ring '}
          <PhoneLink inText />
        </p>
        <ul className="flex flex-wrap gap-x-6">
          {[policies.settings, policies.accessibility, policies.privacy].map(({ to, label }) => (
            <li key={to}>
              <a href={to} className="inline-flex min-h-control items-center">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Container>
    </footer>
  )
}
