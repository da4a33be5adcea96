import { useLocation, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ListHeading } from '~/ui/list-with-forms'
import { LoadingWords } from '~/ui/skeleton'
import { TabLinks } from '~/ui/tab-links'

const tabs = [
  { to: '/dashboard/newsletter', label: 'Newsletters', symbol: 'newsletter' },
  { to: '/dashboard/newsletter/subscribers', label: 'Subscribers', symbol: 'people' },
  { to: '/dashboard/newsletter/new', label: 'Create Newsletter', symbol: 'plus' },
] as const

/** The message while the list or a newsletter is loading; null otherwise. */
function useLoadingWords(): string | null {
  const { state, location, formData } = useNavigation()
  const { pathname } = useLocation()
  if (state !== 'loading' || formData || location.pathname === pathname) return null
  if (/^\/dashboard\/newsletter(\/subscribers)?$/.test(location.pathname)) return 'Loading newsletter data...'
  return /^\/dashboard\/newsletter\/\d+$/.test(location.pathname) ? 'Loading newsletter details...' : null
}

/** The heading and the three sub-tabs of the Newsletter tab; `children` is the open one's content. */
export function NewsletterTabs({ current, children }: { current: (typeof tabs)[number]['to']; children: ReactNode }) {
  const loading = useLoadingWords()
  return (
    <>
      <ListHeading>Newsletter Management</ListHeading>
      <div className="mt-4">
        <TabLinks tabs={tabs} current={current} label="Newsletter" longLabels>
          {loading ? <LoadingWords>{loading}</LoadingWords> : children}
        </TabLinks>
      </div>
    </>
  )
}
