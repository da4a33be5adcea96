import type { Page } from 'playwright/test'

declare global {
  interface Window {
    walked: { stops: Element[]; last?: Element }
  }
}

/** More Tab stops than any screen has. */
const MAX_STOPS = 400

interface TabStop {
  /** Its number among the stops of this walk; -1 outside the page. */
  place: number
  /** True if it follows the stop before it in the document; undefined if that is gone. */
  isAfterLast?: boolean
  name: string
  faults: string[]
  box: { left: number; right: number; top: number; bottom: number }
}

/** Checks how the focused element is seen (WCAG 2.4.7, 2.4.11, 2.4.13). */
function readTabStop(page: Page): Promise<TabStop> {
  return page.evaluate(() => {
    const focused = document.activeElement
    const none = { left: 0, right: 0, top: 0, bottom: 0 }
    if (!focused || focused === document.body) return { place: -1, name: 'the page', faults: [], box: none }
    const faults: string[] = []
    const { left, right, top, bottom, width, height } = focused.getBoundingClientRect()
    // Counting all elements would be wrong once a script adds or removes some during the walk.
    const { walked } = window
    const isAfterLast = walked.last?.isConnected
      ? (walked.last.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING) === 0
      : undefined
    if (!walked.stops.includes(focused)) walked.stops.push(focused)
    const index = walked.stops.indexOf(focused)
    walked.last = focused
    const name = `<${focused.localName}> ${(focused.getAttribute('aria-label') || focused.textContent || focused.getAttribute('name') || '').trim().slice(0, 50)}`
    if (width < 2 || height < 2) faults.push('has the focus but is invisible')
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    // Inside a frame, the focus is in the frame's document.
    const isFrame = focused.localName === 'iframe'
    if ((outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) && !isFrame) faults.push('has no focus ring')

    /** Points of the visible part: a little inside its corners, and the centre. */
    const seen = {
      left: Math.max(left, 0),
      right: Math.min(right, innerWidth),
      top: Math.max(top, 0),
      bottom: Math.min(bottom, innerHeight),
    }
    if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) faults.push('is outside the window')
    // The browser scrolls to the current line of a long text, and to the beginning of a panel.
    else if (
      !focused.matches('textarea, iframe, [role=tabpanel]') &&
      height <= innerHeight &&
      (top < -1 || bottom > innerHeight + 1)
    )
      faults.push(`is partly outside the window, ${Math.round(top)} to ${Math.round(bottom)}`)
    else {
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.15, 0.5, 0.85].map(
          (y) => [seen.left + (seen.right - seen.left) * x, seen.top + (seen.bottom - seen.top) * y] as const,
        ),
      )
      const labels = [...((focused as HTMLInputElement).labels ?? [])]
      const belongs = (at: Element | null) =>
        at !== null && (focused.contains(at) || at.contains(focused) || labels.some((label) => label.contains(at)))
      const covers = points.map(([x, y]) => document.elementFromPoint(x, y)).filter((at) => !belongs(at))
      // A link over two lines has gaps in its box. A dialog's buttons may cover part of a long text (2.4.11), but not its current line.
      const lines = focused.getClientRects().length
      const max = focused.matches('textarea') ? points.length - 1 : lines > 1 ? 6 : 0
      if (covers.length > max)
        faults.push(`is covered by <${covers[0]?.localName} class="${covers[0]?.getAttribute('class')?.slice(0, 40)}">`)
    }
    let scrolled = 0
    for (let around = focused.parentElement; around; around = around.parentElement) scrolled += around.scrollTop
    return {
      place: index,
      isAfterLast,
      name,
      faults,
      box: { left, right, top: top + scrolled, bottom: bottom + scrolled },
    }
  })
}

/**
 * Walks through a page or its open dialog with Tab or Shift+Tab. Finds faults of each stop, stops out of reading order (WCAG 2.4.3), and an
 * endless walk. `stops` is their number.
 */
export async function walkTabs(
  page: Page,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<{ stops: number; faults: string[] }> {
  const faults: string[] = []
  const visited = new Set<number>()
  await page.evaluate(() => Object.assign(window, { walked: { stops: [] } }))
  let before: TabStop | undefined
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key)
    const stop = await readTabStop(page)
    if (stop.place !== before?.place && (visited.has(stop.place) || (stop.place === -1 && stops > 0)))
      return { stops, faults }
    visited.add(stop.place)
    for (const fault of stop.faults) faults.push(`${key}: ${stop.name} ${fault}`)
    // A date field has a stop for each part.
    if (stop.place === before?.place) continue
    const [first, second] = key === 'Tab' ? [before, stop] : [stop, before]
    if (first && second && first.place > -1 && second.place > -1) {
      if (stop.isAfterLast === (key !== 'Tab'))
        faults.push(`${key}: ${second.name} is read after ${first.name}, which follows it`)
      // Allowed at the top of a column to the right.
      if (second.box.bottom <= first.box.top && second.box.left < first.box.right - 1)
        faults.push(`${key}: ${second.name} is above ${first.name}, but comes after it`)
    }
    before = stop
  }
  return { stops: MAX_STOPS, faults: [...faults, `${key}: Tab never reaches the end`] }
}
