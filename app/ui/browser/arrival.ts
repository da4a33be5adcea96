import { useLocation, useNavigation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'

interface Departure {
  focused: Element | null
  /** The sections around it, from the innermost on: what is left of them tells where a removed button was. */
  around: Element[]
  scrollY: number
  /** A dialog gives the focus back by itself, maybe before its page is left. */
  hadDialog: boolean
}

const nowhere: Departure = { focused: null, around: [], scrollY: 0, hadDialog: false }
const HEADINGS = 'h1, h2, h3, h4'

function departure(): Departure {
  const focused = document.activeElement
  const around: Element[] = []
  for (let place = focused; place; place = place.parentElement)
    if (place.matches('section, article, [role=tabpanel], main')) around.push(place)
  return { focused, around, scrollY: window.scrollY, hadDialog: document.querySelector('dialog') !== null }
}

/** The heading that names `place`: not one of the cards in its list, nor of a form beside its table. A tab is no card. */
function headingIn(place: Element | null): HTMLElement | undefined {
  if (place?.matches(HEADINGS)) return place as HTMLElement
  const [first] = place?.querySelectorAll(`${HEADINGS}, li:not([role]), form, table`) ?? []
  return first?.matches(HEADINGS) ? (first as HTMLElement) : undefined
}

/** The heading of the innermost panel, where tabs are in tabs, or of the page. */
function newHeading(): HTMLElement | undefined {
  const panels = [...document.querySelectorAll('main [role=tabpanel]')].reverse()
  return [...panels, document.querySelector('main')].map(headingIn).find((heading) => heading !== undefined)
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** Focuses `heading`; `scrolls` where it isn't in the upper half of the view, so that what it is about can be read. */
function goTo(heading: HTMLElement, scrolls: boolean): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const { top } = heading.getBoundingClientRect()
  if (scrolls && (top < 0 || top > window.innerHeight / 2)) heading.scrollIntoView()
}

/**
 * Focuses the heading of what a link or a form led to. It stays on a pressed tab, on what is still there and in view,
 * and where a dialog, a form or an alert took it. Rendered after the page, whose own effects come first.
 */
export function Arrival(): null {
  const { state } = useNavigation()
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const left = useRef(nowhere)
  const last = useRef({ key, pathname })

  useEffect(() => {
    if (state !== 'idle') left.current = departure()
  }, [state])

  useEffect(() => {
    const from = left.current
    const { key: lastKey, pathname: lastPath } = last.current
    if (key === lastKey) return
    last.current = { key, pathname }
    left.current = nowhere
    const focused = document.activeElement ?? document.body
    // What a narrow page does not show any more keeps the focus until it is drawn anew.
    const isLost = focused === document.body || focused.getClientRects().length === 0
    const isTaken = !isLost && (focused !== from.focused || from.hadDialog)
    if (isTaken || focused.closest('[role=tab], [role=alert], dialog')) return
    const isSamePage = pathname === lastPath
    const isStill = window.scrollY === from.scrollY
    if (isSamePage && !isLost && (isStill || isInView(focused))) return
    const around = isSamePage ? from.around.find((place) => place.isConnected && headingIn(place)) : undefined
    const target = hash ? document.getElementById(hash.slice(1)) : null
    const heading = hash
      ? (headingIn(target) ?? headingIn(target?.parentElement ?? null))
      : (headingIn(around ?? null) ?? newHeading())
    // Going back, and a link that keeps the scroll position, leave the view where it is.
    const scrolls = type !== 'POP' && !hash && !(isSamePage && isStill)
    if (heading) goTo(heading, scrolls)
  }, [key, pathname, hash, type])
  return null
}
