import type { Page } from 'playwright/test'

import type { Head } from '~/test/own-pictures'

/** The positions of the heads in photos, by the beginning of the file name. */
export type HeadPositions = Record<string, Head | undefined>

export interface SeenPictures {
  faults: string[]
  addresses: string[]
  names: string[]
}

/**
 * Checks all uploads on a page, unfolded and loaded: each must be loaded, in its own shape, not enlarged beyond its pixels or the fetched
 * file, inside its container, overlapping nothing, and with the head visible. No `source` may take up space, and no heading or button may
 * leave its container.
 */
export function findPictureFaultsOn(page: Page, heads: HeadPositions = {}): Promise<SeenPictures> {
  return page.evaluate(async (heads) => {
    /** The minimum share of its box for a picture shown in full in a box of another shape. */
    const LEAST_SHARE = 0.15
    const faults: string[] = []
    for (const fold of document.querySelectorAll('details')) fold.open = true
    const pictures = [...document.images].filter((image) => image.checkVisibility())
    const isUpload = (image: HTMLImageElement) => new URL(image.src).pathname.startsWith('/files/')
    const uploads = pictures.filter(isUpload)
    for (const image of pictures) image.loading = 'eager'
    await Promise.all(pictures.map((image) => image.decode().catch(() => faults.push(`${image.src} is missing`))))
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))

    for (const source of document.querySelectorAll('source'))
      if (source.getClientRects().length > 0)
        faults.push(`a source element takes up space: ${source.srcset.slice(0, 60)}`)

    const shared = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2
    const isWithin = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1 &&
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1
    /** A plate with text may overlap a picture. */
    const isPlate = (element: Element | null) =>
      element?.localName === 'p' && getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'

    /** Readable or pressable elements, with their boxes. */
    const things: { of: Element; box: DOMRect; words: string }[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      const of = node.parentElement
      if (!of || !node.data.trim() || !of.checkVisibility({ visibilityProperty: true }) || isPlate(of)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) things.push({ of, box, words: node.data.trim().slice(0, 30) })
    }
    for (const of of document.querySelectorAll('img, input, textarea, select, button, a.button'))
      if (of.checkVisibility()) things.push({ of, box: of.getBoundingClientRect(), words: of.localName })

    for (const image of uploads.filter((one) => !one.closest('[data-ground]'))) {
      const name = image.alt || image.src
      // A wide picture scrolls within its region.
      const region = image.closest('section[tabindex]')
      const box = (region ?? image).getBoundingClientRect()
      const around = (region ?? image.closest('picture') ?? image).parentElement!
      if (!isWithin(box, around.getBoundingClientRect())) faults.push(`'${name}' is outside its container`)
      if (box.left < -1 || box.right > innerWidth + 1) faults.push(`'${name}' is outside the window`)
      for (const { of, box: other, words } of things)
        if (!of.contains(image) && !image.contains(of) && shared(box, other))
          faults.push(`'${name}' overlaps '${words}'`)

      const frame = image.closest('.frame')
      if (frame && !isWithin(frame.getBoundingClientRect(), frame.parentElement!.getBoundingClientRect()))
        faults.push(`'${name}' is outside its column`)
      const { clientWidth, clientHeight, naturalWidth, naturalHeight } = image
      const [across, down] = [clientWidth / naturalWidth, clientHeight / naturalHeight]
      const { objectFit } = getComputedStyle(image)
      // Heights are whole pixels.
      const isItsShape = Math.abs(clientHeight - naturalHeight * across) <= 1.5
      if (objectFit === 'fill' && !isItsShape)
        faults.push(`'${name}' is stretched to ${clientWidth} x ${clientHeight} of ${naturalWidth} x ${naturalHeight}`)
      const share = Math.min(across, down) / Math.max(across, down)
      if (objectFit === 'contain' && share < LEAST_SHARE)
        faults.push(`'${name}' fills ${Math.round(share * 100)} % of its box of ${clientWidth} x ${clientHeight}`)
    }
    for (const image of uploads) {
      const name = image.alt || image.src
      const [, key = '', version] = /(\w{24})-(\d+)\.\w+$/.exec(image.currentSrc) ?? []
      if (!version) continue
      const { clientWidth, clientHeight } = image
      const [wide, high] = ['width', 'height'].map((side) => Number(image.getAttribute(side))) as [number, number]
      const { objectFit, objectPosition } = getComputedStyle(image)
      const scales = [clientWidth / wide, clientHeight / high]
      const scale = objectFit === 'cover' ? Math.max(...scales) : Math.min(...scales)
      // Sizes are whole pixels.
      if (scale > 1.01) faults.push(`'${name}' is enlarged ${scale.toFixed(2)} times`)
      const fetched = Math.min(Number(version), wide)
      if (scale * wide > fetched * 1.02)
        faults.push(`'${name}' is shown ${Math.round(scale * wide)} px wide of a file of ${fetched}`)
      const head = heads[key]
      if (!head || image.closest('[data-ground]')) continue
      const [left = 0, top = 0] = objectPosition.split(' ').map((share) => Number.parseFloat(share) / 100)
      const at = (share: number, size: number, room: number, from: number) => share * size + (room - size) * from
      const ends = [
        [
          at(head.x - head.across, scale * wide, clientWidth, left),
          at(head.x + head.across, scale * wide, clientWidth, left),
          clientWidth,
        ],
        [
          at(head.y - head.down, scale * high, clientHeight, top),
          at(head.y + head.down, scale * high, clientHeight, top),
          clientHeight,
        ],
      ] as const
      if (ends.some(([from, to, room]) => from < -1 || to > room + 1)) faults.push(`the head in '${name}' is cut off`)
    }
    for (const of of document.querySelectorAll('h1, h2, h3, button, a.button')) {
      if (!of.checkVisibility() || of.closest('.sr-only, [popover]')) continue
      // Elements with display: contents have no box.
      let column = of.parentElement!
      while (getComputedStyle(column).display === 'contents') column = column.parentElement!
      const [box, around] = [of, column].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect]
      if (box.left < around.left - 1 || box.right > around.right + 1)
        faults.push(`${of.localName} '${of.textContent?.slice(0, 30)}' leaves its column`)
    }
    return {
      faults,
      addresses: uploads.map((image) => new URL(image.src).pathname),
      names: uploads.map((image) => image.alt),
    }
  }, heads)
}
