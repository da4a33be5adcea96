import sharp from 'sharp'
import { expect, test } from 'vitest'

test('the drawing behind the log-in only darkens the theme’s colour, which is dark enough for white text', async () => {
  const drawing = await sharp('public/pictures/portal-background.svg').ensureAlpha().raw().toBuffer()
  const shades = new Set<number>()
  for (let at = 0; at < drawing.length; at += 4) {
    if (drawing[at]! + drawing[at + 1]! + drawing[at + 2]! > 0) expect.fail(`The drawing has a colour at ${at / 4}.`)
    shades.add(drawing[at + 3]!)
  }
  expect(shades.size).toBeGreaterThan(5)
})
