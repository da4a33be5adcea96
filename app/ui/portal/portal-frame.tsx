import type { ReactNode } from 'react'
import { Frame } from '~/ui/frame'
import { PhoneLink } from '~/ui/site/contact-links'
import { Container } from '~/ui/site/page'
import { policies } from '~/ui/site/policies'

/** The portal's header and help around a page. Users not known to be tutors get the students' help. */
export function PortalFrame({
  header,
  isTutor = false,
  hasOwnMessage,
  children,
}: {
  header: ReactNode
  isTutor?: boolean
  hasOwnMessage?: boolean
  children: ReactNode
}) {
  return (
    <Frame header={header} footer={<PortalHelp isTutor={isTutor} />} hasOwnMessage={hasOwnMessage}>
      {children}
    </Frame>
  )
}

/** Contacts and four helpful pages, in the same order at the end of every portal screen (WCAG 3.2.6). */
function PortalHelp({ isTutor }: { isTutor: boolean }) {
  return (
    <footer className="no-print border-t border-line bg-white">
      <Container className="flex flex-wrap items-center justify-between gap-x-8 py-2">
        <p className="py-1">
          {isTutor ? 'Need help? Ring ' : 'Ask your tutor or ring '}
          <PhoneLink isInText />
        </p>
        <ul className="flex flex-wrap gap-x-4">
          {[policies.notHappy, policies.accessibility, policies.settings, policies.privacy].map(({ to, label }) => (
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
