import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { watchAnswers } from './ui/answered'

/** Hydrates the page, with the modules of the routes whose code is there. Called once, by ui/late-scripts.tsx. */
export function begin(routes: typeof window.__remixRouteModules): void {
  window.__remixRouteModules = routes
  watchAnswers()
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
if (import.meta.env.DEV) begin(window.__remixRouteModules)
