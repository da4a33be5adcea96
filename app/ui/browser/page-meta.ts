import type { MetaDescriptor, MetaFunction } from '@remix-run/react'
import type { ScreenDefinition } from '~/screen'
import { getErrorHeading } from '~/ui/error-page'
import { isLoadFailure } from '~/ui/lists/not-loaded'
import { getRefusedFormCount } from './refused-forms'
import type { RootData } from './root-data'

/** Data for further head tags; not available on error pages. */
export interface PageDescription {
  root: RootData
  title: string
  description: string | undefined
  path: string
  /** The page's text, if it is one of the website's pages. */
  words: unknown
}

/**
 * Creates a page's `meta` from its `handle`: 'Edit Event: Choir practice - Riverbank'. The title starts with 'Error: ' after a
 * refused form or failed loading; other errors have their own titles. `addTags` returns further tags.
 */
export const createMeta =
  (addTags: (page: PageDescription) => MetaDescriptor[]): MetaFunction =>
  ({ matches, data, error, location }) => {
    const screen = (matches[matches.length - 1]?.handle ?? {}) as ScreenDefinition<unknown>
    const root = matches.find((match) => match.id === 'root')?.data as RootData | undefined
    const screenTitle = typeof screen.title === 'function' ? screen.title(data) : (screen.title ?? '')
    const isNotLoaded = (data as { notLoaded?: boolean } | undefined)?.notLoaded === true
    const isRefused = (getRefusedFormCount() ?? Number(root?.isRefused)) > 0
    const hasFailed = error ? screenTitle !== '' && isLoadFailure(error) : isRefused || isNotLoaded
    const detail = screen.detailFromUrl?.(location) ?? (data ? screen.detail?.(data, location) : undefined)
    const title = error && !hasFailed ? getErrorHeading(error) : [screenTitle, detail].filter(Boolean).join(': ')
    const titleWithSite = [title, root?.centre.shortName].filter(Boolean).join(' - ')
    const description = getDescription(screen, data)
    const words = (data as { words?: unknown } | undefined)?.words
    return [
      { title: hasFailed ? `Error: ${titleWithSite}` : titleWithSite },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(root && !error ? addTags({ root, title, description, path: location.pathname, words }) : []),
    ]
  }

function getDescription({ description }: ScreenDefinition<unknown>, data: unknown): string | undefined {
  return typeof description === 'function' ? (data ? description(data) : undefined) : description
}

/** The `meta` of portal pages. */
export const pageMeta = createMeta(() => [])

/** Returns 'page 2 of 3' for a title; undefined on a list's first page. */
export function formatPageNumber({ page, pages }: { page: number; pages: number }): string | undefined {
  return page > 1 ? `page ${page} of ${pages}` : undefined
}
