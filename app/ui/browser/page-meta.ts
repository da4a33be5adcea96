import type { MetaDescriptor, MetaFunction } from '@remix-run/react'
import type { Screen } from '~/screen'
import { errorHeading } from '~/ui/error-page'
import { isLoadFailure } from '~/ui/lists/not-loaded'
import { refusedForms } from './refused-forms'
import type { RootData } from './root-data'

/** What more of a page's head is made of; not of an error's. */
export interface DescribedPage {
  root: RootData
  title: string
  description: string | undefined
  path: string
  /** The page's words, where it is one of the website's. */
  words: unknown
}

/**
 * The `meta` of a page from what its `handle` declares: 'Edit Event: Choir practice - Riverbank'. It begins with 'Error: ' after a
 * refused form and where nothing was loaded; other errors have titles of their own. `more` gives more of the head.
 */
export const metaWith =
  (more: (page: DescribedPage) => MetaDescriptor[]): MetaFunction =>
  ({ matches, data, error, location }) => {
    const screen = (matches[matches.length - 1]?.handle ?? {}) as Screen<unknown>
    const root = matches.find((match) => match.id === 'root')?.data as RootData | undefined
    const called = typeof screen.title === 'function' ? screen.title(data) : (screen.title ?? '')
    const isNotLoaded = (data as { notLoaded?: boolean } | undefined)?.notLoaded === true
    const isRefused = (refusedForms() ?? Number(root?.isRefused)) > 0
    const hasFailed = error ? called !== '' && isLoadFailure(error) : isRefused || isNotLoaded
    const detail = screen.detailOfAddress?.(location) ?? (data ? screen.detail?.(data, location) : undefined)
    const title = error && !hasFailed ? errorHeading(error) : [called, detail].filter(Boolean).join(': ')
    const whole = [title, root?.centre.shortName].filter(Boolean).join(' - ')
    const description = descriptionOf(screen, data)
    const words = (data as { words?: unknown } | undefined)?.words
    return [
      { title: hasFailed ? `Error: ${whole}` : whole },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(root && !error ? more({ root, title, description, path: location.pathname, words }) : []),
    ]
  }

function descriptionOf({ description }: Screen<unknown>, data: unknown): string | undefined {
  return typeof description === 'function' ? (data ? description(data) : undefined) : description
}

/** The `meta` of a page of the portal. */
export const pageMeta = metaWith(() => [])

/** 'page 2 of 3' for a title; nothing on a list's first page. */
export function pageInWords({ page, pages }: { page: number; pages: number }): string | undefined {
  return page > 1 ? `page ${page} of ${pages}` : undefined
}
