import type { Page } from 'playwright/test'

/** A colour pair on a page ('#rrggbb on #rrggbb'), its required contrast, and where it occurs. */
export interface ColourPair {
  pair: string
  contrast: number
  needed: number
  where: string
}

/**
 * Finds all colour pairs on a page as rendered: text on its background (WCAG 1.4.6: 7:1, large text 4.5:1), and the borders of controls
 * (1.4.11: 3:1). Text on pictures is returned as `unknown`, to be checked by eye.
 */
export function findColourPairs(page: Page): Promise<{ pairs: ColourPair[]; unknown: string[] }> {
  return page.evaluate(() => {
    type Colour = [number, number, number, number]
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    const known = new Map<string, Colour>()
    /** Parses a CSS colour of any notation to red, green, blue (0 to 255) and alpha (0 to 1). */
    const colourOf = (css: string): Colour => {
      const before = known.get(css)
      if (before) return before
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = css
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
      const colour: Colour = [red, green, blue, alpha / 255]
      known.set(css, colour)
      return colour
    }
    const over = ([r, g, b, alpha]: Colour, [r2, g2, b2]: Colour): Colour => [
      r * alpha + r2 * (1 - alpha),
      g * alpha + g2 * (1 - alpha),
      b * alpha + b2 * (1 - alpha),
      1,
    ]
    const luminance = ([r, g, b]: Colour) => {
      const [red = 0, green = 0, blue = 0] = [r, g, b].map((channel) => {
        const share = channel / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrastOf = (one: Colour, other: Colour) => {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
      return (light + 0.05) / (dark + 0.05)
    }
    const hex = (colour: Colour) =>
      `#${colour
        .slice(0, 3)
        .map((channel) => Math.round(channel).toString(16).padStart(2, '0'))
        .join('')}`

    /** The background of an element's text, and its opacity; null on a picture. */
    const groundOf = (element: Element): Colour | null => {
      const layers: Colour[] = []
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { backgroundColor, backgroundImage } = getComputedStyle(around)
        const layer = colourOf(backgroundColor)
        if (layer[3] > 0) layers.push(layer)
        if (layer[3] === 1) break
        if (backgroundImage !== 'none') return null
        if (around.localName === 'dialog') break
      }
      return layers.reduceRight<Colour>((ground, layer) => over(layer, ground), [255, 255, 255, 1])
    }

    const pairs = new Map<string, ColourPair>()
    const unknown = new Set<string>()
    const note = (front: Colour, ground: Colour, needed: number, where: string) => {
      const shown = over(front, ground)
      const pair = `${hex(shown)} on ${hex(ground)}, ${needed}:1`
      if (!pairs.has(pair)) pairs.set(pair, { pair, contrast: contrastOf(shown, ground), needed, where })
    }
    const nameOf = (element: Element, text: string) => `<${element.localName}> ${text.trim().slice(0, 40)}`

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      const element = node.parentElement
      if (!element || !node.data.trim() || element.closest('script, style, noscript, .sr-only:not(:focus)')) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const { color, fontSize, fontWeight, fill } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
      const ground = groundOf(element)
      if (ground)
        note(colourOf(element.closest('svg') ? fill : color), ground, isLarge ? 4.5 : 7, nameOf(element, node.data))
      else unknown.add(nameOf(element, node.data))
    }
    for (const field of document.querySelectorAll('input:not([type=hidden]), textarea, select, button, summary')) {
      if (!field.checkVisibility({ visibilityProperty: true }) || !field.parentElement) continue
      const { borderTopColor, borderTopWidth, color, backgroundColor } = getComputedStyle(field)
      const ground = groundOf(field.parentElement)
      const name = nameOf(field, field.getAttribute('name') ?? field.textContent ?? '')
      if (!ground) unknown.add(name)
      else if (Number.parseFloat(borderTopWidth) > 0 && !field.matches('[type=checkbox], [type=radio]')) {
        // A border is seen against its outside or its inside.
        const inside = over(colourOf(backgroundColor), ground)
        const border = colourOf(borderTopColor)
        const better =
          contrastOf(over(border, ground), ground) > contrastOf(inside, ground) ? border : colourOf(backgroundColor)
        note(better, ground, 3, name)
      }
      const inside = groundOf(field)
      if (inside && field.matches('input, textarea, select')) {
        note(colourOf(color), inside, 7, name)
        if (field.matches(':placeholder-shown'))
          note(colourOf(getComputedStyle(field, '::placeholder').color), inside, 7, `${name}, placeholder`)
      }
    }
    return { pairs: [...pairs.values()], unknown: [...unknown] }
  })
}

/** Runs `work` with one control of each look in its hover state. */
export async function withHover<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  await page.evaluate(() => {
    const looks = new Set<string>()
    for (const element of document.querySelectorAll('a, button, summary')) {
      const { color, backgroundColor } = getComputedStyle(element.parentElement!)
      const own = element.outerHTML.replace(/(?<=>)[^<]+|(id|href|name|value|aria-[a-z]+)="[^"]*"/g, '')
      const one = [own, color, backgroundColor, element.closest('.group')?.className].join()
      element.toggleAttribute('data-hovered', !looks.has(one))
      looks.add(one)
    }
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '[data-hovered]' })
  const force = (forcedPseudoClasses: string[]) =>
    Promise.all(
      nodeIds.map((nodeId) =>
        devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses }).catch((error: Error) => {
          // A toast may have disappeared meanwhile.
          if (!error.message.includes('Could not find node')) throw error
        }),
      ),
    )
  await force(['hover'])
  try {
    return await look()
  } finally {
    await force([])
    await devtools.detach()
  }
}

