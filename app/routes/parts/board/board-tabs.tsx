import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ListHeading } from '~/ui/list-with-forms'
import { Skeleton } from '~/ui/skeleton'
import { TabLinks } from '~/ui/tab-links'

const tabs = [
  { to: '/dashboard/board', label: 'Board Members', symbol: 'people', cards: 6 },
  { to: '/dashboard/board/plans', label: 'Strategic Plans', symbol: 'document', cards: 3 },
] as const

/** The heading and the two sub-tabs of the Board tab; `children` is the open one's list. */
export function BoardTabs({ current, children }: { current: (typeof tabs)[number]['to']; children: ReactNode }) {
  const { location } = useNavigation()
  const next = tabs.find((tab) => tab.to === location?.pathname && tab.to !== current)
  return (
    <>
      <ListHeading>Board & Strategic Planning Management</ListHeading>
      <div className="mt-4">
        <TabLinks tabs={tabs} current={current} label="Board">
          {next ? <Skeleton cards={next.cards} /> : children}
        </TabLinks>
      </div>
    </>
  )
}
