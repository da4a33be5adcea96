import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The contrast of white text on '#rrggbb' (WCAG 2.2). */
function getWhiteContrast(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

test('white text is readable on every colour of the drawing behind the log-in', () => {
  const colours = readFileSync('public/pictures/portal-background.svg', 'utf8').match(/#[0-9a-f]{6}/gi) ?? []
  expect(colours.length).toBeGreaterThan(5)
  for (const colour of colours) expect(getWhiteContrast(colour), colour).toBeGreaterThanOrEqual(7)
})
