import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ListHeading } from '~/ui/lists/list-with-forms'
import { TabLinks } from '~/ui/portal/tab-links'

const tabs = [
  { to: '/dashboard/newsletter', label: 'Newsletters', symbol: 'newsletter' },
  { to: '/dashboard/newsletter/subscribers', label: 'Subscribers', symbol: 'people' },
  { to: '/dashboard/newsletter/new', label: 'Create Newsletter', symbol: 'plus' },
] as const

/** The heading and the three sub-tabs of the Newsletter tab; `children` is the open one's content. */
export function NewsletterTabs({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [list, ...others] = tabs
  const current = others.find(({ to }) => pathname.startsWith(to)) ?? list
  return (
    <>
      <ListHeading>Newsletter Management</ListHeading>
      <div className="mt-4">
        <TabLinks tabs={tabs} current={current.to} label="Newsletter">
          {children}
        </TabLinks>
      </div>
    </>
  )
}
