import { useLocation } from '@remix-run/react'
import { createContext, type ReactNode, useContext } from 'react'
import { useRootData } from './root-data'

type Name = 'header' | 'footer'

/** The parts of pages that were rendered before. Only the server keeps any (http/kept-parts.server.ts). */
export interface Parts {
  /** The HTML within a part, if it was rendered before from the same `knowledge`; else it is kept once it is. */
  take: (name: Name, knowledge: string) => string | undefined
}
export const KeptParts = createContext<Parts | null>(null)

/**
 * A header or footer that is alike whenever the same page is rendered, which the server renders once: half of a content page's
 * elements are in these two. What they show may come from the page's path and from the root's data alone, without what that has for
 * one rendering.
 */
export function KeptPart({ as: Part, className, children }: { as: Name; className: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const { ticket: _, message: __, ...known } = useRootData()
  const parts = useContext(KeptParts)
  const html = parts?.take(Part, `${pathname} ${JSON.stringify(known)}`)
  const props = { 'data-part': Part, className }
  if (html === undefined) return <Part {...props}>{children}</Part>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React made it
  return <Part {...props} dangerouslySetInnerHTML={{ __html: html }} />
}
