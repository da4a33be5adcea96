import type { Location, MetaFunction } from '@remix-run/react'
import { errorHeading } from '~/ui/error-page'
import { isLoadFailure } from '~/ui/lists/not-loaded'
import type { KnownToTitle } from '~/ui/site/page-meta'
import type { RootData } from './root-data'
import { sharedLink } from './shared-link'

type Told<Loader> = Parameters<MetaFunction<Loader>>[0]

/** What tells a page from others of the same title: a record's name, a tab, a page of a list. */
interface Titled<Loader> {
  /** For search engines; without the others it can stand alone. */
  description?: string
  /** For search engines too, of what the loader gave. */
  describe?: (data: NonNullable<Told<Loader>['data']>) => string
  /** Of what the loader gave. */
  of?: (data: NonNullable<Told<Loader>['data']>, location: Location) => string | undefined
  /** Of the address alone, also where nothing could be loaded. */
  where?: (location: Location) => string | undefined
}

/**
 * A route's `meta`: 'Edit Event: Choir practice - Riverbank'. It begins with 'Error: ' after a refused form and where
 * nothing was loaded; other errors have titles of their own.
 */
export function pageTitle<Loader = unknown>(title: string, more: string | Titled<Loader> = {}) {
  const { description, describe, of, where } =
    typeof more === 'string' ? ({ description: more } as Titled<Loader>) : more
  return (({ matches, data, error, location }) => {
    const root = matches.find((match) => match.id === 'root')?.data as Partial<KnownToTitle> | undefined
    const name = root?.centre?.shortName
    const isNotLoaded = (data as { notLoaded?: boolean } | undefined)?.notLoaded === true
    const hasFailed = error ? title !== '' && isLoadFailure(error) : (root?.isRefused ?? false) || isNotLoaded
    const which = where?.(location) ?? (data ? of?.(data as never, location) : undefined)
    const own = error && !hasFailed ? errorHeading(error) : [title, which].filter(Boolean).join(': ')
    const about = data && describe ? describe(data as never) : description
    const whole = [own, name].filter(Boolean).join(' - ')
    const isPublic = matches.some((match) => match.id.startsWith('routes/site/'))
    const words = (data as { words?: unknown } | undefined)?.words
    return [
      { title: hasFailed ? `Error: ${whole}` : whole },
      ...(about ? [{ name: 'description', content: about }] : []),
      ...(isPublic && root?.centre && !error
        ? sharedLink(root as RootData, { title: own || root.centre.name, about, path: location.pathname, words })
        : []),
    ]
  }) satisfies MetaFunction<Loader> as MetaFunction<Loader>
}

/** 'page 2 of 3' for a title; nothing on a list's first page. */
export function pageInWords({ page, pages }: { page: number; pages: number }): string | undefined {
  return page > 1 ? `page ${page} of ${pages}` : undefined
}
