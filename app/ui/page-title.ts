import type { MetaFunction } from '@remix-run/react'
import type { RootData } from './root-data'

/**
 * A route's `meta`: its title before the centre's short name, and a description for search engines. After a refused form the title
 * begins with that (as GOV.UK does).
 */
export function pageTitle(title: string, description?: string): MetaFunction {
  return ({ matches }) => {
    const root = matches.find((match) => match.id === 'root')?.data as RootData | undefined
    const name = root?.centre.shortName ?? 'Riverbank'
    return [
      { title: title ? `${title} - ${name}` : name },
      ...(description ? [{ name: 'description', content: description }] : []),
    ]
  }
}