/**
 * Finds targets smaller than `min` px (WCAG 2.5.5: 44). A checkbox or radio button counts with its label; a link within a sentence may be
 * as high as its line, and a day of a month as wide as a seventh of a narrow page.
 */
export function findSmallTargets(page: Page, min = 44): Promise<string[]> {
  return page.evaluate((min) => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const targets = top.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [tabindex="0"]',
    )
    /** True for a link within a line of text. */
    const isInSentence = (target: HTMLElement) => {
      if (!target.matches('a') || getComputedStyle(target).display !== 'inline') return false
      let around = target.parentElement
      while (around && getComputedStyle(around).display === 'inline') around = around.parentElement
      return (around?.textContent?.trim().length ?? 0) > (target.textContent?.trim().length ?? 0) + 1
    }
    const leastOfDay = Math.min(min, Math.floor(innerWidth / 7) - 1)
    const faults = new Set<string>()
    for (const target of targets) {
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isInSentence(target)) continue
      if (target.closest('.sr-only:not(:focus)') || target.closest('[inert]')) continue
      const { width, height } = target.getBoundingClientRect()
      // Radix has spans of one pixel to guide the Tab key, which are not pressed.
      if (width <= 1 && height <= 1) continue
      if (width < (target.matches('.day') ? leastOfDay : min) - 0.5 || height < min - 0.5)
        faults.add(
          `${Math.round(width)} by ${Math.round(height)} px: <${target.localName}> ${(target.textContent || target.getAttribute('name') || target.getAttribute('aria-label') || '').trim().slice(0, 50)}`,
        )
    }
    return [...faults]
  }, min)
}

/** Finds motion despite reduced motion (WCAG 2.3.3): animations, transitions, smooth scrolling. */
export function findMotions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>()
    const nameOf = (element: Element | null | undefined) =>
      `<${element?.localName} class="${element?.getAttribute('class')?.slice(0, 40)}">`
    for (const animation of document.getAnimations())
      faults.add(`moves: ${nameOf((animation.effect as KeyframeEffect | null)?.target)}`)
    for (const element of document.querySelectorAll('*')) {
      const { transitionDuration, transitionProperty, animationName, scrollBehavior } = getComputedStyle(element)
      const transits =
        transitionProperty !== 'none' && transitionDuration.split(',').some((time) => Number.parseFloat(time) > 0.01)
      if (transits || animationName !== 'none' || scrollBehavior === 'smooth')
        faults.add(`would move: ${nameOf(element)}`)
    }
    return [...faults]
  })
}
