import type { Page } from 'playwright/test'

/** A view of a page: its window in CSS px, and the reader's text settings. */
interface View {
  name: string
  width: number
  height: number
  css: string
}

const spacing = `*, *::before, *::after { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`
const doubled = 'html { font-size: 200% !important }'

/** Narrow windows and zoom (WCAG 1.4.10), text at 200 % (1.4.4) and the reader's spacing (1.4.12). */
export const views: View[] = [
  { name: '320 px', width: 320, height: 640, css: '' },
  { name: '1280 px', width: 1280, height: 900, css: '' },
  { name: '1280 px at 400 %', width: 320, height: 225, css: '' },
  { name: 'text at 200 %, 320 px', width: 320, height: 640, css: doubled },
  { name: 'text at 200 %, 1280 px', width: 1280, height: 900, css: doubled },
  { name: 'spacing, 320 px', width: 320, height: 640, css: spacing },
  { name: 'spacing, 1280 px', width: 1280, height: 900, css: spacing },
]

/** Applies a view to a page, with a constructed style sheet, the only kind that the Content-Security-Policy allows. */
export async function showView(page: Page, { width, height, css }: View): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, css)
}

/**
 * Finds faults of a page's text: sideways scrolling, words outside the window or clipped by a box, words broken although they fit the
 * narrowest line (a list in a box in a card), and overlapping words.
 */
export function findTextFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MARGINS = 130 // px: of the page, a card, a box within it and a list
    const faults = new Set<string>()
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const wide = document.documentElement.clientWidth

    const nameOf = (element: Element) =>
      `<${element.localName} class="${(element.getAttribute('class') ?? '').slice(0, 60)}">`
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    /** A function of an element, called once for each: styles do not change meanwhile, and each word asks for all elements around it. */
    const once = <Result>(find: (element: Element) => Result) => {
      const found = new Map<Element, Result>()
      return (element: Element): Result => {
        if (!found.has(element)) found.set(element, find(element))
        return found.get(element)!
      }
    }
    /** True for an element only for screen readers, clipped completely. */
    const isForEars: (element: Element) => boolean = once((element) => {
      const { position, overflowX, clip } = getComputedStyle(element)
      if (element.hasAttribute('data-radix-focus-guard')) return true
      if (position === 'absolute' && overflowX === 'hidden' && clip.startsWith('rect(0')) return true
      return element.parentElement !== null && isForEars(element.parentElement)
    })
    /** Addresses may break anywhere: they have no spaces, and any length. */
    const isAddress = (text: string, at: number) => {
      const token = /\S*$/.exec(text.slice(0, at))![0] + /^\S*/.exec(text.slice(at))![0]
      return /[@/.]\w/.test(token)
    }

    if (document.documentElement.scrollWidth > wide) {
      const culprits = [...top.querySelectorAll('*')].filter(
        (element) => isVisible(element) && !isForEars(element) && element.getBoundingClientRect().right > wide + 1,
      )
      const innermost = culprits.filter(
        (element) => !culprits.some((other) => other !== element && element.contains(other)),
      )
      faults.add(
        `scrolls sideways, ${document.documentElement.scrollWidth} px: ${innermost
          .slice(0, 3)
          .map((element) => `${nameOf(element)} ${element.textContent?.slice(0, 30)}`)
          .join(' | ')}`,
      )
    }
    for (const element of top.querySelectorAll<HTMLElement>('*')) {
      if (element.matches('input, textarea, select, svg *') || isForEars(element)) continue
      // A wide picture may, in a region that keys scroll: WCAG 1.4.10 excepts what needs its two dimensions.
      if (element.matches('section[tabindex][aria-label]:has(img)') && !element.textContent?.trim()) continue
      if (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1)
        faults.add(`a box scrolls sideways: ${nameOf(element)}`)
    }

    /** True for an element over the page, such as a toast. */
    const isOver: (element: Element) => boolean = once(
      (element) =>
        getComputedStyle(element).position === 'fixed' ||
        (element.parentElement !== null && isOver(element.parentElement)),
    )
    type Clip = { around: Element; overflowX: string; overflowY: string; edge: DOMRect }
    /** The boxes around an element's text that clip or scroll it, the innermost first. */
    const findClips: (element: Element) => Clip[] = once((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const outer = element === top || !element.parentElement ? [] : findClips(element.parentElement)
      if (overflowX === 'visible' && overflowY === 'visible') return outer
      return [{ around: element, overflowX, overflowY, edge: element.getBoundingClientRect() }, ...outer]
    })

    const words: { word: string; of: Text; box: DOMRect }[] = []
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      const parent = node.parentElement
      if (!parent || parent.closest('script, style, noscript, svg, option, textarea') || !node.data.trim()) continue
      if (!isVisible(parent) || isForEars(parent)) continue
      for (const { 0: word, index } of node.data.matchAll(/[^\s\u00ad\u200b‑–—/-]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        const first = boxes[0]
        if (!first) continue
        const length = boxes.reduce((sum, { width }) => sum + width, 0)
        const lines = new Set(boxes.map((box) => Math.round(box.top / 4))).size
        if (lines > 1 && length <= wide - MARGINS && !isAddress(node.data, index))
          faults.add(`'${word}' is broken, ${Math.round(length)} px long, in ${nameOf(parent)}`)
        for (const box of boxes) {
          if (box.right > wide + 1 || box.left < -1) faults.add(`'${word}' is outside the window, in ${nameOf(parent)}`)
        }
        /** True in a box that scrolls: words below its edge can be reached and overlap nothing. */
        let scrolls = false
        for (const { around, overflowX, overflowY, edge } of findClips(parent)) {
          for (const box of boxes) {
            const isOut = box.right > edge.right + 1 || box.left < edge.left - 1
            const isBelow = !scrolls && /hidden|clip/.test(overflowY) && box.bottom > edge.bottom + box.height / 4
            if ((isOut && overflowX !== 'auto') || isBelow) faults.add(`'${word}' is clipped by ${nameOf(around)}`)
          }
          if (/auto|scroll/.test(overflowY)) scrolls = true
        }
        if (!scrolls && (top !== document.body || !isOver(parent)))
          for (const box of boxes) words.push({ word, of: node, box })
      }
    }

    words.sort((one, other) => one.box.top - other.box.top)
    for (const [index, { word, of, box }] of words.entries())
      for (let next = index + 1; next < words.length; next += 1) {
        const other = words[next]!
        if (other.box.top > box.bottom) break
        if (other.of === of) continue
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        // Lines may overlap a little, since a line's box is higher than its letters.
        if (across > 2 && down > Math.min(box.height, other.box.height) / 2)
          faults.add(`'${word}' and '${other.word}' overlap`)
      }
    return [...faults]
  })
}
