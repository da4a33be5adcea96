import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** The events for which React 18 hydrates a page at once. */
const TOUCHES =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel click dblclick auxclick contextmenu keydown keypress keyup input change submit reset copy cut paste drop dragstart dragend compositionstart compositionend'.split(
    ' ',
  )

/**
 * Keeps these events from React until the page is hydrated: Remix suspends first, to read the page's data, and then React fails for
 * good (its error 345). What the browser does by itself is still done, as on a page without scripts.
 */
const keepFromReact = (event: Event) => event.stopPropagation()
function Page() {
  useLayoutEffect(() => {
    for (const touch of TOUCHES) removeEventListener(touch, keepFromReact, true)
  }, [])
  return <RemixBrowser />
}

// Without it Remix's script in the page has failed already (Firefox before 113), and the page works without scripts.
if (typeof TextEncoderStream === 'function') {
  for (const touch of TOUCHES) addEventListener(touch, keepFromReact, true)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Page />
      </StrictMode>,
    )
  })
}
