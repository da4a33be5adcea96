import { useLocation } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { ListHeading } from '~/ui/lists/list-with-forms'
import { TabLinks } from '~/ui/portal/tab-links'

const tabs = [
  { to: '/dashboard/board', label: 'Board Members', symbol: 'people' },
  { to: '/dashboard/board/plans', label: 'Strategic Plans', symbol: 'document' },
] as const

/** The heading and sub-tabs of the Board tab around the open list; a form opened by its address is a page without them. */
export function BoardTabs({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [members, plans] = tabs
  const current = pathname.startsWith(plans.to) ? plans : members
  const isList = pathname === current.to
  const [listSeen, setListSeen] = useState(isList)
  if (isList && !listSeen) setListSeen(true)
  if (!isList && !listSeen) return children
  return (
    <>
      <ListHeading>Board & Strategic Planning Management</ListHeading>
      <div className="mt-4">
        <TabLinks tabs={tabs} current={current.to} label="Board">
          {children}
        </TabLinks>
      </div>
    </>
  )
}
