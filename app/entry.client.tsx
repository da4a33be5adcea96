import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { watchAnswers } from './ui/browser/answered'

/**
 * Waits until Remix has read the page's data, for which its first render would suspend. A page that is touched before that render is
 * hydrated at once; where that suspends, React 18 fails with its error 345 and never tries again.
 */
async function dataIsRead(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (reading) {
    await reading
  }
}

/** Hydrates the page, with the modules of the routes whose code is there. Called once, by ui/browser/late-scripts.tsx. */
export async function begin(routes: typeof window.__remixRouteModules): Promise<void> {
  window.__remixRouteModules = routes
  watchAnswers()
  await dataIsRead()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  })
}

// In development Remix loads the page's routes, and then this module.
if (import.meta.env.DEV) void begin(window.__remixRouteModules)
