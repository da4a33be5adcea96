import type { Location, MetaDescriptor, MetaFunction } from '@remix-run/react'
import { errorHeading } from '~/ui/error-page'
import { isLoadFailure } from '~/ui/lists/not-loaded'
import type { KnownToTitle } from '~/ui/site/page-meta'
import type { RootData } from './root-data'

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

/** What more of a page's head is made of; not of an error's. */
export interface TitledPage {
  root: RootData
  title: string
  about: string | undefined
  path: string
  /** The page's words, where it is one of the website's. */
  words: unknown
}

/**
 * A route's `meta`: 'Edit Event: Choir practice - Riverbank'. It begins with 'Error: ' after a refused form and where
 * nothing was loaded; other errors have titles of their own. `also` gives more of the head.
 */
export function pageTitle<Loader = unknown>(
  title: string,
  more: string | Titled<Loader> = {},
  also: (page: TitledPage) => MetaDescriptor[] = () => [],
) {
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
    const words = (data as { words?: unknown } | undefined)?.words
    return [
      { title: hasFailed ? `Error: ${whole}` : whole },
      ...(about ? [{ name: 'description', content: about }] : []),
      ...(root?.centre && !error
        ? also({ root: root as RootData, title: own, about, path: location.pathname, words })
        : []),
    ]
  }) satisfies MetaFunction<Loader> as MetaFunction<Loader>
}

/** 'page 2 of 3' for a title; nothing on a list's first page. */
export function pageInWords({ page, pages }: { page: number; pages: number }): string | undefined {
  return page > 1 ? `page ${page} of ${pages}` : undefined
}
