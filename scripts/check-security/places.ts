interface Route {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: Record<string, unknown>
}

/** A path of the site as its routes define it: `/dashboard/calendar/:id/edit`. */
export interface Place {
  /** Its route's id in Remix. */
  route: string
  pattern: string
  isIndex: boolean
  isCall: boolean
  /** Whether the route has an action. */
  hasAction: boolean
}

/** The paths of a list of routes, each joined from its route and its parents; a layout has none. */
export function placesOf(routes: Record<string, Route>): Place[] {
  const patternOf = ({ path, parentId }: Route): string => {
    const parent = parentId ? patternOf(routes[parentId]!) : ''
    return path ? `${parent}/${path}` : parent
  }
  return Object.values(routes)
    .filter(({ id }) => id !== 'root' && !id.endsWith('/layout'))
    .map((route) => {
      const pattern = patternOf(route) || '/'
      const isCall = pattern.startsWith('/api/')
      return { route: route.id, pattern, isIndex: route.index === true, isCall, hasAction: 'action' in route.module }
    })
    .sort((a, b) => a.pattern.localeCompare(b.pattern))
}

/** Every path of the built product, from its own list of routes. */
export async function builtPlaces(): Promise<Place[]> {
  const { build } = await import('../bundle.mjs')
  return placesOf(build.routes)
}
