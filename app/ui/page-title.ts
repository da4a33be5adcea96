import type { MetaFunction } from '@remix-run/react'
import { errorHeading } from './error-page'
import { isLoadFailure } from './not-loaded'
import type { KnownToTitle } from './page-meta'

/**
 * A route's `meta`: its title before the centre's short name, and a description for search engines. After a refused form, and where
 * the page could not be loaded, the title begins with 'Error: ' (as GOV.UK does); another error's page has the title of its own.
 * What only surrounds pages has no title but for their errors.
 */
export function pageTitle(title: string, description?: string): MetaFunction {
  return ({ matches, data, error }) => {
    const root = matches.find((match) => match.id === 'root')?.data as Partial<KnownToTitle> | undefined
    const name = root?.centre?.shortName ?? 'Riverbank'
    const isNotLoaded = (data as { notLoaded?: boolean } | undefined)?.notLoaded === true
    const hasFailed = error ? title !== '' && isLoadFailure(error) : (root?.isRefused ?? false) || isNotLoaded
    const own = error && !hasFailed ? errorHeading(error) : title
    const whole = own ? `${own} - ${name}` : name
    return [
      { title: hasFailed ? `Error: ${whole}` : whole },
      ...(description ? [{ name: 'description', content: description }] : []),
    ]
  }
}
