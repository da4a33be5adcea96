import type { ReactNode } from 'react'
import { ListHeading } from '~/ui/list-with-forms'
import { TabLinks } from '~/ui/tab-links'

const tabs = [
  { to: '/dashboard/newsletter', label: 'Newsletters', symbol: 'newsletter' },
  { to: '/dashboard/newsletter/subscribers', label: 'Subscribers', symbol: 'people' },
  { to: '/dashboard/newsletter/new', label: 'Create Newsletter', symbol: 'plus' },
] as const

/** The heading and the three sub-tabs of the Newsletter tab (spec section 2); `children` is the open one. */
export function NewsletterTabs({ current, children }: { current: (typeof tabs)[number]['to']; children: ReactNode }) {
  return (
    <>
      <ListHeading>Newsletter Management</ListHeading>
      <div className="mt-4">
        <TabLinks tabs={tabs} current={current} label="Newsletter">
          {children}
        </TabLinks>
      </div>
    </>
  )
}
