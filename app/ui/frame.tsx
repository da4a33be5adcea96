import type { ReactNode } from 'react'
import { useRootData } from './browser/root-data'
import { PageMessage } from './dialogs/message'

interface FrameProps {
  header: ReactNode
  footer?: ReactNode
  /** Whether the page shows its message itself, such as under its tabs. */
  hasOwnMessage?: boolean
  children: ReactNode
}

/** Surrounds every page's content with the skip link, the demonstration notice, header, footer and messages. */
export function Frame({ header, footer, hasOwnMessage, children }: FrameProps) {
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
          {!hasOwnMessage && <PageMessage />}
          {children}
          <PageMessage isAfter />
        </main>
        {footer}
      </div>
    </div>
  )
}
