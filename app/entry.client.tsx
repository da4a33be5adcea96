import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Events that make React 18 hydrate a page immediately: all of `discreteReplayableEvents` in react-dom. */
const HYDRATING_EVENTS =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel click dblclick auxclick contextmenu keydown keypress keyup input textInput change submit reset copy cut paste drop dragstart dragend compositionstart compositionend'.split(
    ' ',
  )

/**
 * Hides these events from React until the page is hydrated: Remix suspends first, to read the page's data, and an event then breaks
 * React for good (its error 345). The browser's default actions still happen, as on a page without scripts.
 */
const hideFromReact = (event: Event) => event.stopPropagation()
function Page() {
  useLayoutEffect(() => {
    for (const name of HYDRATING_EVENTS) removeEventListener(name, hideFromReact, true)
  }, [])
  return <RemixBrowser />
}

// Without TextEncoderStream (Firefox before 113) Remix's inline script has failed, and the page works without scripts.
if (typeof TextEncoderStream === 'function') {
  for (const name of HYDRATING_EVENTS) addEventListener(name, hideFromReact, true)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Page />
      </StrictMode>,
    )
  })
}
