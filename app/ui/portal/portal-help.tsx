import { Container } from '~/ui/site/page'
import { PhoneLink } from '~/ui/site/phone-link'
import { policies } from '~/ui/site/site-footer'

/** Who helps, and two pages that do: at the end of every portal screen, always in this order (WCAG 3.2.6). */
export function PortalHelp({ isTutor }: { isTutor: boolean }) {
  return (
    <footer className="no-print border-t border-line bg-white">
      <Container className="flex flex-wrap items-center justify-between gap-x-8 py-2">
        <p className="py-1">
          {isTutor ? 'Ask the office or ring ' : 'Ask your tutor or ring '}
          <PhoneLink inText />
        </p>
        <ul className="flex flex-wrap gap-x-6">
          {[policies.accessibility, policies.privacy].map(({ to, label }) => (
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
