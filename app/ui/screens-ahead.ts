import { UNSAFE_RemixContext as RemixContext } from '@remix-run/react'
import { useContext, useEffect } from 'react'

/** The files asked for in this browser's page. */
const asked = new Set<string>()

/** Calls `work` when the page is loaded and has nothing else to do. Returns what calls it off. */
function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work)
  return () => cancelIdleCallback(idle)
}

/** Fetches files into the browser's cache, one after the other; the rest is left for another time once one fails. */
async function fetchAhead(files: string[], signal: AbortSignal): Promise<void> {
  for (const file of files) {
    asked.add(file)
    try {
      await (await fetch(file, { priority: 'low', signal } as RequestInit)).arrayBuffer()
    } catch {
      asked.delete(file)
      return
    }
  }
}

/**
 * Fetches the code of the screens that this page's links lead to and whose routes' ids begin with `wing`, while there is a line:
 * without it Remix would load the whole page anew, and the browser show an error of its own in its place. With Save-Data pages have
 * no scripts, and so none of this.
 */
export function useScreensAhead(wing: string): void {
  const routes = useContext(RemixContext)?.manifest.routes ?? {}
  // Remix adds the routes behind a page's links to the manifest it has, and renders anew.
  const known = Object.keys(routes).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the manifest is the same object when it has grown
  useEffect(() => {
    const leaving = new AbortController()
    const callOff = whenIdle(() => {
      const screens = Object.values(routes).filter(({ id }) => id.startsWith(wing))
      const files = new Set(screens.flatMap(({ module, imports = [] }) => [module, ...imports]))
      void fetchAhead(
        [...files].filter((file) => !asked.has(file)),
        leaving.signal,
      )
    })
    return () => {
      callOff()
      leaving.abort()
    }
  }, [known, wing])
}
