import type { ServerBuild } from '@remix-run/node'
import { callPatterns } from '~/http/contract/contract.server'
import { pageOf } from './canonical'

/** What is answered beside Remix's routes, and by the one that answers all calls. */
const BESIDE = ['/healthz', '/up', '/readyz', '/metrics', '/__manifest', ...callPatterns]
/** The pattern of what no route is made for. */
export const NOWHERE = '/*'
/** No pattern has as many segments. */
const MOST_SEGMENTS = 12

/** The patterns that begin alike: those that go on with a certain segment, or with any. */
interface Branch {
  pattern?: string
  next: Map<string, Branch>
  any?: Branch
}

/** The pattern of each of the build's routes: '/dashboard/newsletter/:id'. */
function patternsOf({ routes }: Pick<ServerBuild, 'routes'>): string[] {
  const pathOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : []
  }
  return Object.keys(routes).map((id) => `/${pathOf(id).join('/')}`)
}

const segmentsOf = (path: string) => path.split('/', MOST_SEGMENTS).slice(1)

function found(branch: Branch, segments: string[], from = 0): string | undefined {
  const segment = segments[from]
  if (segment === undefined) return branch.pattern
  const next = branch.next.get(segment.toLowerCase())
  return (next && found(next, segments, from + 1)) ?? (branch.any && found(branch.any, segments, from + 1))
}

/**
 * Tells the pattern of the route that a request's address leads to, and NOWHERE for any other address: logs and figures name no
 * more than there are routes, whatever is asked, and nothing that an address holds. Remix would match all routes anew each time.
 */
export function patternFinder(build: Pick<ServerBuild, 'routes'>): (address: string) => string {
  const root: Branch = { next: new Map() }
  // Most addresses have no parameter; those are found at once.
  const fixed = new Map<string, string>()
  for (const pattern of [...patternsOf(build), ...BESIDE]) {
    if (pattern.endsWith('*')) continue
    let branch = root
    for (const segment of segmentsOf(pattern)) {
      const isAny = segment.startsWith(':')
      const below: Branch = (isAny ? branch.any : branch.next.get(segment)) ?? { next: new Map() }
      if (isAny) branch.any = below
      else branch.next.set(segment, below)
      branch = below
    }
    branch.pattern ??= pattern
    if (!pattern.includes(':')) fixed.set(pattern, pattern)
  }
  return (address) => {
    const same = fixed.get(address)
    if (same) return same
    const [path = ''] = address.split('?', 1)
    // What the browser's router asks about a page is counted with the page.
    return found(root, segmentsOf(pageOf(path))) ?? NOWHERE
  }
}

/**
 * The one spelling of a canonical address, by the pattern that `patternOf` gives: without a slash at its end, and in the route's own
 * case where the route spells it out. Remix answers the others alike, but headers and limits are decided by this one.
 */
export function spellingOf(address: string, patternOf: (address: string) => string): string {
  const [path = ''] = address.split('?', 1)
  const asked = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const pattern = patternOf(asked)
  const spelled = pattern === NOWHERE ? asked : inCaseOf(pattern.split('/'), asked)
  return spelled + address.slice(path.length)
}

/** A path with what its pattern spells out, if maybe with .data behind it, as it stands there. */
const inCaseOf = (pattern: string[], path: string) =>
  path
    .split('/')
    .map((segment, at) => (pattern[at]!.startsWith(':') ? segment : pattern[at] + segment.slice(pattern[at]!.length)))
    .join('/')
