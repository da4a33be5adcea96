import type { Page } from 'playwright/test'

/** Where a picture is, by what it shows: left, top below the header, width and height in CSS px. */
export type Boxes = Record<string, [number, number, number, number]>

/** What the uploads that a page shows look like. */
export interface Seen {
  faults: string[]
  /** The addresses of the uploads that take up room. */
  addresses: string[]
  boxes: Boxes
}

/**
 * Looks at all uploads that a page shows, unfolded and fetched: that each is there, in its own shape, within what it stands in, and on
 * nothing else; and that no `source` takes up room.
 */
export function seePictures(page: Page): Promise<Seen> {
  return page.evaluate(async () => {
    /** Of a picture that is shown whole in a box of another shape: how much of that box it has at least. */
    const LEAST_SHARE = 0.25
    const faults: string[] = []
    for (const fold of document.querySelectorAll('details')) fold.open = true
    const pictures = [...document.images].filter((image) => image.checkVisibility())
    const isUpload = (image: HTMLImageElement) => new URL(image.src).pathname.startsWith('/files/')
    const uploads = pictures.filter(isUpload)
    for (const image of pictures) image.loading = 'eager'
    await Promise.all(pictures.map((image) => image.decode().catch(() => faults.push(`${image.src} is not there`))))
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))

    for (const source of document.querySelectorAll('source'))
      if (source.getClientRects().length > 0) faults.push(`a source takes up room: ${source.srcset.slice(0, 60)}`)

    const shared = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2
    const isWithin = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1 &&
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1
    /** A plate with words of its own may lie on a picture. */
    const isPlate = (element: Element | null) =>
      element?.localName === 'p' && getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'

    /** What people read or press, with its boxes. */
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

    for (const image of uploads) {
      const name = image.alt || image.src
      const box = image.getBoundingClientRect()
      const around = (image.closest('picture') ?? image).parentElement!
      if (!isWithin(box, around.getBoundingClientRect())) faults.push(`'${name}' reaches out of what it stands in`)
      if (box.left < -1 || box.right > innerWidth + 1) faults.push(`'${name}' reaches out of the window`)
      for (const { of, box: other, words } of things)
        if (!of.contains(image) && !image.contains(of) && shared(box, other)) faults.push(`'${name}' is on '${words}'`)

      const { clientWidth, clientHeight, naturalWidth, naturalHeight } = image
      const [across, down] = [clientWidth / naturalWidth, clientHeight / naturalHeight]
      const { objectFit } = getComputedStyle(image)
      // Heights are whole pixels.
      const isItsShape = Math.abs(clientHeight - naturalHeight * across) <= 1.5
      if (objectFit === 'fill' && !isItsShape)
        faults.push(`'${name}' is stretched to ${clientWidth} x ${clientHeight} of ${naturalWidth} x ${naturalHeight}`)
      const share = Math.min(across, down) / Math.max(across, down)
      if (objectFit === 'contain' && share < LEAST_SHARE)
        faults.push(`'${name}' has ${Math.round(share * 100)} % of its box of ${clientWidth} x ${clientHeight}`)
    }
    const below = document.querySelector('main')!.getBoundingClientRect().top
    const boxes = uploads.concat(pictures.filter((image) => image.alt && !isUpload(image))).map((image) => {
      const { left, top, width, height } = image.getBoundingClientRect()
      return [image.alt, [left, top - below, width, height].map(Math.round)]
    })
    return {
      faults,
      addresses: uploads.map((image) => new URL(image.src).pathname),
      boxes: Object.fromEntries(boxes),
    }
  })
}
