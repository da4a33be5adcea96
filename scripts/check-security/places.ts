interface Route {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: Record<string, unknown>
}

/** An address of the site as its route folder describes it: `/dashboard/calendar/:id/edit`. */
export interface Place {
  /** Its route's name in Remix. */
  route: string
  pattern: string
  isIndex: boolean
  isCall: boolean
  /** Whether something can be sent there. */
  hasAction: boolean
}

/** The addresses that a list of routes describes, each put together from its route and those around it; a layout is nobody's address. */
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

/** Every address of the built product, from its own list of routes. */
export async function builtPlaces(): Promise<Place[]> {
  const { build } = await import('../bundle.mjs')
  return placesOf(build.routes)
}
