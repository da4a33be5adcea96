/** A path with its pattern, and the values of the pattern's parameters. */
export interface PathMatch {
  pattern: string
  parameters: Record<string, string>
}

/** The path of a page whose data Remix's router asks for with `.data`. */
export const removeDataEnding = (path: string) => path.replace(/\.data(?=\/?$)/, '')

/**
 * Returns a function that finds the pattern that Remix would choose for a path: '/news/new' before '/news/:id'. It finds the pattern of
 * every spelling that Remix accepts, with `.data` too; with `isExact`, only of the pattern's own spelling. Patterns are compiled once,
 * because Remix's matchRoutes ranks them all at each call.
 */
export function createPathMatcher(patterns: Iterable<string>, { isExact = false } = {}) {
  const countParameters = (pattern: string) => pattern.split(':').length
  const [ending, flags] = isExact ? ['', ''] : ['/?', 'i']
  const compiled = [...patterns]
    .sort((one, other) => countParameters(one) - countParameters(other))
    .map((pattern) => {
      const source = pattern.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')
      return { pattern, expression: new RegExp(`^${source}${ending}$`, flags) }
    })
  return (path: string): PathMatch | undefined => {
    const requested = isExact ? path : removeDataEnding(path)
    for (const { pattern, expression } of compiled) {
      const match = expression.exec(requested)
      if (match) return { pattern, parameters: match.groups ?? {} }
    }
    return undefined
  }
}
