import { useLocation, useNavigation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'

interface LeftPage {
  focused: Element | null
  /** Sections around the focus, innermost first. Those that remain show where a removed button was. */
  around: Element[]
  scrollY: number
  /** True if a dialog was open, which returns the focus itself, maybe before the navigation ends. */
  hasDialog: boolean
}

const emptyPage: LeftPage = { focused: null, around: [], scrollY: 0, hasDialog: false }
const HEADINGS = 'h1, h2, h3, h4'

function captureLeftPage(): LeftPage {
  const focused = document.activeElement
  const around: Element[] = []
  for (let place = focused; place; place = place.parentElement)
    if (place.matches('section, article, [role=tabpanel], main')) around.push(place)
  return { focused, around, scrollY: window.scrollY, hasDialog: document.querySelector('dialog') !== null }
}

/** Finds the heading that labels `place`, ignoring cards in its list and a form next to its table. A tab is not a card. */
function findHeading(place: Element | null): HTMLElement | undefined {
  if (place?.matches(HEADINGS)) return place as HTMLElement
  const [first] = place?.querySelectorAll(`${HEADINGS}, li:not([role]), form, table`) ?? []
  return first?.matches(HEADINGS) ? (first as HTMLElement) : undefined
}

/** Finds the heading of the innermost tab panel, otherwise of the page. */
function findPageHeading(): HTMLElement | undefined {
  const panels = [...document.querySelectorAll('main [role=tabpanel]')].reverse()
  return [...panels, document.querySelector('main')].map(findHeading).find((heading) => heading !== undefined)
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** Focuses `heading`; with `canScroll`, scrolls it into view unless it is in the upper half, so that its content is visible. */
function focusHeading(heading: HTMLElement, canScroll: boolean): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const { top } = heading.getBoundingClientRect()
  if (canScroll && (top < 0 || top > window.innerHeight / 2)) heading.scrollIntoView()
}

/**
 * Focuses the new page's heading after a navigation. The focus stays on a pressed tab, on an element that is still
 * visible, and where a dialog, form or alert moved it. Render it after the page, so that the page's effects run first.
 */
export function NavigationFocus(): null {
  const { state } = useNavigation()
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const previousPage = useRef(emptyPage)
  const last = useRef({ key, pathname })

  useEffect(() => {
    if (state !== 'idle') previousPage.current = captureLeftPage()
  }, [state])

  useEffect(() => {
    const from = previousPage.current
    const { key: lastKey, pathname: lastPath } = last.current
    if (key === lastKey) return
    last.current = { key, pathname }
    previousPage.current = emptyPage
    const focused = document.activeElement ?? document.body
    // An element that a narrow page has just hidden keeps the focus until the next layout.
    const isLost = focused === document.body || focused.getClientRects().length === 0
    const isTaken = !isLost && (focused !== from.focused || from.hasDialog)
    if (isTaken || focused.closest('[role=tab], [role=alert], dialog')) return
    const isSamePage = pathname === lastPath
    const isStill = window.scrollY === from.scrollY
    if (isSamePage && !isLost && (isStill || isInView(focused))) return
    const around = isSamePage ? from.around.find((place) => place.isConnected && findHeading(place)) : undefined
    const target = hash ? document.getElementById(hash.slice(1)) : null
    const heading = hash
      ? (findHeading(target) ?? findHeading(target?.parentElement ?? null))
      : (findHeading(around ?? null) ?? findPageHeading())
    // Back, and links that preserve the scroll position, do not scroll.
    const canScroll = type !== 'POP' && !hash && !(isSamePage && isStill)
    if (heading) focusHeading(heading, canScroll)
  }, [key, pathname, hash, type])
  return null
}
