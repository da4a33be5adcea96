import type { ReactNode } from 'react'
import { useCentre } from '~/ui/browser/root-data'
import { Frame } from '~/ui/frame'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

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
