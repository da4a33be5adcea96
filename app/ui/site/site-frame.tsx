import { useMatches } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ScreenDefinition } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Frame } from '~/ui/frame'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** Whether the page's screen is a task (screen.ts). */
function useIsTask(): boolean {
  return useMatches().some(({ handle, data }) => {
    const isTask = (handle as ScreenDefinition<unknown> | undefined)?.isTask
    return typeof isTask === 'function' ? isTask(data) : isTask
  })
}

/** The public site's header and footer around a page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { name, phone } = useCentre()
  return (
    <Frame header={<SiteHeader />} footer={<SiteFooter isShort={useIsTask()} />}>
      <p className="hidden border-b border-line pb-2 font-bold print:block">
        {name}, {phone}
      </p>
      {children}
    </Frame>
  )
}
